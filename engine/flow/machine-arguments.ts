/** What the guards and actions of a machine get. */
import type { Json } from '../../schemas/compiled.ts';
import type { FieldError } from '../forms/validate.ts';
import type { FlowContext } from './context.ts';

/** An event as the machine receives it, stamped with the time and one random number, so that a replay has both. */
export interface StampedEvent {
  readonly type: string;
  readonly at?: number;
  readonly random?: number;
  readonly [key: string]: unknown;
}

export interface MachineArguments {
  readonly context: FlowContext;
  readonly event: StampedEvent;
}

/**
 * Validates a form. It is passed in because a browser fetches the validation library only when a form is about to
 * appear.
 */
export type FormValidator = (
  form: string,
  values: Readonly<Record<string, unknown>>,
) =>
  | { readonly ok: true; readonly values: Readonly<Record<string, Json>> }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** The verdict on the values that an event submits to a form. */
export type Verdicts = (form: string, args: MachineArguments) => ReturnType<FormValidator>;

/** The values that an event submits. */
export const valuesIn = (event: StampedEvent): Readonly<Record<string, unknown>> =>
  (event['values'] ?? {}) as Readonly<Record<string, unknown>>;

/** Several guards and actions read the verdict on an event; the validation runs once. */
export function verdictsOf(validate: FormValidator): Verdicts {
  const verdicts = new WeakMap<StampedEvent, ReturnType<FormValidator>>();
  return (form, { context, event }) => {
    if (!verdicts.has(event)) verdicts.set(event, validate(form, { ...context.values, ...valuesIn(event) }));
    return verdicts.get(event) as ReturnType<FormValidator>;
  };
}

/** The stored answers of a list of questions. */
export const answersIn = (context: FlowContext, list: string): readonly Json[] => {
  const value = context.values[list];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
};

/** The answer in an event, else the stored one. */
export const answerIn = ({ context, event }: MachineArguments, params: { list: string; index: number }): Json =>
  (typeof event['value'] === 'number' ? event['value'] : null) ?? answersIn(context, params.list)[params.index] ?? null;
