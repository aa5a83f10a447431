/** Compares what a scenario expects with what a visit shows: of the machine, or of a page in a browser. */
import type { Json } from '../../schemas/compiled.ts';
import type { ScenarioExpectation } from '../../schemas/generated/types.ts';
import { canonicalJson } from '../values/canonical-json.ts';

/** A visit as expectations see it. */
export interface ScenarioView {
  /** The screen: a step, or `step.question`. */
  readonly screen: string;
  /** Whether a call is awaited. */
  readonly busy: boolean;
  /** The texts of the last toast or alert, and the problem that the form shows. */
  readonly messages: readonly string[];
  /** The messages at the fields, by name. */
  readonly errors: Readonly<Record<string, string>>;
  /** The tracking events so far. */
  readonly events: readonly string[];
  /** The address of the last redirect; null if there was none. */
  readonly leaves: string | null;
  /** The value of a name; undefined if it has none. */
  value(name: string): Json | undefined;
  /** The last body that was sent to a path; undefined if there was none. */
  sent(path: string): Readonly<Record<string, Json>> | undefined;
  /** The number of stored submissions of a path. */
  stored(path: string): number;
}

/** An expectation that is not met. */
export interface UnmetExpectation {
  /** What was compared: `screen`, `values.email`, `stored./api/leads`. */
  readonly what: string;
  readonly expected: Json;
  readonly found: Json;
}

/** The expectations that a visit does not meet. */
export function unmetBy(expected: ScenarioExpectation, view: ScenarioView): UnmetExpectation[] {
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
  const { screen, message, leaves } = expected;
  if (screen !== undefined && screen !== view.screen && screen !== view.screen.split('.')[0])
    equal('screen', screen, view.screen);
  if (expected.busy !== undefined) equal('busy', expected.busy, view.busy);
  if (message !== undefined && !view.messages.some((text) => text.includes(message)))
    equal('message', message, view.messages);
  if (expected.errors !== undefined) equal('errors', expected.errors, view.errors);
  for (const [name, value] of Object.entries(expected.values ?? {}))
    within(`values.${name}`, value as Json, view.value(name));
  for (const [path, members] of Object.entries(expected.sent ?? {})) {
    const sent = view.sent(path);
    if (sent === undefined) equal(`sent.${path}`, members, null);
    else for (const [name, value] of Object.entries(members)) within(`sent.${path}.${name}`, value as Json, sent[name]);
  }
  for (const [path, count] of Object.entries(expected.stored ?? {})) equal(`stored.${path}`, count, view.stored(path));
  if (expected.events !== undefined) equal('events', expected.events, view.events);
  if (leaves !== undefined && view.leaves?.startsWith(leaves) !== true) equal('leaves', leaves, view.leaves);
  return failures;
}

const isRecord = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
