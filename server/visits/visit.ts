/** A visitor's session as it runs on the server: what happened, what is asked for, and doing it until it rests. */

import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { CallEffect, Effect } from '../../engine/session/effects.ts';
import {
  type Session,
  type SessionEvent,
  type SessionStep,
  type Stamp,
  sendEvent,
  startSession,
} from '../../engine/session/session.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { IntakeReply } from '../intakes/errors.ts';

export interface VisitHost {
  /** Performs a call in this process. Never rejects. */
  readonly perform: (call: CallEffect) => Promise<IntakeReply>;
  /** Which calls are made here; the others stay asked for. */
  readonly makes: (call: CallEffect) => boolean;
  /** Whether what waits for a time goes on at once; else it stays asked for. */
  readonly skipsTimers: boolean;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
}

export interface Visit {
  readonly session: Session;
  readonly log: SessionLog;
  /** What was asked for since it was taken up, in order. */
  readonly asked: readonly Effect[];
  /** Tells the session something. What no transition takes leaves no mark. @throws ExpressionError */
  tell(event: SessionEvent): void;
  /** Performs what is asked for until nothing is. */
  settle(): Promise<void>;
}

// A step makes a handful of calls; more than this would go round in circles.
const mostSteps = 40;

/**
 * Takes up a visit where its log leaves it; a log without events is a visit that begins.
 * @throws ExpressionError when the log is not one of this flow
 */
export function takeUpVisit(compiled: CompiledFlow, { input, events }: SessionLog, around: VisitHost): Visit {
  const happened = [...events];
  const asked: Effect[] = [];
  const calls = new Map<string, CallEffect>();
  const timers = new Set<string>();
  let posts: CallEffect[] = [];

  function follow({ effects }: SessionStep, isNew: boolean): void {
    for (const effect of effects) {
      if (effect.kind === 'call' && effect.background) posts.push(effect);
      else if (effect.kind === 'call') calls.set(effect.id, effect);
      else if (effect.kind === 'forget') calls.delete(effect.id);
      else if (effect.kind === 'timer') timers.add(effect.id);
      else if (effect.kind === 'cancel') timers.delete(effect.id);
    }
    if (isNew) asked.push(...effects);
    // What a log tells of was performed when it happened.
    else posts = [];
  }
  const answered = (event: SessionEvent): void => {
    if (event.type === 'DONE' || event.type === 'FAILED') calls.delete(event.id);
    else if (event.type === 'TIMER') timers.delete(event.id);
  };

  const begun = startSession(compiled, input);
  let { session } = begun;
  follow(begun, events.length === 0);
  for (const { event, stamp } of events) {
    answered(event);
    const step = sendEvent(session, event, stamp);
    session = step.session;
    follow(step, false);
  }

  function tell(event: SessionEvent): void {
    const stamp: Stamp = { at: around.clock(), random: around.random() };
    answered(event);
    const step = sendEvent(session, event, stamp);
    if (!step.handled) return;
    session = step.session;
    happened.push({ event, stamp });
    follow(step, true);
  }

  async function settle(): Promise<void> {
    for (let made = 0; made < mostSteps; made += 1) {
      const post = posts.find(around.makes);
      const call = post ?? [...calls.values()].find(around.makes);
      posts = posts.filter((each) => each !== post);
      const timer = around.skipsTimers ? [...timers][0] : undefined;
      if (call !== undefined) {
        const reply = await around.perform(call);
        if (post === undefined) tell(outcomeOf(call, reply));
      } else if (timer !== undefined) tell({ type: 'TIMER', id: timer });
      else return;
    }
  }

  return {
    get session() {
      return session;
    },
    get log() {
      return { input, events: happened };
    },
    asked,
    tell,
    settle,
  };
}

/** What a session is told of a reply. */
function outcomeOf({ id }: CallEffect, { status, body }: IntakeReply): SessionEvent {
  if (status >= 200 && status < 300) return { type: 'DONE', id, output: body as Json };
  const message = (body as { message?: unknown } | null)?.message;
  return { type: 'FAILED', id, error: { message: typeof message === 'string' ? message : null, status } };
}
