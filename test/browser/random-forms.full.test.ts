/**
 * Random forms and quizzes in Chromium: the messages on the page and the stored values match the engine's verdict on the
 * same values, and the screens of a quiz are those of a session. `GENERATED_FORMS=200` makes that many, from the number
 * `GENERATED_FIRST` on. A number makes the same form and the same visit in each run.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../engine/definition.ts';
import { toPayload } from '../../engine/fields/field.ts';
import { hiddenFields } from '../../engine/forms/conditions.ts';
import { entriesShown, groupCountedBy, withLists } from '../../engine/forms/entries.ts';
import { formValidator } from '../../engine/forms/index.ts';
import type { FieldDefinition, Json } from '../../engine/forms/types.ts';
import { formMessages } from '../../engine/messages/catalogue.ts';
import { dayOf } from '../../engine/rules/date/day.ts';
import { withCountries } from '../../engine/rules/phone/countries.ts';
import { readFields } from '../../engine/session/read-form.ts';
import { type SessionEvent, screenOf, sendEvent, startSession } from '../../engine/session/session.ts';
import { startAt } from '../harness/engine-driver.ts';
import { fixtureFolder } from '../harness/fixture-sites.ts';
import type { Entries } from '../harness/form-bundle.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { patience } from '../harness/patience.ts';
import { type Random, randomForm, seeded } from '../harness/random-form.ts';
import { type Mixed, randomQuiz } from '../harness/random-quiz.ts';
import { visitSite } from '../harness/site-visits.ts';

const count = Number(process.env['GENERATED_FORMS'] ?? 6);
const first = Number(process.env['GENERATED_FIRST'] ?? 0);
const randoms = new Map(Array.from({ length: count }, (_, index) => [`g${first + index}`, seeded(first + index)]));
const randomOf = (id: string): Random => randoms.get(id) as Random;
/** Every third one is a quiz. */
const isQuiz = (id: string): boolean => Number(id.slice(1)) % 3 === 2;
const forms = [...randoms].flatMap(([id, random]) => (isQuiz(id) ? [] : [randomForm(id, random)]));
const quizzes = [...randoms].flatMap(([id, random]) => (isQuiz(id) ? [randomQuiz(id, random)] : []));

const folder = mkdtempSync(join(tmpdir(), 'random-forms-'));
cpSync(fixtureFolder('fields'), folder, { recursive: true });
for (const own of ['pesquisa', 'perguntas']) rmSync(join(folder, own), { recursive: true });
const home = join(folder, 'home.page.yaml');
writeFileSync(home, readFileSync(home, 'utf8').replace('[pesquisa](/pesquisa)', 'pesquisa'));
for (const { path, text } of [...forms.map(({ file }) => file), ...quizzes.flatMap(({ files }) => files)])
  writeFileSync(join(folder, path), text);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const site = visitSite({ funnels: folder });

const isoTime = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The names and values that the page would post now. */
const entriesOn = (page: Page): Promise<[string, string][]> =>
  page.evaluate(() =>
    [...new FormData(document.querySelector('[data-island] form') as HTMLFormElement)].map(
      ([name, value]): [string, string] => [name, String(value)],
    ),
  );

/** The names of the fields whose condition does not hold on the page. What is computed has no control. */
const hiddenOn = (page: Page): Promise<string[]> =>
  page
    .locator('.field__when[hidden]:not(:empty)')
    .evaluateAll((all) => all.flatMap((each) => each.querySelector<HTMLInputElement>('[name]')?.name ?? []));

/** The fields that are hidden for these values, apart from computed ones, and entries that are not drawn. */
const expectedHidden = (fields: readonly FieldDefinition[], values: Record<string, unknown>): string[] =>
  [...hiddenFields(fields, values)].filter((name) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined || ('look' in field && field.look === 'computed')) return false;
    const { row } = field;
    const counted = fields.find((each) => groupCountedBy(each) === row?.of);
    return row === undefined || (counted !== undefined && row.index < entriesShown(counted, values));
  });

/**
 * Fills in the visible fields as a visitor would, with the offered options only.
 * @param settled waits until the page shows what follows from a value
 */
