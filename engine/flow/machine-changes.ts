/** The actions that change the context of a machine: each returns what differs after it. */
import type { Json } from '../../schemas/compiled.ts';
import type { FormDefinition } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { emptyOf } from '../fields/field.ts';
import { applyMask } from '../fields/masks/masks.ts';
import type { ChangeParams } from '../steps/parts/actions.ts';
import type { FlowContext, SessionInput } from './context.ts';
import { loadKey } from './load-state.ts';
import { answerIn, answersIn, type MachineArguments, type Verdicts, valuesIn } from './machine-arguments.ts';
import { replyValue } from './reply-value.ts';
import { plainText, scopeOf } from './scope.ts';

export type MachineChange<Params = never> = (args: MachineArguments, params: Params) => Partial<FlowContext>;

type MachineChanges = { readonly [Name in keyof ChangeParams]: MachineChange<ChangeParams[Name]> };

/** @param verdictOf judges the values that an event submits */
export const machineChanges = (
  flow: FlowDefinition,
  forms: readonly FormDefinition[],
  verdictOf: Verdicts,
): MachineChanges => {
  const formOf = (id: string): FormDefinition => forms.find((form) => form.id === id) as FormDefinition;
  return {
    setField({ context, event }, params) {
      const field = formOf(params.form).fields.find((each) => each.name === event['field']);
      if (field === undefined) return {};
      const raw = event['value'] as Json;
      const value = field.mask !== undefined && typeof raw === 'string' ? applyMask(field.mask, raw) : raw;
      const { [field.name]: _cleared, ...errors } = context.errors;
      return { values: { ...context.values, [field.name]: value }, errors };
    },
    saveSubmission(args, params) {
      const verdict = verdictOf(params.form, args);
      const values = verdict.ok ? verdict.values : {};
      return { values: { ...args.context.values, ...values }, errors: {}, problem: null, error: null };
    },
    setErrors({ context, event }, params) {
      const verdict = verdictOf(params.form, { context, event });
      const typed = Object.fromEntries(
        formOf(params.form).fields.flatMap(({ name }) => {
          const value = valuesIn(event)[name];
          return value === undefined ? [] : [[name, value as Json]];
        }),
      );
      const errors = verdict.ok ? {} : Object.fromEntries(verdict.errors.map((error) => [error.field, error.message]));
      return { values: { ...context.values, ...typed }, errors, problem: null };
    },
    /** Gives the fields of a form their defaults, or none. A slider has no empty text, so that a typed number becomes null. */
    resetForm: ({ context }, { form, empty }) => ({
      values: {
        ...context.values,
        ...Object.fromEntries(
          formOf(form).fields.map((field) => {
            const none = empty ? (field.number ? null : undefined) : field.default;
            return [field.name, none === undefined ? emptyOf(field) : none];
          }),
        ),
      },
    }),
    saveReply({ context, event }, params) {
      const defaults = (flow.calls[params.path]?.responseKeys ?? []).map((name) => [name, null] as const);
      const reply = { ...Object.fromEntries(defaults), ...((event['output'] ?? {}) as object) } as Json;
      const lookup = scopeOf(flow, context, { reply });
      const saved = Object.fromEntries(
        Object.entries(params.saveAs).map(([name, code]) => [name, replyValue(flow, name, code, lookup)]),
      );
      return { reply, values: { ...context.values, ...saved } };
    },
    markLoaded: ({ context }, { step }) => ({ loaded: { ...context.loaded, [step]: loadKey(flow, step, context) } }),
    setFailure({ context, event }, params) {
      const error = (event['error'] ?? { message: null, status: null }) as NonNullable<FlowContext['error']>;
      const problem =
        params.message.inline === undefined
          ? null
          : plainText(params.message.inline, scopeOf(flow, { ...context, error }));
      return { error, problem };
    },
    stamp: ({ event }) => ({ at: event.at ?? 0 }),
    answer(args, params) {
      const answers = answersIn(args.context, params.list).map((answer, index) =>
        index === params.index ? answerIn(args, params) : answer,
      );
      return { values: { ...args.context.values, [params.list]: answers }, errors: {} };
    },
    clearErrors: () => ({ errors: {} }),
    clearProblem: () => ({ problem: null }),
    /** Sets a field's error to the text of a message. */
    setError({ context }, { field, message }) {
      const { inline, text, toast, alert = '' } = message;
      return { errors: { [field]: plainText(inline ?? text ?? toast ?? alert, scopeOf(flow, context)) } };
    },
    /** Keeps by which of its ways a step was left, under a name that no value of an author can have. */
    choose: ({ context }, { from, to }) => ({ values: { ...context.values, [`@${from}`]: to } }),
    chooseDelay({ context, event }, params) {
      // A session that starts at a waiting step has no event yet; its input contains the number.
      const random = event.random ?? (event['input'] as SessionInput | undefined)?.random ?? 0;
      return {
        waits: { ...context.waits, [params.state]: params.from + Math.floor(random * (params.to - params.from + 1)) },
      };
    },
  };
};
