/** A visitor's session on the server: its log, its effects, and performing them until none is left. */

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
  /** Which calls are performed here; the others remain pending. */
  readonly mayPerform: (call: CallEffect) => boolean;
  /** Whether timers fire at once; otherwise they remain pending. */
  readonly skipsTimers: boolean;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
}

export interface Visit {
  readonly session: Session;
  readonly log: SessionLog;
  /** The effects since the visit was resumed, in order. */
  readonly requested: readonly Effect[];
  /** Sends an event to the session. An event without a transition is not logged. @throws ExpressionError */
  send(event: SessionEvent): void;
  /** Performs effects until none is left. */
  settle(): Promise<void>;
}

// A step makes a few calls; more indicates an endless loop.
const maxSteps = 40;

/**
 * Resumes a visit from its log; a log without events begins one.
 * @throws ExpressionError when the log does not belong to this flow
 */
export function resumeVisit(compiled: CompiledFlow, { input, events }: SessionLog, host: VisitHost): Visit {
  const history = [...events];
  const requested: Effect[] = [];
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
    if (isNew) requested.push(...effects);
    // Effects of logged events have been performed already.
    else posts = [];
  }
  const settleEffect = (event: SessionEvent): void => {
    if (event.type === 'DONE' || event.type === 'FAILED') calls.delete(event.id);
    else if (event.type === 'TIMER') timers.delete(event.id);
  };

  const start = startSession(compiled, input);
  let { session } = start;
  follow(start, events.length === 0);
  for (const { event, stamp } of events) {
    settleEffect(event);
    const step = sendEvent(session, event, stamp);
    session = step.session;
    follow(step, false);
  }

  function send(event: SessionEvent): void {
    const stamp: Stamp = { at: host.clock(), random: host.random() };
    settleEffect(event);
    const step = sendEvent(session, event, stamp);
    if (!step.handled) return;
    session = step.session;
    history.push({ event, stamp });
    follow(step, true);
  }

  async function settle(): Promise<void> {
    for (let made = 0; made < maxSteps; made += 1) {
      const post = posts.find(host.mayPerform);
      const call = post ?? [...calls.values()].find(host.mayPerform);
      posts = posts.filter((each) => each !== post);
      const timer = host.skipsTimers ? [...timers][0] : undefined;
      if (call !== undefined) {
        const reply = await host.perform(call);
        if (post === undefined) send(outcomeOf(call, reply));
      } else if (timer !== undefined) send({ type: 'TIMER', id: timer });
      else return;
    }
  }

  return {
    get session() {
      return session;
    },
    get log() {
      return { input, events: history };
    },
    requested,
    send,
    settle,
  };
}

/** The event for a reply to a call. */
function outcomeOf({ id }: CallEffect, { status, body }: IntakeReply): SessionEvent {
  if (status >= 200 && status < 300) return { type: 'DONE', id, output: body as Json };
  const message = (body as { message?: unknown } | null)?.message;
  return { type: 'FAILED', id, error: { message: typeof message === 'string' ? message : null, status } };
}