async function fill(page: Page, entries: Entries, settled: () => Promise<void>): Promise<void> {
  for (const name of new Set(entries.map(([each]) => each))) {
    const values = entries.flatMap(([each, value]) => (each === name ? [value] : []));
    const all = page.locator(`[data-island] [name="${name}"]`);
    if (name.endsWith('_count')) {
      const group = page.locator(`fieldset:has(> [name="${name}"])`);
      const add = group.locator('> [data-add]');
      const wanted = Number(values[0]);
      const drawn = () => group.locator('[data-entry]').count();
      for (let count = await drawn(); count !== wanted; count += Math.sign(wanted - count)) {
        // What an earlier attempt has added is removed.
        const button = count < wanted ? add : group.locator(`[data-send="${name}.${count - 1}"]`);
        if (!(await button.isVisible())) break;
        await button.click();
        await expect.poll(drawn, { timeout: patience }).toBe(count + Math.sign(wanted - count));
      }
      continue;
    }
    if (!(await all.first().isVisible())) continue;
    const kind = await all.first().evaluate((field) => (field as HTMLInputElement).type);
    if (kind === 'select-one') {
      const offered = await all
        .locator('option')
        .evaluateAll((each) => each.map((one) => (one as HTMLOptionElement).value));
      const known = values.filter((value) => offered.includes(value));
      const lists = await all.all();
      // A ranking has a list for each place.
      if (lists.length === 1) await all.selectOption(known);
      else for (const [index, list] of lists.entries()) await list.selectOption(known[index] ?? '');
    } else if (kind === 'radio' || kind === 'checkbox') {
      // What an earlier attempt has chosen is cleared first: only so many can be chosen.
      if (kind === 'checkbox') for (const one of await all.all()) if (await one.isVisible()) await one.uncheck();
      for (const one of await all.all())
        if (values.includes(await one.inputValue()) && (await one.isVisible())) await one.check();
    } else if (kind === 'date' || kind === 'time') {
      // The control accepts only valid values.
      const value = values[0] as string;
      if (value === '' || dayOf(value, 'YYYY-MM-DD') !== null || isoTime.test(value)) await all.fill(value);
    } else if (kind === 'range') {
      // The control moves to the nearest valid value.
      if (values[0] !== '' && Number.isFinite(Number(values[0])))
        await all.evaluate((field, value) => {
          (field as HTMLInputElement).value = value;
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }, values[0] as string);
    } else await all.fill(values[0] as string);
    await settled();
  }
}

/** The messages of the fields, by name. */
const errorsOn = (page: Page, id: string): Promise<Record<string, string>> =>
  page.evaluate(
    (prefix) =>
      Object.fromEntries(
        [...document.querySelectorAll<HTMLElement>(`[id^="${prefix}"][id$="-error"]:not([hidden])`)].flatMap((error) =>
          error.checkVisibility() ? [[error.id.slice(prefix.length, -'-error'.length), error.textContent ?? '']] : [],
        ),
      ),
    `form-${id}-`,
  );

/** Checks that the options of a screen are in one of the orders that they can have: without scripts in that of the file. */
async function expectOrders(page: Page, mixed: readonly Mixed[], javaScriptEnabled: boolean): Promise<void> {
  for (const { name, values, kept } of mixed) {
    const shown = await page.locator(`[data-island] [name="${name}"]`).evaluateAll((all) =>
      all.flatMap((control) => {
        if (control instanceof HTMLInputElement) return control.type === 'hidden' ? [] : [control.value];
        // Lists begin without a choice.
        return [...(control as HTMLSelectElement).options].flatMap(({ value }) => (value === '' ? [] : [value]));
      }),
    );
    // A ranking has a list for each place.
    const order = shown.slice(0, values.length);
    if (!javaScriptEnabled) expect(order, name).toEqual(values);
    expect([...order].sort(), name).toEqual([...values].sort());
    for (const value of kept) expect(order.indexOf(value), name).toBe(values.indexOf(value));
  }
}

