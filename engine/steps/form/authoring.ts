import type { FormStep } from '../../../schemas/generated/types.ts';
import { optional, plainStep, type StepAuthoring } from '../parts/authoring.ts';

export const form: StepAuthoring<FormStep> = {
  ...plainStep,
  key: 'form',
  define(base, step) {
    if (step.form === undefined) return null;
    return {
      ...base,
      kind: 'form',
      form: step.form,
      ...optional(step, 'submit', 'log', 'say', 'load', 'on', 'next'),
    };
  },
  check({ submit, say, next }, add) {
    if (submit !== undefined && say !== undefined) {
      add('step-mixed', ['say'], 'key', { first: 'submit', second: 'say' });
      return;
    }
    if (submit === undefined && say === undefined && next === undefined) add('form-without-submit', ['form'], 'key');
    if (say !== undefined && say.toast === undefined && say.alert === undefined) add('message-empty', ['say'], 'key');
  },
  collects: ({ form: id = '' }, { fieldsOf }) => fieldsOf(id),
  block: { role: 'form', because: 'has a form' },
};
