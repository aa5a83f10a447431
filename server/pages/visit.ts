/** Begins a visitor's session on the server, so that a page of a flow that needs it arrives drawn. */
import { randomUUID } from 'node:crypto';
import type { CompiledFlow } from '../../engine/compile/index.ts';
import type { SessionInput } from '../../engine/session/context.ts';
import type { Effect } from '../../engine/session/effects.ts';
import {
  leafOf,
  type SessionEvent,
  type Stamp,
  type Step,
  sendEvent,
  startSession,
} from '../../engine/session/session.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { IntakeReply } from '../intakes/errors.ts';
import type { BegunVisit } from './renderer.ts';

export interface Surroundings {
  /** Performs a look-up in this process. Never rejects. */
  readonly get: (path: string, payload: Readonly<Record<string, Json>>) => Promise<IntakeReply>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
}

export interface Begun extends BegunVisit {
  /** The step it is at. */
  readonly step: string;
}

// A step loads a handful of things; more calls than this would go round in circles.
const mostCalls = 20;

/** Values drawn once when a visit starts. */
const drawn = (compiled: CompiledFlow): Record<string, string> =>
  Object.fromEntries(
    Object.entries(compiled.flow.keeps ?? {}).flatMap(([name, type]) =>
      type.draw === true ? [[name, randomUUID()]] : [],
    ),
  );

/** The parameters a step declares, and no others: an address may bring anything. */
export function declaredQuery(compiled: CompiledFlow, step: string, query: URLSearchParams): Record<string, string> {
  const taken: Record<string, string> = {};
  for (const name of Object.keys(compiled.flow.steps[step]?.query ?? {})) {
    const value = query.get(name);
    if (value !== null) taken[name] = value;
  }
  return taken;
}

/**
 * Starts a session at a step and makes the look-ups it asks for until it asks for none. What else it asks for is the
 * browser's: it takes the same steps and finds the same effects.
 */
export async function beginVisit(
  compiled: CompiledFlow,
  step: string,
  query: URLSearchParams,
  visit: SessionInput['visit'],
  { get, clock, random }: Surroundings,
): Promise<Begun> {
  const input: SessionInput = {
    screen: step,
    query: declaredQuery(compiled, step, query),
    visit,
    at: clock(),
    random: random(),
    ids: drawn(compiled),
    saved: {},
  };
  const events: { event: SessionEvent; stamp: Stamp }[] = [];
  const effects: Effect[] = [];
  let at: Step = startSession(compiled, input);
  effects.push(...at.effects);
  let waiting = lookUps(at.effects);
  for (let made = 0; waiting.length > 0 && made < mostCalls; made += 1) {
    const [call, ...others] = waiting as [LookUp, ...LookUp[]];
    const reply = await get(call.path, call.payload);
    const ok = reply.status >= 200 && reply.status < 300;
    const event: SessionEvent = ok
      ? { type: 'DONE', id: call.id, output: reply.body as Json }
      : { type: 'FAILED', id: call.id, error: { message: messageOf(reply.body), status: reply.status } };
    const stamp: Stamp = { at: clock(), random: random() };
    at = sendEvent(at.session, event, stamp);
    events.push({ event, stamp });
    effects.push(...at.effects);
    waiting = [...others, ...lookUps(at.effects)];
  }
  const here = compiled.flow.steps[leafOf(at.session).step]?.path?.[0];
  const navigations = effects.filter((effect) => effect.kind === 'navigate');
  const last = navigations.at(-1);
  const moved = leafOf(at.session).step !== step && last !== undefined && last.path === here;
  return {
    session: at.session,
    step: leafOf(at.session).step,
    log: { input, events },
    toasts: effects.flatMap((effect) => (effect.kind === 'toast' ? [{ title: effect.title, text: effect.text }] : [])),
    address: moved ? addressOf(last.path, last.query) : null,
  };
}

type LookUp = Extract<Effect, { kind: 'call' }>;

const lookUps = (effects: readonly Effect[]): LookUp[] =>
  effects.filter((effect) => effect.kind === 'call').filter((call) => call.method === 'GET' && !call.background);

const messageOf = (body: unknown): string | null => {
  const message = (body as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : null;
};

function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}
