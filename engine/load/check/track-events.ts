import type { FlowFile, Step } from '../../../schemas/generated/types.ts';

/** The tracking events that the machine of a flow sends. Those of buttons and links are sent without it. */
export function trackedBySteps({ steps }: FlowFile): string[] {
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (key === 'track' && typeof part?.name === 'string') names.add(part.name);
      collect(part);
    }
  };
  for (const { show: _, ...step } of Object.values<Step>(steps)) collect(step);
  return [...names];
}
