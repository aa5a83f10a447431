import type { FormStep } from '../../../schemas/generated/types.ts';
import { optional } from '../../values/pick.ts';
import { plainStep, type StepAuthoring } from '../parts/authoring.ts';

export const form: StepAuthoring<FormStep> = {
  ...plainStep,
  key: 'form',
  drawnAs: 'form',
  define(base, step) {
    if (step.form === undefined) return null;
    return {
      ...base,
      kind: 'form',
      form: step.form,
      ...optional(step, 'submit', 'log', 'notify', 'fetch', 'on', 'next'),
    };
  },
  check({ submit, notify, next }, add) {
    if (submit !== undefined && notify !== undefined) {
      add('step-mixed', ['notify'], 'key', { first: 'submit', second: 'notify' });
      return;
    }
    if (submit === undefined && notify === undefined && next === undefined) add('form-without-submit', ['form'], 'key');
    if (notify !== undefined && notify.toast === undefined && notify.alert === undefined)
      add('message-empty', ['notify'], 'key');
  },
  collects: ({ form: id = '' }, { fieldsOf }) => fieldsOf(id),
  block: { role: 'form', because: 'has a form' },
};
