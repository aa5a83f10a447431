/**
 * Random forms: browser, a post without JavaScript and the server agree on every verdict, on what is hidden and on what is
 * stored. `GENERATED_FORMS=10000` makes that many.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { IntakeDefinition, SiteDefinition } from '../../../engine/definition.ts';
import { toPayload } from '../../../engine/fields/field.ts';
import { prepareAcceptance } from '../../../engine/intakes/accept.ts';
import { loadSite } from '../../../engine/load/load-site.ts';
import { formMessages, messagesFor } from '../../../engine/messages/catalogue.ts';
import { rulesWith } from '../../../engine/rules/all.ts';
import type { Effect } from '../../../engine/session/effects.ts';
import { postedEvent } from '../../../engine/session/form-event.ts';
import { screenOf, sendEvent, startSession } from '../../../engine/session/session.ts';
import { createRecorder } from '../../../engine/trace/record.ts';
import { replayTrace } from '../../../engine/trace/replay.ts';
import { browserRealm } from '../../harness/browser-realm.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { fixtureFolder } from '../../harness/fixture-sites.ts';
import type { Entries, Submitted } from '../../harness/form-bundle.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { type RandomForm, randomForm, seeded } from '../../harness/random-form.ts';
import { loadOptions } from '../load/fixtures.ts';

const forms = Number(process.env['GENERATED_FORMS'] ?? 150);
const perSite = 25;
const visits = 6;
const sites = Array.from({ length: Math.ceil(forms / perSite) }, (_, index) => index);

/** Submits a form with a browser's code. */
async function browserCode(): Promise<(form: unknown, messages: unknown, entries: Entries) => Submitted> {
  const evaluate = await browserRealm('test/harness/form-bundle.ts', 'forms');
  const run = evaluate('(args) => JSON.stringify(forms.submit(...JSON.parse(args)))') as (args: string) => string;
  return (...args) => JSON.parse(run(JSON.stringify(args))) as Submitted;
}

describe('random forms', () => {
  const seen = new Set<string>();
  let submitInBrowser: Awaited<ReturnType<typeof browserCode>>;
  const folder = fixtureFolder('fields');
  const frame = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((path) => ({
      path,
      text: readFileSync(join(folder, path), 'utf8').replace('[pesquisa](/pesquisa)', 'pesquisa'),
    }));
  beforeAll(async () => {
    submitInBrowser = await browserCode();
  });

  test.each(sites)('of site %i', (index) => {
    const random = seeded(index + 1);
    const made = Array.from({ length: perSite }, (_, form) => randomForm(`g${index}x${form}`, random));
    const { site, problems } = loadSite([...frame, ...made.map(({ file }) => file)], loadOptions(new Set()));
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code, message, frame: code_ }) => `${code}: ${message}\n${code_}`)).toEqual([]);
    const outcomes = new Set<string>();
    for (const { fields } of Object.values((site as SiteDefinition).forms))
      for (const { rules } of fields) for (const { rule } of rules) seen.add(rule);
    for (const form of made)
      for (let visit = 0; visit < visits; visit += 1)
        outcomes.add(compare(site as SiteDefinition, form, form.fill(random)));
    expect([...outcomes].sort()).toEqual(['refused', 'stored']);
  });

  test('have every rule of the engine', () => {
    expect([...seen].sort()).toEqual(
      Object.keys(rulesWith({}))
        .filter((rule) => rule !== 'extension')
        .sort(),
    );
  });

  function compare(site: SiteDefinition, { id, file }: RandomForm, entries: Entries): 'stored' | 'refused' {
    const compiled = compiledFlow(site, id);
    const [form] = compiled.forms;
    if (form === undefined) throw new Error(`${id} has no form`);
    const texts = formMessages(site.site);
    const what = `${file.text}\nposted: ${JSON.stringify(entries)}`;

    // A browser's own verdict, and that of the server on a post without JavaScript.
    const { values, verdict, hidden } = submitInBrowser(form, texts, entries);
    const started = startSession(compiled, startAt()).session;
    const posted = new URLSearchParams(entries.map(([name, value]) => [name, value]));
    const event = postedEvent(screenOf(started), posted);
    expect(event, what).toEqual({ type: 'SUBMIT', values });
    const stamp = { at: Date.UTC(2026, 10, 20, 12), random: 0.5 };
    const after = sendEvent(started, event as NonNullable<typeof event>, stamp);
    // Its trace is redacted, and a replay reaches the same state.
    const recorder = createRecorder(compiled, startAt());
    recorder.record(event as NonNullable<typeof event>, stamp);
    const replay = replayTrace(compiled, recorder.lines());
    expect([replay.divergence, replay.strayedAt], what).toEqual([null, null]);
    // The redacted session has taken the visitor's way.
    expect(
      recorder.lines().filter((line) => 'real' in line),
      what,
    ).toEqual([]);
    const { errors } = screenOf(after.session).form ?? { errors: {} };
    const calls = after.effects.filter((effect): effect is Extract<Effect, { kind: 'call' }> => effect.kind === 'call');

    // A client without this code.
    const intake = Object.values(site.intakes).find(({ path }) => path === `/api/${id}`) as IntakeDefinition;
    const acceptance = prepareAcceptance(site, intake, texts, messagesFor(site.site));
    const direct = acceptance.accept(values);

    if (!verdict.ok) {
      const messages = Object.fromEntries(verdict.errors.map(({ field, message }) => [field, message]));
      expect(errors, what).toEqual(messages);
      expect(calls, what).toEqual([]);
      expect(direct.ok ? {} : direct.errors, what).toEqual(messages);
      return 'refused';
    }
    expect(calls, what).toHaveLength(1);
    const { payload } = calls[0] as (typeof calls)[number];
    const accepted = acceptance.accept(payload);
    const shown = form.fields.filter(({ name }) => !hidden.includes(name));
    const expected: Record<string, unknown> = {};
    const listOf = (group: string): Record<string, unknown>[] => {
      const list = (expected[group] ?? []) as Record<string, unknown>[];
      expected[group] = list;
      return list;
    };
    for (const field of shown) {
      const sent = toPayload(field, verdict.values[field.name] ?? null);
      // The entries of a group are a list of records, also where a field of an entry is hidden or has no number.
      if (field.row !== undefined) {
        const list = listOf(field.row.of);
        while (list.length <= field.row.index) list.push({});
        if (sent !== null) Object.assign(list[field.row.index] as object, { [field.row.name]: sent });
      } else if (field.type === 'choice' && field.rows !== undefined) {
        if (sent !== null) listOf(field.rows.of);
      } else if (sent !== null) expected[field.name] = sent;
    }
    const stored = (result: typeof accepted) =>
      result.ok
        ? Object.fromEntries(Object.entries(result.values).filter(([name]) => /^f\d+(_\w+)?$/.test(name)))
        : result.errors;
    expect(stored(accepted), what).toEqual(expected);
    expect(stored(direct), what).toEqual(expected);
    for (const name of hidden) expect(payload, what).not.toHaveProperty(name);
    return 'stored';
  }
});
