import type { SessionInput } from '../flow/context.ts';
import type { SessionEvent, Stamp } from './session.ts';

/** The input and the events of a session. Running them again gives the same session. */
export type SessionLog = {
  readonly input: SessionInput;
  readonly events: readonly { readonly event: SessionEvent; readonly stamp: Stamp }[];
};
