import type { AskStep } from '../../../schemas/generated/types.ts';
import { optional } from '../../values/optional.ts';
import { plainStep, type StepAuthoring } from '../parts/authoring.ts';

export const ask: StepAuthoring<AskStep> = {
  ...plainStep,
  key: 'ask',
  drawnAs: 'questions',
  define(base, step) {
    const { ask: set, next } = step;
    if (set === undefined || next === undefined) return null;
    return { ...base, kind: 'ask', ask: set, next, ...optional(step, 'onEmpty', 'onError') };
  },
  collects: ({ ask: set = '' }, { questions }) => [questions[set]?.saveAs ?? ''],
  // The number of the question, and the number of questions.
  reads: { step: { kind: 'number' }, steps: { kind: 'number' } },
  block: { role: 'questions', because: 'asks questions' },
  needsNext: 'asks questions',
};
