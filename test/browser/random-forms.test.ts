/**
 * Random forms in Chromium: the messages on the page and the stored values match the engine's verdict on the same values.
 * `GENERATED_FORMS=200` makes that many.
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
import { formMessages } from '../../engine/messages/catalogue.ts';
import { dayOf } from '../../engine/rules/date/day.ts';
import { readFields } from '../../engine/session/posted.ts';
import { fixtureFolder } from '../harness/fixture-sites.ts';
import type { Entries } from '../harness/form-bundle.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { patience } from '../harness/patience.ts';
import { randomForm, seeded } from '../harness/random-form.ts';
import { visitSite } from '../harness/site-visits.ts';

const count = Number(process.env['GENERATED_FORMS'] ?? 6);
const random = seeded(count);
const forms = Array.from({ length: count }, (_, index) => randomForm(`g${index}`, random));

const folder = mkdtempSync(join(tmpdir(), 'random-forms-'));
cpSync(fixtureFolder('fields'), folder, { recursive: true });
for (const own of ['pesquisa', 'perguntas']) rmSync(join(folder, own), { recursive: true });
const home = join(folder, 'home.page.yaml');
writeFileSync(home, readFileSync(home, 'utf8').replace('[pesquisa](/pesquisa)', 'pesquisa'));
for (const { file } of forms) writeFileSync(join(folder, file.path), file.text);
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

/** The names of the fields whose condition does not hold on the page. */
const hiddenOn = (page: Page): Promise<string[]> =>
  page.locator('.field__when[hidden]:not(:empty)').evaluateAll((all) =>
    all.map(
      // What is computed has no control.
      (each) =>
        each.querySelector<HTMLInputElement>('[name]')?.name ??
        each.querySelector('output')?.id.replace(/^form-\w+-/, '') ??
        '',
    ),
  );

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
      for (let drawn = await group.locator('[data-entry]').count(); drawn < wanted; drawn += 1) {
        if (!(await add.isVisible())) break;
        await add.click();
        await expect.poll(() => group.locator('[data-entry]').count(), { timeout: patience }).toBe(drawn + 1);
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
        [...document.querySelectorAll<HTMLElement>(`[id^="${prefix}"][id$="-error"]`)].flatMap((error) =>
          error.checkVisibility() ? [[error.id.slice(prefix.length, -'-error'.length), error.textContent ?? '']] : [],
        ),
      ),
    `form-${id}-`,
  );

describe('a random form', () => {
  let definitions: SiteDefinition;
  beforeAll(async () => {
    definitions = await loadFunnels(folder);
  });

  test.each(forms.map((form, index) => [form.id, index % 3 > 0, form] as const))(
    '%s, with JavaScript: %s',
    async (id, javaScriptEnabled, made) => {
      const [form] = compiledFlow(definitions, id).forms;
      if (form === undefined) throw new Error(`${id} has no form`);
      const { page, driver, complaints } = await site.visit(`/${id}`, { javaScriptEnabled });
      const valuesOn = async () => readFields(new URLSearchParams(await entriesOn(page)), form.fields);
      await fill(page, made.fill(random), async () => {
        if (!javaScriptEnabled) return;
        const now = await valuesOn();
        const isDrawn = (name: string): boolean => {
          const row = form.fields.find((field) => field.name === name)?.row;
          const counted = form.fields.find((field) => groupCountedBy(field) === row?.of);
          return row === undefined || (counted !== undefined && row.index < entriesShown(counted, now));
        };
        const expected = [...hiddenFields(form.fields, now)].filter(isDrawn);
        await expect.poll(() => hiddenOn(page), { timeout: patience }).toEqual(expected);
      });
      const values = await valuesOn();
      const verdict = formValidator([form], formMessages(definitions.site))(form.id, values);
      const what = `${made.file.text}\nposted: ${JSON.stringify(values)}`;
      await driver.submit();
      if (!verdict.ok) {
        const messages = Object.fromEntries(verdict.errors.map(({ field, message }) => [field, message]));
        await expect.poll(() => errorsOn(page, form.id), { timeout: patience, message: what }).toEqual(messages);
      } else {
        await driver.expectScreen('thanks');
        const hidden = hiddenFields(form.fields, values);
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
});
