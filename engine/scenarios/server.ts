/** What a scenario's server answers, and what it has stored. */
import type { Json } from '../../schemas/compiled.ts';
import type { ScenarioReply } from '../../schemas/generated/types.ts';
import { createRecords, type IntakeAnswers } from '../intakes/answers.ts';
import type { CallEffect, OutsideEvent } from '../session/effects.ts';
import { canonicalJson } from '../values/canonical-json.ts';

type Outcome = Extract<OutsideEvent, { type: 'DONE' | 'FAILED' }>;

/** The pauses of a browser before it repeats a submission, and the time in which it does so, in milliseconds. */
const pauses = [500, 1200] as const;
const retryWindow = 4000;

/** How often a browser sends a submission that the network loses. */
export const triesOfSubmission = pauses.length + 1;
/** After this time a browser has sent it as often, in milliseconds: a pause is longer by up to its half. */
export const timeOfTries = pauses.reduce((sum, pause) => sum + pause, 0) * 1.5;

export interface ScenarioServer {
  /**
   * Answers a call as a browser sees it: a submission is repeated under the same key after a failure of the network or
   * a 502, 503 or 504.
   * @returns the milliseconds until the browser has the outcome, and the outcome
   */
  answer(call: CallEffect): { readonly ms: number; readonly outcome: Outcome };
  /** The number of stored submissions of a path. */
  stored(path: string): number;
  /** The last body that was sent to a path; undefined if there was none. */
  sent(path: string): Readonly<Record<string, Json>> | undefined;
}

interface ServerReply {
  readonly status: number;
  readonly body: Json;
  readonly message: string | null;
}

type ScenarioReplies = Readonly<Record<string, readonly ScenarioReply[]>>;

/** Whether a reply says what the server answers, in place of its intake. */
const isMadeUp = ({ status, body, message }: ScenarioReply): boolean =>
  status !== undefined || body !== undefined || message !== undefined;

/** The paths whose replies a case makes up. */
export const madeUpIn = (replies: ScenarioReplies = {}): readonly string[] =>
  Object.keys(replies).filter((path) => replies[path]?.some(isMadeUp));

/** @returns the next reply to a path: the replies are in order, and the last one is repeated */
function repliesInOrder(replies: ScenarioReplies = {}): (path: string) => ScenarioReply {
  const used = new Map<string, number>();
  return (path) => {
    const all = replies[path] ?? [];
    const at = used.get(path) ?? 0;
    used.set(path, at + 1);
    return all[Math.min(at, all.length - 1)] ?? {};
  };
}

/** What happens to a request of a scenario. */
export interface ScenarioAnswer {
  /** Milliseconds until the reply. */
  readonly after: number;
  /** Why no reply arrives; undefined if one does. */
  readonly network: ScenarioReply['network'];
  /** What the server replies; null if the request does not reach it. */
  readonly reply: ServerReply | null;
  readonly isStored: boolean;
}

/**
 * The server of a scenario, on the machine and behind a browser.
 * @param answers those of the site's intakes, for every reply that the scenario does not make up
 * @param replies by path, in order; the last one is repeated
 * @returns answers a request. A repetition under the same key gets the answer to the first one
 */
export function scenarioAnswers(
  answers: IntakeAnswers,
  replies?: ScenarioReplies,
): (call: Pick<CallEffect, 'method' | 'path' | 'payload'>, key: string) => ScenarioAnswer {
  const records = createRecords();
  const known = new Map<string, ServerReply>();
  const nextReply = repliesInOrder(replies);

  function replyTo(
    call: Pick<CallEffect, 'method' | 'path' | 'payload'>,
    key: string,
    reply: ScenarioReply,
  ): ServerReply {
    if (isMadeUp(reply))
      return { status: reply.status ?? 200, body: (reply.body ?? {}) as Json, message: reply.message ?? null };
    const before = known.get(key);
    if (before !== undefined) return before;
    const answer = answers.answer(call, records);
    if (answer.status !== 200) return { status: answer.status, body: {}, message: answer.message };
    const made = { status: 200, body: answer.body, message: null };
    if (call.method === 'POST' && key !== '') known.set(key, made);
    return made;
  }

  return (call, key) => {
    const next = nextReply(call.path);
    const { after = 0 as number, network } = next;
    const reply = network === 'offline' ? null : replyTo(call, key, next);
    const isStored = reply !== null && reply.status < 400 && call.method === 'POST';
    return { after: Number(after), network, reply, isStored };
  };
}

/**
 * @param answers those of the site's intakes, for every reply that the scenario does not make up
 * @param replies by path, in order; the last one is repeated
 */
export function createScenarioServer(answers: IntakeAnswers, replies?: ScenarioReplies): ScenarioServer {
  const stored = new Map<string, Set<number>>();
  const sent = new Map<string, CallEffect['payload']>();
  /** The key of each submission that is not acknowledged yet. */
  const keys = new Map<string, number>();
  let lastKey = 0;
  const answerTo = scenarioAnswers(answers, replies);

  /** One request. Null: no reply arrived. */
  function request(call: CallEffect, key: number): { ms: number; reply: ServerReply | null } {
    const { after, network, reply, isStored } = answerTo(call, String(key));
    const isLate = after > call.timeout;
    sent.set(call.path, call.payload);
    if (isStored) stored.set(call.path, (stored.get(call.path) ?? new Set()).add(key));
    return { ms: isLate ? call.timeout : after, reply: network === undefined && !isLate ? reply : null };
  }

  return {
    answer(call) {
      const { path, payload, times, id } = call;
      const name = canonicalJson([path, Object.entries(payload).filter(([field]) => !times.includes(field))]);
      let key = keys.get(name);
      if (key === undefined) {
        lastKey += 1;
        key = lastKey;
        keys.set(name, key);
      }
      let ms = 0;
      let message: string | null = null;
      for (let tries = 0; ; tries += 1) {
        const { ms: taken, reply } = request(call, key);
        const status = reply?.status ?? null;
        ms += taken;
        if (reply !== null && reply.status < 400) {
          keys.delete(name);
          return { ms, outcome: { type: 'DONE', id, output: reply.body } };
        }
        message = reply?.message ?? message;
        const isTransient = status === null || (status > 501 && status < 505);
        const pause = pauses[tries];
        if (call.method === 'GET' || !isTransient || pause === undefined || ms + pause > retryWindow) {
          if (status !== null && status < 500 && status !== 429) keys.delete(name);
          return { ms, outcome: { type: 'FAILED', id, error: { message, status } } };
        }
        ms += pause;
      }
    },
    stored: (path) => stored.get(path)?.size ?? 0,
    sent: (path) => sent.get(path),
  };
}
