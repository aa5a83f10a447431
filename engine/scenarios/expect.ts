/** Compares what a scenario expects with a visit. */
import type { Json } from '../../schemas/compiled.ts';
import type { ScenarioExpectation } from '../../schemas/generated/types.ts';
import type { Effect } from '../session/effects.ts';
import { type Session, scopeAt, screenOf } from '../session/session.ts';
import { canonicalJson } from '../values/canonical-json.ts';
import type { ScenarioServer } from './server.ts';

/** A visit as expectations see it. */
export interface ScenarioVisit {
  readonly session: Session;
  readonly server: ScenarioServer;
  /** Every effect so far. */
  readonly effects: readonly Effect[];
  /** The tracking events so far. */
  readonly events: readonly string[];
}

/** An expectation that is not met. */
export interface UnmetExpectation {
  /** What was compared: `screen`, `values.email`, `stored./api/leads`. */
  readonly what: string;
  readonly expected: Json;
  readonly found: Json;
}

/** The expectations that a visit does not meet. */
export function unmetBy(expected: ScenarioExpectation, visit: ScenarioVisit): UnmetExpectation[] {
  const failures: UnmetExpectation[] = [];
  const equal = (what: string, wanted: unknown, found: unknown): void => {
    const [one, other] = [wanted ?? null, found ?? null] as [Json, Json];
    if (canonicalJson(one) !== canonicalJson(other)) failures.push({ what, expected: one, found: other });
  };
  /** Of a record, only the expected members are compared. */
  const within = (what: string, wanted: Json, found: Json | undefined): void => {
    if (!isRecord(wanted) || !isRecord(found)) equal(what, wanted, found);
    else for (const [name, value] of Object.entries(wanted)) within(`${what}.${name}`, value, found[name]);
  };
  const screen = screenOf(visit.session);
  if (expected.screen !== undefined && expected.screen !== screen.id && expected.screen !== screen.step)
    equal('screen', expected.screen, screen.id);
  if (expected.busy !== undefined)
    equal('busy', expected.busy, screen.status === 'calling' || screen.status === 'loading');
  if (expected.message !== undefined) {
    const shown = messagesIn(visit.effects, screen.form?.problem ?? null);
    if (!shown.some((text) => text.includes(expected.message as string))) equal('message', expected.message, shown);
  }
  if (expected.errors !== undefined) equal('errors', expected.errors, screen.form?.errors ?? {});
  const read = scopeAt(visit.session);
  for (const [name, value] of Object.entries(expected.values ?? {}))
    within(`values.${name}`, value as Json, read(name));
  for (const [path, members] of Object.entries(expected.sent ?? {})) {
    const sent = visit.server.sent(path);
    if (sent === undefined) equal(`sent.${path}`, members, null);
    else for (const [name, value] of Object.entries(members)) within(`sent.${path}.${name}`, value as Json, sent[name]);
  }
  for (const [path, count] of Object.entries(expected.stored ?? {}))
    equal(`stored.${path}`, count, visit.server.stored(path));
  if (expected.events !== undefined) equal('events', expected.events, visit.events);
  if (expected.leaves !== undefined) {
    const left = visit.effects.findLast((effect) => effect.kind === 'leave');
    const address = left?.kind === 'leave' ? (left.preferred ?? left.href) : null;
    if (address?.startsWith(expected.leaves) !== true) equal('leaves', expected.leaves, address);
  }
  return failures;
}

const isRecord = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The texts of the last message, and the problem that the form shows. */
function messagesIn(effects: readonly Effect[], problem: string | null): string[] {
  const last = effects.findLast(({ kind }) => kind === 'toast' || kind === 'alert');
  const texts = last?.kind === 'toast' ? [last.title, last.text] : last?.kind === 'alert' ? [last.text] : [];
  return [...texts, ...(problem === null ? [] : [problem])];
}