describe('a random form', () => {
  let definitions: SiteDefinition;
  beforeAll(async () => {
    definitions = await loadFunnels(folder);
  });

  test.each(forms.map((form) => [form.id, Number(form.id.slice(1)) % 9 > 2, form] as const))(
    '%s, with JavaScript: %s',
    async (id, javaScriptEnabled, made) => {
      const [form] = compiledFlow(definitions, id).forms;
      if (form === undefined) throw new Error(`${id} has no form`);
      const { page, driver, complaints } = await site.visit(`/${id}`, { javaScriptEnabled });
      const valuesOn = async () => readFields(new URLSearchParams(await entriesOn(page)), form.fields);
      await fill(page, made.fill(randomOf(id)), async () => {
        if (!javaScriptEnabled) return;
        const expected = expectedHidden(form.fields, await valuesOn());
        await expect.poll(() => hiddenOn(page), { timeout: patience }).toEqual(expected);
      });
      const values = withCountries(form.fields, await valuesOn());
      const verdict = formValidator([form], formMessages(definitions.site))(form.id, values);
      const what = `${made.file.text}\nposted: ${JSON.stringify(values)}`;
      await driver.submit();
      if (!verdict.ok) {
        const messages = Object.fromEntries(verdict.errors.map(({ field, message }) => [field, message]));
        await expect.poll(() => errorsOn(page, form.id), { timeout: patience, message: what }).toEqual(messages);
      } else {
        await driver.expectScreen('thanks');
        const hidden = hiddenFields(form.fields, verdict.values);
        const expected = Object.fromEntries(
          form.fields.flatMap((field) => {
            const sent = hidden.has(field.name) ? null : toPayload(field, verdict.values[field.name] ?? null);
            return sent === null ? [] : [[field.name, sent]];
          }),
        );
        const [lead = {}] = site.records(`${id}_leads`);
        const stored = Object.fromEntries(Object.entries(lead).filter(([name]) => /^f\d+(_\w+)?$/.test(name)));
        expect(stored, what).toEqual(withLists(form.fields, expected));
      }
      expect(complaints, what).toEqual([]);
    },
  );

  test.each(quizzes.map((quiz) => [quiz.id, Number(quiz.id.slice(1)) % 9 > 2, quiz] as const))(
    '%s, a quiz, with JavaScript: %s',
    async (id, javaScriptEnabled, quiz) => {
      const random = randomOf(id);
      const compiled = compiledFlow(definitions, id);
      let { session } = startSession(compiled, startAt());
      let payload: Record<string, unknown> | undefined;
      const stamp = { at: Date.UTC(2026, 10, 20, 12), random: 0.5 };
      const send = (event: SessionEvent): void => {
        const step = sendEvent(session, event, stamp);
        session = step.session;
        for (const effect of step.effects) if (effect.kind === 'call') payload = effect.payload;
      };
      const { model } = quiz;
      const texts = quiz.files.map(({ text }) => text).join('\n');
      const mixedAmong = (names: readonly string[]) => model.mixed.filter(({ name }) => names.includes(name));
      const { page, driver, complaints } = await site.visit(`/${id}`, { javaScriptEnabled });
      await driver.press('begin');
      send({ type: 'on', name: 'begin' });
      // A screen with many fields would be refused for minutes.
      let refused = 0;
      for (let turn = 0; payload === undefined; turn += 1) {
        const screen = screenOf(session);
        const what = `${texts}\nat ${screen.id}`;
        expect(turn, what).toBeLessThan(200);
        await driver.expectScreen(screen.id);
        if (screen.question !== null) {
          const { id: name, options } = screen.question.item;
          await expectOrders(page, mixedAmong([name]), javaScriptEnabled);
          const { value } = options[Math.floor(random() * options.length)] as (typeof options)[number];
          await driver.choose(value);
          await driver.next();
          send({ type: 'NEXT', value });
          continue;
        }
        if (screen.form === null) {
          const [name] = Object.keys(compiled.flow.steps[screen.step]?.on ?? {});
          await driver.press(String(name));
          send({ type: 'on', name: String(name) });
          continue;
        }
        const form = screen.form.definition;
        const valuesOn = async () => readFields(new URLSearchParams(await entriesOn(page)), form.fields);
        const names = form.fields.map(({ name }) => name);
        await expectOrders(page, mixedAmong(names), javaScriptEnabled);
        const modelled = names
          .filter(model.knows)
          .flatMap((name) =>
            model.enter(name, random, refused > 2).posted.map((value): [string, string] => [name, value]),
          );
        await fill(
          page,
          [...quiz.fill(random, refused > 2).filter(([name]) => names.includes(name)), ...modelled],
          async () => {
            if (!javaScriptEnabled) return;
            const expected = expectedHidden(form.fields, await valuesOn());
            await expect.poll(() => hiddenOn(page), { timeout: patience, message: what }).toEqual(expected);
          },
        );
        // A field that is left is written in its usual form.
        if (javaScriptEnabled) await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        send({ type: 'SUBMIT', values: withCountries(form.fields, await valuesOn()) });
        const isRefused = payload === undefined && screenOf(session).id === screen.id;
        refused = isRefused ? refused + 1 : 0;
        await driver.submit();
        if (isRefused)
          await expect
            .poll(() => errorsOn(page, form.id), { timeout: patience, message: what })
            .toEqual(screenOf(session).form?.errors);
      }
      await driver.expectScreen('result' in compiled.flow.steps ? 'result' : 'thanks');
      const besides = ['answers', 'score', 'result', 'twice', 'first'];
      const answers = (all: Record<string, unknown>) =>
        Object.fromEntries(
          Object.entries(all).filter(
            ([name, value]) => (/^f\d+(_\w+)?$/.test(name) || besides.includes(name)) && !isEmptyAnswer(value),
          ),
        );
      const [lead = {}] = site.records(`${id}_leads`);
      const accepting = Object.values(definitions.intakes).find(({ path }) => path === `/api/${id}`);
      const fields = (accepting?.forms ?? []).flatMap((form) => definitions.forms[form]?.fields ?? []);
      const others = Object.entries(payload ?? {}).filter(([name]) => !fields.some((field) => field.name === name));
      // The entries of a group are a list of records.
      const lists = withLists(fields, (payload ?? {}) as Record<string, Json>);
      const sent = { ...Object.fromEntries(others), ...lists };
      expect(answers(lead), texts).toEqual(answers(sent));
      expect(complaints, texts).toEqual([]);
    },
  );
});

const isEmptyAnswer = (value: unknown): boolean =>
  [null, '', false].includes(value as null) || (Array.isArray(value) && value.length === 0);
