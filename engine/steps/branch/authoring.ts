import type { BranchStep, Step } from '../../../schemas/generated/types.ts';
import { plainStep, type StepAuthoring } from '../parts/authoring.ts';

const targets = ({ branch: ways = [] }: Step): string[] => ways.map(({ to }) => to);

export const branch: StepAuthoring<BranchStep> = {
  ...plainStep,
  key: 'branch',
  drawnAs: 'decision',
  define: (base, { branch: ways }) => (ways === undefined ? null : { ...base, kind: 'branch', branch: ways }),
  check({ branch: ways = [] }, add) {
    ways.forEach(({ when }, index) => {
      const last = index === ways.length - 1;
      if (last && when !== undefined) add('branch-else-missing', ['branch', index, 'when'], 'value');
      if (!last && when === undefined) add('branch-else-early', ['branch', index, 'to'], 'value');
    });
  },
  branches: targets,
  entersAtOnce: targets,
};
