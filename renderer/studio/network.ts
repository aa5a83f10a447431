/** The calls of a session, from its steps. */
import type { Json } from '../../schemas/compiled.ts';
import type { InspectedReply, InspectedStep } from './contract.ts';

export interface InspectedCall {
  /** The index of the step that sent it. */
  readonly sent: number;
  /** Such as `POST /api/lead`. */
  readonly call: string;
  readonly payload: Json;
  /** Whether the flow went on without waiting for the reply. */
  readonly isBackground: boolean;
  /** Whether the visitor left its step before the reply. */
  readonly isDropped: boolean;
  /** Null if no reply was recorded. */
  readonly reply: InspectedReply | null;
  /** The index of the step that the reply brought; null without a reply. */
  readonly replied: number | null;
}

interface CallRecord {
  readonly kind?: Json;
  readonly id?: Json;
  readonly method?: Json;
  readonly path?: Json;
  readonly payload?: Json;
  readonly background?: Json;
}

/** The calls in the order in which they were sent. A repeated call is listed each time. */
export function callsOf(frames: readonly Pick<InspectedStep, 'line' | 'reply'>[]): InspectedCall[] {
  const calls: InspectedCall[] = [];
  /** The index in `calls` of the calls without a reply, by id. */
  const waiting = new Map<Json | undefined, number>();
  const end = (id: Json | undefined, outcome: Partial<InspectedCall>): void => {
    const index = waiting.get(id);
    if (index === undefined) return;
    waiting.delete(id);
    calls[index] = { ...(calls[index] as InspectedCall), ...outcome };
  };
  for (const [index, { line, reply }] of frames.entries()) {
    if (reply !== null) end(line.event?.['id'], { reply, replied: index });
    for (const effect of line.effects as readonly CallRecord[]) {
      if (effect.kind === 'forget') end(effect.id, { isDropped: true });
      if (effect.kind !== 'call') continue;
      const isBackground = effect.background === true;
      if (!isBackground) waiting.set(effect.id, calls.length);
      calls.push({
        ...{ sent: index, call: `${effect.method} ${effect.path}`, payload: effect.payload ?? {}, isBackground },
        ...{ isDropped: false, reply: null, replied: null },
      });
    }
  }
  return calls;
}
