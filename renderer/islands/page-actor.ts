/** One actor system for a page: every island's session is an actor of it, so that islands can share what they know. */
import { type ActorRefFrom, assign, createActor, fromTransition, setup, stopChild } from 'xstate';
import type { CompiledFlow } from '../../engine/compile/index.ts';
import type { SessionInput } from '../../engine/session/context.ts';
import type { Effect } from '../../engine/session/effects.ts';
import { type Session, type SessionEvent, type Stamp, sendEvent, startSession } from '../../engine/session/session.ts';

/** What a session actor holds: the session, what its latest event asked for, and that event. */
export interface Held {
  readonly session: Session;
  readonly effects: readonly Effect[];
  readonly event: SessionEvent | null;
  readonly stamp: Stamp;
}

export type Stamped = SessionEvent & { readonly stamp: Stamp };

/** A session as actor logic: the engine's pure step, one event after another. */
export const sessionLogic = fromTransition(
  (held: Held, { stamp, ...event }: Stamped): Held => {
    const step = sendEvent(held.session, event as SessionEvent, stamp);
    return { session: step.session, effects: step.effects, event: event as SessionEvent, stamp };
  },
  ({ input }: { input: { compiled: CompiledFlow; start: SessionInput } }): Held => {
    const step = startSession(input.compiled, input.start);
    return { session: step.session, effects: step.effects, event: null, stamp: input.start };
  },
);

export type SessionActor = ActorRefFrom<typeof sessionLogic>;

const page = createActor(
  setup({
    types: {} as {
      context: { sessions: Readonly<Record<string, SessionActor>> };
      events: { type: 'START'; id: string; compiled: CompiledFlow; start: SessionInput } | { type: 'STOP'; id: string };
    },
    actors: { session: sessionLogic },
    actions: {
      start: assign(({ context, event, spawn }) => {
        if (event.type !== 'START') return {};
        const { id, compiled, start } = event;
        return {
          sessions: { ...context.sessions, [id]: spawn('session', { id, systemId: id, input: { compiled, start } }) },
        };
      }),
    },
  }).createMachine({
    id: 'page',
    context: { sessions: {} },
    on: { START: { actions: 'start' }, STOP: { actions: stopChild(({ event }) => event.id) } },
  }),
).start();

/** Starts a session as an actor of this page. */
export function startSessionActor(id: string, compiled: CompiledFlow, start: SessionInput): SessionActor {
  page.send({ type: 'START', id, compiled, start });
  return page.getSnapshot().context.sessions[id] as SessionActor;
}

/** Stops a session: nothing that comes for it later is heard. */
export const stopSessionActor = (id: string): void => page.send({ type: 'STOP', id });
