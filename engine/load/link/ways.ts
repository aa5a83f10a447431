/** Where the steps of a flow lead. */
import type { Step } from '../../../schemas/generated/types.ts';
import { authoringOf } from '../../steps/authoring.ts';

/** The steps a step leads on to. */
export const waysOn = (step: Step): string[] => [
  ...(step.next === undefined ? [] : [step.next]),
  ...authoringOf(step).branches(step),
  ...Object.values(step.on ?? {}).flatMap((reaction) => reaction.to ?? []),
];

/** The steps that a step enters in the same transition, without an event from outside. */
export const entersAtOnce = (step: Step): readonly string[] => authoringOf(step).entersAtOnce(step);
