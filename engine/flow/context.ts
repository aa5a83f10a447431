/** The values a session works on: what its machine's context holds, and what it is born from. */
import type { Json } from '../../schemas/compiled.ts';
import type { FlowDefinition, ValueType } from '../definition.ts';
import { emptyOf } from '../fields/field.ts';
import type { FormDefinition } from '../forms/types.ts';
import { fits } from '../values/value-type.ts';
import { unknownVisit } from './attribution.ts';
import { readCarried } from './carried.ts';
import type { VisitSource } from './visit.ts';

/** What is drawn or read once, when a session starts; a trace keeps it in its head. */
export interface SessionInput {
  /** The screen to start at, a step or `step.question`; null starts at the beginning. */
  readonly screen: string | null;
  readonly query: Readonly<Record<string, string>>;
  readonly visit: VisitSource;
  /** Epoch milliseconds. */
  readonly at: number;
  /** A number in [0, 1). */
  readonly random: number;
  /** A fresh UUID for each kept value that is drawn, by name. */
  readonly ids: Readonly<Record<string, string>>;
  /** Values of an earlier visit, by name; those that do not fit the definition are left out. */
  readonly saved: Readonly<Record<string, Json>>;
  /** The steps whose data is among those values already. */
  readonly loaded?: readonly string[];
}

export interface FlowContext {
  readonly values: Readonly<Record<string, Json>>;
  readonly visit: VisitSource;
  readonly at: number;
  readonly screen: string | null;
  /** Carried values that the address did not bring, and why. */
  readonly lost: Readonly<Record<string, 'missing' | 'invalid'>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly problem: string | null;
  readonly error: { readonly message: string | null; readonly status: number | null } | null;
  /** The reply of the latest call. */
  readonly reply: Json;
  /** What was fetched, by step: the `loadKey` of the values it was fetched for. */
  readonly loaded: Readonly<Record<string, string>>;
  /** Drawn waits in milliseconds, by the state that waits. */
  readonly waits: Readonly<Record<string, number>>;
}

/** What a kept value holds before anything is known. */
const unset = (type: ValueType): Json =>
  type.type === 'list' && type.length !== undefined ? new Array<null>(type.length).fill(null) : null;

/**
 * The context a session starts with.
 * XState runs the context factory again, without input, on every pure transition; that result is thrown away, so it is
 * kept cheap.
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
  const carried = readCarried(flow, stepOf(input.screen), input.query);
  return {
    ...empty,
    values: { ...values, ...carried.values },
    visit: { ...unknownVisit, ...input.visit },
    at: input.at,
    screen: input.screen,
    lost: carried.lost,
  };
}

/** The step of a screen id. */
export const stepOf = (screen: string | null): string | null => screen?.split('.')[0] ?? null;
