/** The values of a session: the input it starts with and the context of its machine. */
import type { Json } from '../../schemas/compiled.ts';
import type { FlowDefinition, ValueType } from '../definition.ts';
import { emptyOf } from '../fields/field.ts';
import type { FormDefinition } from '../forms/types.ts';
import { fits } from '../values/value-type.ts';
import { unknownVisit } from './attribution.ts';
import { readStepQuery } from './step-query.ts';
import type { VisitSource } from './visit.ts';

/** Values that are generated or read once, when a session starts. A trace stores them in its head. */
export type SessionInput = {
  /** The screen to start at, a step or `step.question`; null starts at the beginning. */
  readonly screen: string | null;
  readonly query: Readonly<Record<string, string>>;
  readonly visit: VisitSource;
  /** Epoch milliseconds. */
  readonly at: number;
  /** A number in [0, 1). */
  readonly random: number;
  /** A new UUID for each value with `generate`, by name. */
  readonly ids: Readonly<Record<string, string>>;
  /** Values of an earlier visit, by name. Those that do not match the definition are ignored. */
  readonly saved: Readonly<Record<string, Json>>;
  /** The steps whose fetched data is already among the saved values. */
  readonly loaded?: readonly string[];
};

export type FlowContext = {
  readonly values: Readonly<Record<string, Json>>;
  readonly visit: VisitSource;
  readonly at: number;
  readonly screen: string | null;
  /** Values that are missing from the address or invalid in it. */
  readonly lost: Readonly<Record<string, 'missing' | 'invalid'>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly problem: string | null;
  readonly error: { readonly message: string | null; readonly status: number | null } | null;
  /** The reply of the latest call. */
  readonly reply: Json;
  /** The steps whose data was fetched, with the `loadKey` of the values that were sent. */
  readonly loaded: Readonly<Record<string, string>>;
  /** Random delays in milliseconds, by the state that waits. */
  readonly waits: Readonly<Record<string, number>>;
};

/** The initial value of an entry of `data`. */
const unset = (type: ValueType): Json =>
  type.type === 'list' && type.length !== undefined ? new Array<null>(type.length).fill(null) : null;

/**
 * The context that a session starts with.
 * XState calls the context factory again, without input, on every pure transition and discards the result, so that case
 * has to be cheap.
 */
export function initialContext(
  flow: FlowDefinition,
  forms: readonly FormDefinition[],
  input: SessionInput | undefined,
): FlowContext {
  const empty = {
    visit: {},
    at: 0,
    screen: null,
    lost: {},
    errors: {},
    problem: null,
    error: null,
    reply: null,
    loaded: {},
    waits: {},
  };
  if (input === undefined) return { values: {}, ...empty };
  const values: Record<string, Json> = {};
  for (const [name, type] of Object.entries(flow.data ?? {})) {
    const saved = [name, ...(type.aliases ?? [])]
      .map((each) => input.saved[each])
      .find((each) => each !== undefined && each !== null);
    if (saved !== undefined && fits(type, saved, true)) values[name] = saved;
    else values[name] = type.generate === true ? (input.ids[name] ?? null) : unset(type);
  }
  for (const form of forms) {
    for (const field of form.fields) {
      const saved = [field.name, ...(field.aliases ?? [])]
        .map((each) => input.saved[each])
        .find((each) => each !== undefined);
      values[field.name] = saved ?? field.default ?? emptyOf(field);
    }
  }
  for (const name in input.saved) if (name[0] === '@') values[name] = input.saved[name] as Json;
  const carried = readStepQuery(flow, stepOf(input.screen), input.query);
  return {
    ...empty,
    values: { ...values, ...carried.values },
    visit: { ...unknownVisit, ...input.visit },
    at: input.at,
    screen: input.screen,
    lost: carried.lost,
  };
}

/** The step of a screen or a state: `quiz` of `quiz.profile`. */
export function stepOf(screen: string): string;
export function stepOf(screen: string | null): string | null;
export function stepOf(screen: string | null): string | null {
  return screen?.split('.')[0] ?? null;
}
