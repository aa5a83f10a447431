/** Where the steps of a flow lead. */
import type { Step } from '../../../schemas/generated/types.ts';
import { parseWait } from '../../values/duration.ts';

/** The steps a step leads on to. */
export const waysOn = (step: Step): string[] => [
  ...(step.next === undefined ? [] : [step.next]),
  ...(step.choose ?? []).map((branch) => branch.to),
  ...Object.values(step.on ?? {}).flatMap((reaction) => reaction.to ?? []),
];

/** Whether a `wait` ends at once. A text that cannot be read is reported elsewhere. */
const isInstant = (wait: unknown): boolean => wait !== undefined && parseWait(String(wait)).to === 0;

/** The steps that a step enters in the same transition, without an event from outside. */
export const entersAtOnce = (step: Step): string[] => {
  if (step.choose !== undefined) return step.choose.map((branch) => branch.to);
  return isInstant(step.wait) && step.next !== undefined ? [step.next] : [];
};
