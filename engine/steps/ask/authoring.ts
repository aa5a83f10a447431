import type { AskStep } from '../../../schemas/generated/types.ts';
import { optional } from '../../values/pick.ts';
import { plainStep, type StepAuthoring } from '../parts/authoring.ts';
import { askedItems } from './items.ts';

export const ask: StepAuthoring<AskStep> = {
  ...plainStep,
  key: 'ask',
  drawnAs: 'questions',
  define(base, step) {
    const { ask: set, next } = step;
    if (set === undefined || next === undefined) return null;
    return { ...base, kind: 'ask', ask: set, next, ...optional(step, 'only', 'on', 'onEmpty', 'onError') };
  },
  check(step, add) {
    for (const [event, { to, last: _, ...others }] of Object.entries(step.on ?? {}))
      if (event !== 'back' || to === undefined || Object.keys(others).length > 0)
        add('step-mixed', ['on', event], 'key', { first: 'ask', second: 'on' });
  },
  // The list is complete after the last question of the set.
  collects: (step, { questions }) => {
    const { items = [], saveAs = '' } = questions[step.ask ?? ''] ?? {};
    return askedItems(step, questions).at(-1)?.index === items.length - 1 ? [saveAs] : [];
  },
  // The number of the question, and the number of questions.
  reads: { step: { kind: 'number' }, steps: { kind: 'number' } },
  block: { role: 'questions', because: 'asks questions' },
  needsNext: 'asks questions',
};
