import type { SessionEvent, Stamp } from '../../engine/session/session.ts';

/** Receives the events of a session in order, each with its stamp. */
export interface TraceKeeper {
  record(event: SessionEvent, stamp: Stamp): void;
}
