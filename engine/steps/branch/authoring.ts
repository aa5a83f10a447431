import type { BranchStep, Step } from '../../../schemas/generated/types.ts';
import { plainStep, type StepAuthoring } from '../parts/authoring.ts';

const targets = ({ choose = [] }: Step): string[] => choose.map(({ to }) => to);

export const branch: StepAuthoring<BranchStep> = {
  ...plainStep,
  key: 'choose',
  define: (base, { choose }) => (choose === undefined ? null : { ...base, kind: 'branch', choose }),
  check({ choose = [] }, add) {
    choose.forEach(({ when }, index) => {
      const last = index === choose.length - 1;
      if (last && when !== undefined) add('choose-else-missing', ['choose', index, 'when'], 'value');
      if (!last && when === undefined) add('choose-else-early', ['choose', index, 'to'], 'value');
    });
  },
  branches: targets,
  entersAtOnce: targets,
};
