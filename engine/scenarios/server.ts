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

/** @returns the next reply to a path: the replies are in order, and the last one is repeated */
export function repliesInOrder(replies: ScenarioReplies = {}): (path: string) => ScenarioReply {
  const used = new Map<string, number>();
  return (path) => {
    const all = replies[path] ?? [];
    const at = used.get(path) ?? 0;
    used.set(path, at + 1);
    return all[Math.min(at, all.length - 1)] ?? {};
  };
}

/** Whether a reply says what the server answers, in place of its intake. */
const isMadeUp = ({ status, body, message }: ScenarioReply): boolean =>
  status !== undefined || body !== undefined || message !== undefined;

/** The paths whose replies a case makes up. */
export const madeUpIn = (replies: ScenarioReplies = {}): readonly string[] =>
  Object.keys(replies).filter((path) => replies[path]?.some(isMadeUp));

/**
 * @param answers those of the site's intakes, for every reply that the scenario does not make up
 * @param replies by path, in order; the last one is repeated
 */
export function createScenarioServer(answers: IntakeAnswers, replies?: ScenarioReplies): ScenarioServer {
  const records = createRecords();
  const stored = new Map<string, Set<number>>();
  const sent = new Map<string, CallEffect['payload']>();
  const answered = new Map<number, ServerReply>();
  /** The key of each submission that is not acknowledged yet. */
  const keys = new Map<string, number>();
  let lastKey = 0;

  const nextReply = repliesInOrder(replies);

  /** What the server answers to a request that reaches it. A repetition gets the answer to the first one. */
  function answerTo(call: CallEffect, key: number, reply: ScenarioReply): ServerReply {
    if (isMadeUp(reply))
      return { status: reply.status ?? 200, body: (reply.body ?? {}) as Json, message: reply.message ?? null };
    const known = answered.get(key);
    if (known !== undefined) return known;
    const answer = answers.answer(call, records);
    const made: ServerReply =
      answer.status === 200
        ? { status: 200, body: answer.body, message: null }
        : { status: answer.status, body: {}, message: answer.message };
    if (made.status === 200 && call.method === 'POST') answered.set(key, made);
    return made;
  }

  /** One request. Null: no reply arrived. */
  function request(call: CallEffect, key: number): { ms: number; reply: ServerReply | null } {
    const reply = nextReply(call.path);
    const { after = 0 as number, network } = reply;
    const isLate = Number(after) > call.timeout;
    sent.set(call.path, call.payload);
    const answer = network === 'offline' ? null : answerTo(call, key, reply);
    if (answer !== null && answer.status < 400 && call.method === 'POST')
      stored.set(call.path, (stored.get(call.path) ?? new Set()).add(key));
    return { ms: isLate ? call.timeout : Number(after), reply: network === undefined && !isLate ? answer : null };
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
