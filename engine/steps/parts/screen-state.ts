import type { FormStep, ShowStep } from '../../../schemas/generated/types.ts';
import { callStates } from './calls.ts';
import { type EventConfig, leaf, type Place, type StateConfig } from './place.ts';
import { reactionsOf } from './reactions.ts';

/**
 * The state of a step that waits for the visitor: `ready`, preceded by the calls of `fetch` if there are any.
 * @param on transitions in addition to those of `on`
 * @param more additional states
 * @param form the form that the step's calls can empty
 */
export function shownState(
  place: Place<ShowStep | FormStep>,
  on: EventConfig = {},
  more: Record<string, StateConfig> = {},
  form?: string,
): StateConfig {
  const { fetch } = place.step;
  leaf(place, 'ready', 'ready');
  const reactions = reactionsOf(place, 'ready');
  const states = { ready: { on: { ...on, ...reactions.on } }, ...reactions.doing, ...more };
  if (fetch === undefined) return { initial: 'ready', states };
  leaf(place, 'failed', 'failed');
  return {
    initial: 'load-0',
    states: { ...states, ...callStates(place, fetch, 'load', 'ready', 'failed', form), failed: {} },
  };
}
