/** The transitions between the steps of a flow. */
import type { Step } from '../../../schemas/generated/types.ts';
import { authoringOf } from '../../steps/authoring.ts';

/** The steps that a step leads to. */
export const waysOn = (step: Step): string[] => [
  ...(step.next === undefined ? [] : [step.next]),
  ...authoringOf(step).branches(step),
  ...Object.values(step.on ?? {}).flatMap((reaction) => reaction.to ?? []),
];

/** The steps that a step enters in the same transition, without another event. */
export const entersAtOnce = (step: Step): readonly string[] => authoringOf(step).entersAtOnce(step);
