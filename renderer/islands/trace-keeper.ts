import type { SessionEvent, Stamp } from '../../engine/session/session.ts';

/** Receives the events of a session in order, each with its stamp. */
export interface TraceKeeper {
  /** @param isKnown whether the server has processed the event */
  record(event: SessionEvent, stamp: Stamp, isKnown?: boolean): void;
}
