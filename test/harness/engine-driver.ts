import { expect } from 'vitest';
import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { CallReport, Effect } from '../../engine/session/effects.ts';
import {
  type Session,
  type SessionEvent,
  screenOf,
  sendEvent,
  startSession,
  stateOf,
} from '../../engine/session/session.ts';
import { createRecorder, type TraceLine } from '../../engine/trace/record.ts';
import type { FunnelDriver } from './funnel-driver.ts';

export type Call = Extract<Effect, { kind: 'call' }>;
/** The outcome of a call: a reply, or a failure with a message. */
export type Answer = (
  call: Call,
) => Promise<({ output: unknown } | { message: string | null; status: number | null }) & { report?: CallReport }>;

export interface EngineDriver extends FunnelDriver {
  readonly session: Session;
  /** Every effect so far, in order. */
  readonly effects: readonly Effect[];
  send(event: SessionEvent): Promise<boolean>;
  trace(ended?: boolean): TraceLine[];
}

export const startAt = (more: Partial<SessionInput> = {}): SessionInput => ({
  screen: null,
  query: {},
  visit: {},
  at: Date.UTC(2026, 10, 20, 12),
  random: 0.5,
  ids: { uid: '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11' },
  saved: {},
  ...more,
});

/** Drives the engine without a browser: the clock is simulated, and `answer` replies to its calls. */
export async function driveEngine(compiled: CompiledFlow, input: SessionInput, answer: Answer): Promise<EngineDriver> {
  const effects: Effect[] = [];
  const history: string[] = [];
  const timers = new Map<string, number>();
  const recorder = createRecorder(compiled, input);
  let now = input.at;
  let started = startSession(compiled, input);
  let session = started.session;

  const perform = async (asked: readonly Effect[]): Promise<void> => {
    for (const effect of asked) {
      effects.push(effect);
      if (effect.kind === 'navigate') history.push(effect.screen);
      if (effect.kind === 'timer') timers.set(effect.id, now + effect.ms);
      if (effect.kind === 'cancel') timers.delete(effect.id);
      if (effect.kind !== 'call') continue;
      const outcome = await answer(effect);
      if (effect.background) continue;
      const { report } = outcome;
      const reported = report === undefined ? {} : { report };
      now += report?.ms ?? 0;
      if ('output' in outcome)
        await send({ type: 'DONE', id: effect.id, output: outcome.output as never, ...reported });
      else {
        const { message, status } = outcome;
        await send({ type: 'FAILED', id: effect.id, error: { message, status }, ...reported });
      }
    }
  };
  const send = async (event: SessionEvent): Promise<boolean> => {
    const stamp = { at: now, random: input.random };
    recorder.record(event, stamp);
    started = sendEvent(session, event, stamp);
    session = started.session;
    await perform(started.effects);
    return started.handled;
  };
  await perform(started.effects);

  const toasts = () => effects.filter((effect) => effect.kind === 'toast');
  return {
    get session() {
      return session;
    },
    effects,
    send,
    trace: (ended = false) => recorder.lines(ended),
    press: async (event) => void (await send({ type: 'on', name: event })),
    choose: async (value) => void (await send({ type: 'SELECT', value })),
    next: async () => void (await send({ type: 'NEXT' })),
    previous: async () => void (await send({ type: 'PREVIOUS' })),
    type: async (field, value) => void (await send({ type: 'INPUT', field, value })),
    submit: async () => void (await send({ type: 'SUBMIT', values: {} })),
    elapse: async (ms) => {
      now += ms;
      for (const [id, at] of [...timers]) {
        if (at > now) continue;
        timers.delete(id);
        await send({ type: 'TIMER', id });
      }
    },
    back: async () => {
      history.pop();
      const screen = history.pop();
      if (screen !== undefined) await send({ type: 'GO', screen });
    },
    expectScreen: async (screen) => expect(screenOf(session).id, stateOf(session)).toBe(screen),
    expectToast: async (title, text) => expect(toasts().at(-1)).toMatchObject({ title, text }),
    expectFieldError: async (field, message) => expect(screenOf(session).form?.errors[field]).toBe(message),
    address: async () => {
      const shown = effects.filter((effect) => effect.kind === 'navigate' && effect.path !== null).at(-1);
      if (shown?.kind !== 'navigate') return '';
      const query = new URLSearchParams(shown.query).toString();
      return query === '' ? String(shown.path) : `${shown.path}?${query}`;
    },
  };
}
