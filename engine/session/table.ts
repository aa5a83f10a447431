/**
 * A transition table: the part of a flow that a page steps through before its machine runs, as plain data.
 * `compileTable` derives it from the machine. Browsers receive this file without XState.
 */
import type { Code, Json } from '../../schemas/compiled.ts';
import type { Evaluate } from '../expressions/evaluator.ts';
import type { FlowEvent } from '../steps/screen.ts';
import type { Effect, OutsideEvent } from './effects.ts';
import type { TableRuntime } from './table-runtime.ts';
import { plainJudge, type ReadFormat, type TextJudge, type TextTest } from './text-judge.ts';

type Values = Readonly<Record<string, Json>>;

/** The effects that a page performs without the machine. */
export type TableEffect = Extract<Effect, { kind: 'navigate' | 'toast' | 'alert' | 'track' | 'focus' }>;

/** A condition. `list` and `index` locate the stored answer of a question. A submission carries a value for each `field`. */
export type TableGuard =
  /** The event carries one of these values. */
  | readonly ['isOption', values: readonly (number | string | boolean)[]]
  | readonly ['isOption', values: readonly (string | boolean)[], field: string]
  /** It is a list of some of these values, each once, as many as one of the numbers if there are any. */
  | readonly ['areOptions', values: readonly string[], field: string]
  | readonly ['areOptions', values: readonly string[], field: string, counts: readonly number[]]
  /** The trimmed text that the event carries passes these tests. */
  | readonly ['isText', tests: readonly TextTest[], field: string]
  /** The answer is one of these values; of the event if it carries one. */
  | readonly ['isAnswered', list: string, index: number, values: readonly number[]]
  /** As `answered`, and the list has all other answers. */
  | readonly ['isComplete', list: string, index: number, values: readonly number[]]
  /** These values are present. */
  | readonly ['canEnter', names: readonly string[]]
  | ConditionGuard;

/** `numbers` are names of texts that the condition reads as numbers; `formats` say how, unless JavaScript reads them alike. */
export type ConditionGuard =
  | readonly ['isTrue', when: Code]
  | readonly ['isTrue', when: Code, numbers: readonly string[]]
  | readonly ['isTrue', when: Code, numbers: readonly string[], formats: Readonly<Record<string, ReadFormat>>];

/** Options that are offered if a condition holds. */
export type OfferedOptions = readonly [options: readonly string[], when: ConditionGuard];

/** Adds the error of a field. Of several errors that it can have, all but the first have a number. */
export type TableError = readonly ['setError', field: string] | readonly ['setError', field: string, index: number];

export type TableNavigation = {
  readonly kind: 'navigate';
  /** Null keeps the current path. */
  readonly path: string | null;
  readonly screen: string;
  /** The names of the values in the query. */
  readonly query?: readonly string[];
};

export type TableAction =
  /** Without an index, the answer is the value of a field. */
  | readonly ['answer', name: string]
  | readonly ['answer', name: string, index: number]
  /** Stores the text of a field without the white space around it. */
  | readonly ['trim', name: string]
  | readonly ['set', name: string, value: Json]
  | readonly ['clearErrors']
  | TableError
  | Exclude<TableEffect, { kind: 'navigate' }>
  | TableNavigation;

/** The transitions of an event are tried in order; the first whose guard is true applies. */
export type TableTransition = {
  readonly if?: TableGuard;
  readonly do?: readonly TableAction[];
  /** The next state; by default the current one. */
  readonly to?: string;
  /** Further transitions of the same event, taken after the actions; several transitions share those of a name in `on`. */
  readonly next?: readonly TableTransition[] | string;
  /** The transition leaves the table: the machine processes the event. */
  readonly out?: true;
};

/** Transitions by the machine's event, with a name or a field if it has one. */
export type TableEvents = Readonly<Record<string, readonly TableTransition[]>>;

/** A state of the machine in which the visitor can act, or that waits for a timer. */
export type TableState = {
  readonly screen: string;
  /** Its timer: the event is sent after `ms` milliseconds in the state. */
  readonly after?: readonly [timer: Extract<OutsideEvent, { type: 'TIMER' }>, ms: number];
  /** Where the answer to its question is stored. */
  readonly answer?: readonly [list: string, index: number];
  /** The fields of its form, with their options that cannot be chosen beside another. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** The conditions of its fields that have one, in the order of the form. A hidden field is empty for those behind it. */
  readonly shown?: Readonly<Record<string, ConditionGuard>>;
  /** The options of its fields that have conditions. */
  readonly offered?: Readonly<Record<string, readonly OfferedOptions[]>>;
  /** Undefined if the table only shows the screen: the machine processes all events but Back and Forward. */
  readonly on?: TableEvents;
  /** Whether an event may end the table. */
  readonly last?: true;
  /** Whether its address and its form have everything that the table stores: the server can take the form without the page. */
  readonly whole?: true;
};

export type TransitionTable = {
  readonly start: string;
  /** The initial values that its guards and actions use. */
  readonly values: Values;
  readonly states: Readonly<Record<string, TableState>>;
  /** Transitions for Back and Forward, by screen. */
  readonly history: Readonly<Record<string, readonly TableTransition[]>>;
};

/** A visit inside a table. */
export interface TableVisit {
  readonly state: string;
  readonly values: Values;
  /** What has set the errors of fields. */
  readonly errors: readonly TableError[];
}

