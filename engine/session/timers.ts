/**
 * Timers by name. XState names a delayed event by its delay and its state node, and may do so in another way in its
 * next version; what leaves the session, and stands in traces, is `timer:<state>/<ms>`.
 */

import type { FlowContext } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';

/** The name of a delayed event of XState. @param ms how long it takes; left out, what was drawn for its state */
export function timerName({ timers }: CompiledFlow, event: string, { waits }: FlowContext, ms?: number): string {
  const state = timers.get(event);
  return state === undefined ? event : `timer:${state}/${ms ?? waits[state]}`;
}

/** The delayed event of a timer's name. The name of another flow's timer is returned unchanged and has no effect. */
export function timerEvent({ timers }: CompiledFlow, name: string, { waits }: FlowContext): string {
  for (const [event, state] of timers) if (name === `timer:${state}/${waits[state]}`) return event;
  return name;
}
