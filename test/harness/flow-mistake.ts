/** What the planted mistakes of flows have in common. */
import type { KnownValue, VisitorCondition } from './random-answers.ts';
import type { RandomFlow } from './random-flow.ts';
import type { Written } from './random-flow-draft.ts';
import { pick, type Random } from './random-form.ts';
import type { StepVisitors } from './random-partition.ts';

/** Where a mistake is: a path in the file of the flow, or in that of a form. */
export interface MistakePlace {
  readonly form?: string;
  readonly path: readonly (string | number)[];
}

/** A mistake in a flow that has been planted. */
export interface FlowMistake {
  /** The places at which it may be reported; mostly one. */
  readonly places: readonly MistakePlace[];
  readonly codes: readonly string[];
  /** What the message has to say of the reason: of each entry one text, between `|`. */
  readonly says: readonly string[];
}

/** Plants a mistake in a flow; null if the flow has no place for it. */
export type PlantMistake = (flow: RandomFlow, random: Random) => FlowMistake | null;

/** A step with branches, and the visitors who reach it. */
export interface Junction extends StepVisitors {
  readonly id: string;
  readonly branches: Written[];
  /** The steps that it leads to. */
  readonly targets: readonly string[];
}

/** The steps with branches at which something is known of the visitors. */
export const junctionsOf = ({ flow, at }: RandomFlow): Junction[] =>
  Object.entries(flow.steps).flatMap(([id, step]) => {
    const branches = step['branch'] as Written[] | undefined;
    const here = at[id];
    return branches === undefined || here === undefined || here.known.length === 0
      ? []
      : [{ id, ...here, branches, targets: branches.map(({ to }) => String(to)) }];
  });

/** One of some; null of none. */
export const oneOfSome = <Of>(random: Random, all: readonly Of[]): Of | null =>
  all.length === 0 ? null : pick(random, all);

/** What computed values are computed from: a reason may name this instead. */
const behind: Readonly<Record<string, string>> = { level: 'score', band: 'total', weakest: 'answers' };

/** The names that an expression reads. */
export const namesOf = (text: string): readonly string[] =>
  [...text.replace(/'[^']*'/g, '').matchAll(/[a-z_]\w*/gi)]
    .map(([name]) => name)
    .filter((name) => !['in', 'size', 'default', 'null', 'true', 'false'].includes(name));

/** What a message about an expression names. */
export const namedOf = (text: string): readonly string[] =>
  namesOf(text).map((name) => (behind[name] === undefined ? name : `${name}|${behind[name]}`));

export const grouped = (text: string): string => (/&&|\|\|/.test(text) ? `(${text})` : text);

/** A condition and its opposite of some of the values. */
export function pairOf(
  random: Random,
  known: readonly KnownValue[],
): readonly [VisitorCondition, VisitorCondition] | null {
  const pair = oneOfSome(
    random,
    known.flatMap((each) => each.pairs),
  );
  return pair === null || random() < 0.5 ? pair : [pair[1], pair[0]];
}

/** Adds a step that only shows something, before a step that is there. */
export function addScreen(flow: RandomFlow, id: string, to: string): string {
  flow.flow.steps[id] = {
    show: [
      { type: 'text', title: 'One more thing' },
      { type: 'actions', actions: [{ label: 'Go on', send: 'ok' }] },
    ],
    on: { ok: { to } },
  };
  return id;
}
