/** The guards of a machine. */
import type { FormDefinition } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { GuardParams } from '../steps/parts/actions.ts';
import { loadKey } from './load-state.ts';
import { answerIn, answersIn, type MachineArguments, type Verdicts } from './machine-arguments.ts';
import { onItsWay } from './on-its-way.ts';
import { scopeOf } from './scope.ts';

type MachineGuards = {
  readonly [Name in keyof GuardParams]: (args: MachineArguments, params: GuardParams[Name]) => boolean;
};

/** @param verdictOf judges the values that an event submits */
export const machineGuards = (
  flow: FlowDefinition,
  forms: readonly FormDefinition[],
  verdictOf: Verdicts,
): MachineGuards => ({
  startsAt: ({ context }, params) => context.screen === params.screen,
  canEnter: ({ context, event }, params) =>
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
  isOption: ({ event }, params) => params.values.includes(event['value'] as number),
  isAnswered: (args, params) => params.values.includes(answerIn(args, params) as number),
  isComplete: (args, params) =>
    params.values.includes(answerIn(args, params) as number) &&
    answersIn(args.context, params.list).every((answer, index) => index === params.index || answer !== null),
  isValid: (args, params) => verdictOf(params.form, args).ok,
  isTrue: ({ context }, { when, step }) =>
    evaluate(when, scopeOf(flow, step === undefined ? context : onItsWay({ flow, forms }, context, step, true))) ===
    true,
});
