/** What the parts of an island share. */
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { Effect } from '../../engine/session/effects.ts';
import type { SessionEvent } from '../../engine/session/session.ts';
import type { Navigate } from '../boot/entries.ts';
import type { SessionActor } from './page-actor.ts';
import type { LazyValidator } from './validator.ts';

export interface IslandSession {
  readonly id: string;
  readonly compiled: CompiledFlow;
  readonly actor: SessionActor;
  readonly validator: LazyValidator;
  /** The screen of the history entry when the session started; undefined if it had none. */
  readonly entry: string | undefined;
  /** The effects of the start that the server has not performed. */
  readonly effects: readonly Effect[];
  /** Whether the server has processed events of the visitor. */
  readonly hasBegun: boolean;
  /** Whether the server has begun the visit, so that its HTML is for this visitor only. */
  readonly isForVisitor: boolean;
  readonly dispatch: (event: SessionEvent) => void;
}

/** What the island's view provides once React has mounted it. */
export interface ViewHooks {
  /** Navigates within the flow. */
  go: Navigate;
  /** Shows whether the current call is being retried. */
  retrying(again: boolean): void;
}
