/** Calls to intakes over a bad network: one key per submission until it is acknowledged, retries, a time limit. */

import type { Effect } from '../../engine/session/effects.ts';
import type { Json } from '../../schemas/compiled.ts';

export type Call = Extract<Effect, { kind: 'call' }>;
export type Outcome =
  | { readonly ok: true; readonly output: Json }
  | { readonly ok: false; readonly message: string | null; readonly status: number | null };

const firstPause = 400;
const tries = 6;
/** Answers that say nothing about the submission itself. */
const passing = new Set([429, 502, 503, 504]);

/** A submission's key, kept until it is acknowledged, so that however often it is sent it is one. */
const keys = new Map<string, string>();

function keyOf(call: Call): { name: string; key: string } {
  const said = Object.fromEntries(Object.entries(call.payload).filter(([field]) => !call.times.includes(field)));
  const name = `${call.path} ${JSON.stringify(said)}`;
  const key = keys.get(name) ?? crypto.randomUUID();
  keys.set(name, key);
  return { name, key };
}

/** Waits, but no longer than until the network is back, or the call is given up. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const over = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      over.abort();
      done();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { signal: over.signal });
    addEventListener('online', end, { signal: over.signal });
  });

function requestOf(call: Call, key: string, signal: AbortSignal): Request {
  if (call.method === 'GET') {
    const query = new URLSearchParams(Object.entries(call.payload).map(([name, value]) => [name, String(value)]));
    return new Request(`${call.path}?${query}`, { signal, headers: { accept: 'application/json' }, cache: 'no-store' });
  }
  return new Request(call.path, {
    method: 'POST',
    signal,
    // A visitor who leaves at once still sends it.
    keepalive: true,
    headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': key },
    body: JSON.stringify(call.payload),
  });
}

async function readReply(response: Response): Promise<Json> {
  try {
    return (await response.json()) as Json;
  } catch {
    return null;
  }
}

/** A server may also answer that it did not do what was asked. */
const isRefused = (reply: Json): boolean =>
  typeof reply === 'object' &&
  reply !== null &&
  !Array.isArray(reply) &&
  'success' in reply &&
  reply['success'] === false;

const messageIn = (reply: Json): string | null => {
  const message =
    typeof reply === 'object' && reply !== null && !Array.isArray(reply)
      ? (reply as Readonly<Record<string, Json>>)['message']
      : null;
  return typeof message === 'string' && message !== '' ? message : null;
};

/** Makes a call. Never throws: the outcome says what happened. */
export async function makeCall(call: Call): Promise<Outcome> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), call.timeout);
  const { name, key } = keyOf(call);
  let status: number | null = null;
  try {
    for (let attempt = 0; attempt < tries && !limit.signal.aborted; attempt += 1) {
      if (attempt > 0) await pause(firstPause * 2 ** (attempt - 1) * (0.5 + Math.random()), limit.signal);
      try {
        const response = await fetch(requestOf(call, key, limit.signal));
        status = response.status;
        if (passing.has(status)) continue;
        const reply = await readReply(response);
        keys.delete(name);
        return response.ok && !isRefused(reply)
          ? { ok: true, output: reply }
          : { ok: false, message: messageIn(reply), status };
      } catch {
        // No answer at all: it may have arrived, so the same key goes again.
      }
    }
    return { ok: false, message: null, status };
  } finally {
    clearTimeout(timer);
  }
}
