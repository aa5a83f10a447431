/**
 * Names of timers. XState derives the name of a delayed event from its delay and its state node, and may change that in
 * a later version. Effects and traces use `timer:<state>/<ms>` instead.
 */

import type { FlowContext } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';

/** The timer's name for a delayed event of XState. @param ms the delay; defaults to the random delay of the state */
export function timerName({ timers }: CompiledFlow, event: string, { waits }: FlowContext, ms?: number): string {
  const state = timers.get(event);
  return state === undefined ? event : `timer:${state}/${ms ?? waits[state]}`;
}

/** The delayed event for a timer's name. The name of another flow's timer is returned unchanged and has no effect. */
export function timerEvent({ timers }: CompiledFlow, name: string, { waits }: FlowContext): string {
  for (const [event, state] of timers) if (name === `timer:${state}/${waits[state]}`) return event;
  return name;
}
