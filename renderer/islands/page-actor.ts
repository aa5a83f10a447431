/** One actor system for a page: every island's session is an actor of it, so that islands can share what they know. */
import { type ActorRefFrom, createActor, fromTransition } from 'xstate';
import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { Effect } from '../../engine/session/effects.ts';
import { type Session, type SessionEvent, type Stamp, sendEvent, startSession } from '../../engine/session/session.ts';

/** What a session actor holds: the session, what its latest event asked for, and that event. */
export interface Held {
  readonly session: Session;
  readonly effects: readonly Effect[];
  readonly event: SessionEvent | null;
  readonly stamp: Stamp;
  /** The exception that the event met; the session stayed where it was. */
  readonly broken?: unknown;
}

export type Stamped = SessionEvent & { readonly stamp: Stamp };

/** A session as actor logic: the engine's pure step, one event after another. */
export const sessionLogic = fromTransition(
  (held: Held, { stamp, ...event }: Stamped): Held => {
    try {
      const { session, effects } = sendEvent(held.session, event as SessionEvent, stamp);
      return { session, effects, event: event as SessionEvent, stamp };
    } catch (broken) {
      // An actor that throws would end, and hear nothing more.
      console.error(broken);
      return { session: held.session, effects: [], event: event as SessionEvent, stamp, broken };
    }
  },
  ({ input }: { input: { compiled: CompiledFlow; start: SessionInput } }): Held => {
    const step = startSession(input.compiled, input.start);
    return { session: step.session, effects: step.effects, event: null, stamp: input.start };
  },
);

export type SessionActor = ActorRefFrom<typeof sessionLogic>;

type Sessions = Readonly<Record<string, SessionActor>>;

type PageEvent =
  | { readonly type: 'START'; readonly id: string; readonly compiled: CompiledFlow; readonly start: SessionInput }
  | { readonly type: 'STOP'; readonly id: string };

/** Keeps the sessions of a page as its children. A machine with one state would do the same and start at twice the cost. */
const page = createActor(
  fromTransition((sessions: Sessions, event: PageEvent, { self, defer, stopChild }): Sessions => {
    const { [event.id]: held, ...others } = sessions;
    if (held !== undefined) stopChild(held);
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

/** Stops a session: nothing that comes for it later is heard. */
export const stopSessionActor = (id: string): void => page.send({ type: 'STOP', id });