/** An event that a page has taken, with its stamp. */
export interface SteppedEvent {
  readonly event: FlowEvent | OutsideEvent;
  readonly stamp: { readonly at: number; readonly random: number };
}

export interface TableStep {
  readonly visit: TableVisit;
  readonly effects: readonly TableEffect[];
}

const listOf = (values: Values, name: string): readonly Json[] => (values[name] ?? []) as readonly Json[];

/** The answer that an event carries, else the stored one. */
const answerIn = (event: { readonly value?: unknown }, values: Values, list: string, index: number): Json =>
  typeof event.value === 'number' ? event.value : (listOf(values, list)[index] ?? null);

const isPresent = (value: Json | undefined): boolean =>
  (value ?? null) !== null && !(Array.isArray(value) && value.includes(null));

/** An event of the visitor, with what it carries. */
interface Carrying {
  readonly value?: unknown;
  readonly values?: Values;
}

/** The value that an event carries for a field. */
const givenBy = ({ value, values }: Carrying, field = ''): unknown => (values ? values[field] : value);

/** Whether a value is a text that passes all tests. @param values those of all fields */
export const passes = (text: unknown, tests: readonly TextTest[], judge: TextJudge, values?: Values): boolean =>
  typeof text === 'string' && tests.every((test) => judge.test(text.trim(), test, values));

function holds(
  guard: TableGuard,
  values: Values,
  event: Carrying,
  { evaluate, written = plainJudge }: TableRuntime,
): boolean {
  switch (guard[0]) {
    case 'isOption':
      return (guard[1] as readonly unknown[]).includes(givenBy(event, guard[2]));
    case 'areOptions': {
      const given = givenBy(event, guard[2]);
      return (
        Array.isArray(given) &&
        given.every((each, index) => guard[1].includes(each) && given.indexOf(each) === index) &&
        (guard[3]?.includes(given.length) ?? true)
      );
    }
    case 'isText':
      return passes(givenBy(event, guard[2]), guard[1], written, event.values);
    case 'canEnter':
      return guard[1].every((name) => isPresent(values[name]));
    case 'isTrue':
      return (
        (evaluate as Evaluate)(guard[1], (name) => {
          const value = values[name];
          return guard[2]?.includes(name) ? written.read(value, guard[3]?.[name]) : value;
        }) === true
      );
    default: {
      const [kind, list, index, options] = guard;
      return (
        options.includes(answerIn(event, values, list, index) as number) &&
        (kind === 'isAnswered' || listOf(values, list).every((answer, at) => at === index || answer !== null))
      );
    }
  }
}

/**
 * The view of a visit: its state, and what has set the errors that its screen shows, in their order. A form keeps its errors while
 * another is shown.
 */
export function viewOf({ states }: TransitionTable, { state, errors }: TableVisit): string {
  const { answer, fields } = states[state] ?? {};
  return [state, ...errors.filter(([, field]) => answer || fields?.[field])].join('!');
}

/** The visit of a new visitor. */
export const startVisit = ({ start, values }: TransitionTable): TableVisit => ({ state: start, values, errors: [] });

const queryOf = ({ query = [] }: TableNavigation, values: Values): Record<string, string> =>
  Object.fromEntries(query.map((name) => [name, JSON.stringify(values[name])]));

/**
 * Applies an event to a visit. Pure.
 * @param runtime what the table's guards need
 * @returns null if the machine has to process the event
 * @throws ExpressionError if a condition has no value
 */
export function takeEvent(
  { states, history }: TransitionTable,
  visit: TableVisit,
  event: FlowEvent | OutsideEvent,
  runtime: TableRuntime = {},
): TableStep | null {
  let { state, values, errors } = visit;
  const effects: TableEffect[] = [];
  const { on } = states[state] ?? {};
  const { type, name, field } = event as { readonly type: string; readonly name?: string; readonly field?: string };
  const found = event.type === 'GO' ? history[event.screen] : on && (on[`${type}.${name ?? field}`] ?? on[type] ?? []);
  let transitions: readonly TableTransition[] | undefined = found ?? [{ out: true }];
  while (transitions) {
    const taken: TableTransition | undefined = transitions.find(
      (each) => !each.if || holds(each.if, values, event as Carrying, runtime),
    );
    if (!taken) break;
    if (taken.out) return null;
    for (const action of taken.do ?? []) {
      if ('kind' in action)
        effects.push(action.kind === 'navigate' ? { ...action, query: queryOf(action, values) } : action);
      else if (action[0] === 'answer') {
        const [, name, index] = action;
        if (index === undefined) {
          values = { ...values, [name]: givenBy(event as Carrying, name) as Json };
          // As the machine: an edit clears the error of its field. A submission is about no field.
          errors = errors.filter((each) => each[1] !== field);
        } else {
          const answer = answerIn(event as Carrying, values, name, index);
          values = { ...values, [name]: listOf(values, name).map((each, at) => (at === index ? answer : each)) };
          errors = [];
        }
      } else if (action[0] === 'trim') values = { ...values, [action[1]]: `${values[action[1]]}`.trim() };
      else if (action[0] === 'set') values = { ...values, [action[1]]: action[2] };
      else errors = action[0] === 'setError' ? [...errors, action] : [];
    }
    state = taken.to ?? state;
    const { next }: TableTransition = taken;
    transitions = typeof next === 'string' ? on?.[next] : next;
  }
  return { visit: { state, values, errors }, effects };
}
