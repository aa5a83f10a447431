/** One actor system per page. Each island's session is an actor in it, so that islands can share state. */
import { type ActorRefFrom, createActor, fromTransition } from 'xstate';
import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { Effect } from '../../engine/session/effects.ts';
import { type Session, type SessionEvent, type Stamp, sendEvent, startSession } from '../../engine/session/session.ts';

/** The state of a session actor: the session, the effects of its latest event, and that event. */
export interface SessionState {
  readonly session: Session;
  readonly effects: readonly Effect[];
  readonly event: SessionEvent | null;
  readonly stamp: Stamp;
  /** The exception thrown by the event. The session is unchanged. */
  readonly broken?: unknown;
}

export type ActorEvent = SessionEvent & { readonly stamp: Stamp };

/** A session as actor logic, around the engine's pure transition function. */
export const sessionLogic = fromTransition(
  (state: SessionState, { stamp, ...event }: ActorEvent): SessionState => {
    try {
      const { session, effects } = sendEvent(state.session, event as SessionEvent, stamp);
      return { session, effects, event: event as SessionEvent, stamp };
    } catch (broken) {
      // An actor that throws stops and receives no further events.
      console.error(broken);
      return { session: state.session, effects: [], event: event as SessionEvent, stamp, broken };
    }
  },
  ({ input }: { input: { compiled: CompiledFlow; start: SessionInput } }): SessionState => {
    const step = startSession(input.compiled, input.start);
    return { session: step.session, effects: step.effects, event: null, stamp: input.start };
  },
);

export type SessionActor = ActorRefFrom<typeof sessionLogic>;

type Sessions = Readonly<Record<string, SessionActor>>;

type PageEvent =
  | { readonly type: 'START'; readonly id: string; readonly compiled: CompiledFlow; readonly start: SessionInput }
  | { readonly type: 'STOP'; readonly id: string };

/** Has the sessions of a page as children. A machine with a single state would take twice as long to start. */
const page = createActor(
  fromTransition((sessions: Sessions, event: PageEvent, { self, defer, stopChild }): Sessions => {
    const { [event.id]: running, ...others } = sessions;
    if (running !== undefined) stopChild(running);
    if (event.type === 'STOP') return others;
    const { id, compiled, start } = event;
    const session = createActor(sessionLogic, { id, systemId: id, parent: self, input: { compiled, start } });
    defer(() => session.start());
    return { ...others, [id]: session };
  }, {}),
).start();

/** Starts a session as an actor of this page. */
export function startSessionActor(id: string, compiled: CompiledFlow, start: SessionInput): SessionActor {
  page.send({ type: 'START', id, compiled, start });
  return page.getSnapshot().context[id] as SessionActor;
}

/** Stops a session. Later events for it are ignored. */
export const stopSessionActor = (id: string): void => page.send({ type: 'STOP', id });
