/** The ids of calls in effects, events and traces: `call:contact/call-0`, `call:result/load-1`. */
import type { Call } from '../../../schemas/generated/types.ts';
import type { FlowDefinition } from '../../definition.ts';

/** @param key the state of the call below its step, such as `call-0` */
export const callId = (step: string, key: string): string => `call:${step}/${key}`;

/** Where a call is defined. */
export interface CallPlace {
  readonly step: string;
  readonly part: 'fetch' | 'submit';
  readonly index: number;
}

/** The place of the call with an id; null for a text that is no id. */
export function callPlace(id: string): CallPlace | null {
  const [, step = '', kind, index] = /^call:(.+)\/(call|load)-(\d+)$/.exec(id) ?? [];
  return index === undefined ? null : { step, part: kind === 'load' ? 'fetch' : 'submit', index: Number(index) };
}

/** The call with an id; undefined if the flow does not have it (any more). */
export function callWithId({ steps }: Pick<FlowDefinition, 'steps'>, id: string): Call | undefined {
  const place = callPlace(id);
  const step = place === null ? undefined : steps[place.step];
  if (place === null || step === undefined) return undefined;
  const calls = place.part === 'fetch' ? step.fetch : step.kind === 'form' ? step.submit : undefined;
  return calls?.calls[place.index];
}
