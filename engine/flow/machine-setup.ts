/**
 * The named guards and actions of a compiled machine. Each takes plain data, so that a machine's configuration can be
 * read, compared and drawn. They are implemented here; an effect is implemented by the environment that performs it.
 */
import { assign, fromTransition, setup } from 'xstate';
import type { Json, Wait } from '../../schemas/compiled.ts';
import type { FormDefinition } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { ExpressionError } from '../expressions/error.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { emptyOf } from '../fields/field.ts';
import { applyMask } from '../fields/masks/masks.ts';
import type { FieldError } from '../forms/validate.ts';
import type { ChangeParams, GuardParams } from '../steps/parts/actions.ts';
import { fits } from '../values/value-type.ts';
import { type FlowContext, initialContext, type SessionInput } from './context.ts';
import { loadedAtStart, loadKey } from './load-state.ts';
import { onItsWay } from './on-its-way.ts';
import { plainText, scopeOf } from './scope.ts';

/** An event as the machine receives it, stamped with the time and one random number, so that a replay has both. */
export interface StampedEvent {
  readonly type: string;
  readonly at?: number;
  readonly random?: number;
  readonly [key: string]: unknown;
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

interface Args {
  readonly context: FlowContext;
  readonly event: StampedEvent;
}

const answersOf = (context: FlowContext, list: string): readonly Json[] => {
  const value = context.values[list];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
};

/** The answer in an event, else the stored one. */
const answerIn = ({ context, event }: Args, params: { list: string; index: number }): Json =>
  (typeof event['value'] === 'number' ? event['value'] : null) ?? answersOf(context, params.list)[params.index] ?? null;

/**
 * Sets up the machine factory of one flow: its guards, actions and delays.
 * @param forms the forms its steps use
 * @param validate validates a form
 * @param delays the bounds of the delays, by the state that waits
 */
export function setupMachine(
  flow: FlowDefinition,
  forms: readonly FormDefinition[],
  validate: FormValidator,
  delays: ReadonlyMap<string, Wait>,
) {
  const formOf = (id: string): FormDefinition => forms.find((form) => form.id === id) as FormDefinition;
  const given = (event: StampedEvent): Readonly<Record<string, unknown>> =>
    (event['values'] ?? {}) as Readonly<Record<string, unknown>>;
  const verdicts = new WeakMap<StampedEvent, ReturnType<FormValidator>>();
  /** The verdict on the values that an event submits. Several guards and actions read it; the validation runs once. */
  const verdictOf = (form: string, { context, event }: Args): ReturnType<FormValidator> => {
    if (!verdicts.has(event)) verdicts.set(event, validate(form, { ...context.values, ...given(event) }));
    return verdicts.get(event) as ReturnType<FormValidator>;
  };

  return setup({
    types: {} as { context: FlowContext; input: SessionInput; events: StampedEvent },
    // The machine never runs a call: the session returns it as an effect and sends the outcome back as an event.
    actors: {
      call: fromTransition(
        (none: null) => none,
        (_: { input: { path: string } }) => null,
      ),
    },
    delays: Object.fromEntries(
      [...delays].map(([state, wait]) => [
        `delay:${state}`,
        ({ context }: { context: FlowContext }) => context.waits[state] ?? wait.from,
      ]),
    ),
    guards: {
      startsAt: ({ context }: Args, params: GuardParams['startsAt']) => context.screen === params.screen,
      canEnter: ({ context, event }: Args, params: GuardParams['canEnter']) =>
        (params.from === 'start' ? context.screen : event['screen']) === params.screen &&
        (params.loaded === undefined || context.loaded[params.loaded] === loadKey(flow, params.loaded, context)) &&
        params.needs.every((name) => {
          const value = context.values[name] ?? null;
          return (
            value !== null &&
            !(Array.isArray(value) && value.includes(null)) &&
            (params.from === 'history' || context.lost[name] === undefined)
          );
        }),
      isOption: ({ event }: Args, params: GuardParams['isOption']) => params.values.includes(event['value'] as number),
      isAnswered: (args: Args, params: GuardParams['isAnswered']) =>
        params.values.includes(answerIn(args, params) as number),
      isComplete: (args: Args, params: GuardParams['isComplete']) =>
        params.values.includes(answerIn(args, params) as number) &&
        answersOf(args.context, params.list).every((answer, index) => index === params.index || answer !== null),
      isValid: (args: Args, params: GuardParams['isValid']) => verdictOf(params.form, args).ok,
      isTrue: ({ context }: Args, { when, step }: GuardParams['isTrue']) =>
        evaluate(when, scopeOf(flow, step === undefined ? context : onItsWay({ flow, forms }, context, step, true))) ===
        true,
    },
    actions: {
      stamp: assign(({ event }: Args) => ({ at: event.at ?? 0 })),
      answer: assign((args: Args, params: ChangeParams['answer']) => ({
        values: {
          ...args.context.values,
          [params.list]: answersOf(args.context, params.list).map((answer, index) =>
            index === params.index ? answerIn(args, params) : answer,
          ),
        },
        errors: {},
      })),
      clearErrors: assign({ errors: {} }),
      clearProblem: assign({ problem: null }),
      /** Sets a field's error to the text of a message. */
      setError: assign(({ context }: Args, { field, message }: ChangeParams['setError']) => {
        const { inline, text, toast, alert = '' } = message;
        return { errors: { [field]: plainText(inline ?? text ?? toast ?? alert, scopeOf(flow, context)) } };
      }),
      setField: assign(({ context, event }: Args, params: ChangeParams['setField']) => {
        const field = formOf(params.form).fields.find((each) => each.name === event['field']);
        if (field === undefined) return {};
        const raw = event['value'] as Json;
        const value = field.mask !== undefined && typeof raw === 'string' ? applyMask(field.mask, raw) : raw;
        const { [field.name]: _cleared, ...errors } = context.errors;
        return { values: { ...context.values, [field.name]: value }, errors };
      }),
      saveSubmission: assign((args: Args, params: ChangeParams['saveSubmission']) => {
        const verdict = verdictOf(params.form, args);
        return {
          values: { ...args.context.values, ...(verdict.ok ? verdict.values : {}) },
          errors: {},
          problem: null,
          error: null,
        };
      }),
      setErrors: assign(({ context, event }: Args, params: ChangeParams['setErrors']) => {
        const verdict = verdictOf(params.form, { context, event });
        const typed = Object.fromEntries(
          formOf(params.form).fields.flatMap(({ name }) => {
            const value = given(event)[name];
            return value === undefined ? [] : [[name, value as Json]];
          }),
        );
        const errors = verdict.ok
          ? {}
          : Object.fromEntries(verdict.errors.map((error) => [error.field, error.message]));
        return { values: { ...context.values, ...typed }, errors, problem: null };
      }),
      /** Gives the fields of a form their defaults, or none. A slider has no empty text, so that a typed number becomes null. */
      resetForm: assign(({ context }: Args, { form, empty }: ChangeParams['resetForm']) => ({
        values: {
          ...context.values,
          ...Object.fromEntries(
            formOf(form).fields.map((field) => {
              const none = empty ? (field.number ? null : undefined) : field.default;
              return [field.name, none === undefined ? emptyOf(field) : none];
            }),
          ),
        },
      })),
      /** Keeps by which of its ways a step was left, under a name that no value of an author can have. */
      choose: assign(({ context }: Args, { from, to }: ChangeParams['choose']) => ({
        values: { ...context.values, [`@${from}`]: to },
      })),
      saveReply: assign(({ context, event }: Args, params: ChangeParams['saveReply']) => {
        const defaults = (flow.calls[params.path]?.responseKeys ?? []).map((name) => [name, null] as const);
        const reply = { ...Object.fromEntries(defaults), ...((event['output'] ?? {}) as object) } as Json;
        const lookup = scopeOf(flow, context, { reply });
        const saved = Object.fromEntries(
          Object.entries(params.saveAs).map(([name, code]) => [
            name,
            replyValue(flow, name, () => evaluate(code, lookup)),
          ]),
        );
        return { reply, values: { ...context.values, ...saved } };
      }),
      markLoaded: assign(({ context }: Args, { step }: ChangeParams['markLoaded']) => ({
        loaded: { ...context.loaded, [step]: loadKey(flow, step, context) },
      })),
      setFailure: assign(({ context, event }: Args, params: ChangeParams['setFailure']) => {
        const error = (event['error'] ?? { message: null, status: null }) as NonNullable<FlowContext['error']>;
        const problem =
          params.message.inline === undefined
            ? null
            : plainText(params.message.inline, scopeOf(flow, { ...context, error }));
        return { error, problem };
      }),
      chooseDelay: assign(({ context, event }: Args, params: ChangeParams['chooseDelay']) => {
        // A session that starts at a waiting step has no event yet; its input contains the number.
        const random = event.random ?? (event['input'] as SessionInput | undefined)?.random ?? 0;
        return {
          waits: { ...context.waits, [params.state]: params.from + Math.floor(random * (params.to - params.from + 1)) },
        };
      }),
    },
  });
}

/**
 * Validates a value of a reply against its type in `data`. A member that the reply lacks is null if its type is
 * optional.
 * @throws ExpressionError if the value does not match the type
 */
function replyValue(flow: FlowDefinition, name: string, read: () => Json): Json {
  const type = flow.data?.[name];
  const value = ((): Json => {
    try {
      return read();
    } catch (error) {
      const absent = error instanceof ExpressionError && error.code === 'missing-key';
      if (absent && type?.optional === true) return null;
      throw error;
    }
  })();
  if (type !== undefined && !fits(type, value))
    throw new ExpressionError('wrong-type', `the reply has the wrong type for ${name}`);
  return value;
}

/** The context factory of a flow's machine. */
export const contextFactory =
  (flow: FlowDefinition, forms: readonly FormDefinition[]) =>
  ({ input }: { input: SessionInput | undefined }): FlowContext => {
    const context = initialContext(flow, forms, input);
    return input?.loaded === undefined ? context : { ...context, loaded: loadedAtStart(flow, input, context) };
  };
