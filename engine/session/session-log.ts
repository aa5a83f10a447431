import type { SessionInput } from '../flow/context.ts';
import type { SessionEvent, Stamp } from './session.ts';

/** What a session started with and what happened since; running it again gives the same session. */
export interface SessionLog {
  readonly input: SessionInput;
  readonly events: readonly { readonly event: SessionEvent; readonly stamp: Stamp }[];
}
