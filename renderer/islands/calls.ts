/** Calls intakes over an unreliable network: one idempotency key per submission, up to two retries, a time limit. */

import { callKeyHeader, postedNames } from '../../engine/flow/post-names.ts';
import type { PageMessages } from '../../engine/messages/catalogue.ts';
import type { CallEffect, CallReport } from '../../engine/session/effects.ts';
import { type SessionEvent, stateOf } from '../../engine/session/session.ts';
import { callId } from '../../engine/steps/parts/call-id.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { SessionState } from './page-actor.ts';
import { uuid } from './uuid.ts';

type Reply =
  | { readonly ok: true; readonly output: Json }
  | { readonly ok: false; readonly message: string | null; readonly status: number | null };

/** The outcome of one attempt. */
type Attempt = Reply &
  Pick<CallReport, 'body' | 'why'> & {
    readonly status: number | null;
    /** Of any response, also of one that is not the intake's. */
    readonly seen: number | null;
    /** Whether the intake itself refused the call, so that it is not stored. */
    readonly final?: boolean;
  };

export type CallOutcome = Reply & { readonly report: CallReport };

/** Delay before each retry, in milliseconds; random jitter adds up to half of it. */
const pauses = [500, 1200];
/** Minimum duration left for a retry, in milliseconds. */
const lastTry = 500;
/** Retries end at this time, in milliseconds since the first attempt began. */
const retryWindow = 4000;

/** The idempotency key of each submission that is not acknowledged yet. */
const keys = new Map<string, string>();

/** Identifies a submission by its path and payload. Fields that hold the time of the call are left out. */
const nameOf = ({ path, payload, times }: CallEffect): string =>
  path + JSON.stringify(Object.entries(payload).filter(([field]) => !times.includes(field)));

const messageIn = (reply: Json): string | null => {
  const message = (reply as Readonly<Record<string, Json>> | null)?.['message'];
  return typeof message === 'string' && message !== '' ? message : null;
};

function request(
  { method, path, payload }: CallEffect,
  flow: string,
  key: string,
  signal: AbortSignal,
): Promise<Response> {
  const headers = {
    accept: 'application/json',
    'idempotency-key': key,
    'flow-version': flow,
    'visit-id': window.funnel?.landing.visitId ?? '',
    // The field that people do not see is filled.
    ...(document.querySelector(`[name=${postedNames.trap}]:not(:placeholder-shown)`) ? { 'form-trap': '1' } : {}),
  };
  if (method === 'GET') {
    const query = new URLSearchParams(payload as Record<string, string>);
    return fetch(`${path}?${query}`, { signal, headers, cache: 'no-store', redirect: 'error' });
  }
  return (window.funnel?.post ?? fetch)(path, {
    method,
    signal,
    // The request completes even if the visitor leaves the page at once.
    keepalive: true,
    // An intake does not redirect.
    redirect: 'error',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
}

/**
 * Sends a call once. Only the intake's own reply is an outcome: any other reply with a status of success counts as none.
 * @throws when there is no response
 */
async function send(call: CallEffect, flow: string, key: string, signal: AbortSignal): Promise<Attempt> {
  const response = await request(call, flow, key, signal);
  const { ok, status } = response;
  const text = await response.text();
  let output: Json = null;
  let body: CallReport['body'] = text === '' ? 'none' : 'other';
  try {
    output = JSON.parse(text) as Json;
    body = 'json';
  } catch {
    // The response comes from elsewhere, such as a proxy's error page, or is cut off.
  }
  const own = response.headers.get(callKeyHeader) === key;
  const isObject = typeof output === 'object' && output !== null && !Array.isArray(output);
  // A response with status 200 may still report a failure.
  const succeeds = ok && (output as { success?: Json } | null)?.success !== false;
  if (succeeds && own && isObject) return { ok, output, status, seen: status, body };
  if (call.method === 'GET' || succeeds)
    console.error(new Error(`${status}: ${text.slice(0, 200) || response.statusText}`));
  if (succeeds) return { ok: false, message: null, status: null, seen: status, body: body === 'json' ? 'other' : body };
  const final = own && status < 500 && status !== 429;
  return { ok: false, message: messageIn(output), status, seen: status, body, final };
}

/**
 * Makes a call. Unless it runs in the background, a toast reports when the response is late.
 * @param flow the address of the flow's data: the server handles the call by the version that drew the page
 * @param retrying is called before each retry
 */
export async function makeCall(call: CallEffect, flow: string, retrying: () => void): Promise<CallOutcome> {
  const answered = call.background ? undefined : window.funnel?.wait();
  try {
    return await callWithRetries(call, flow, retrying);
  } finally {
    answered?.();
  }
}

/** The report of a call that code of the page failed to make. */
const brokenReport: CallReport = { ms: 0, tries: 0, status: null, why: 'page' };

/** The event with the outcome of a call; like `makeCall`. Never rejects. */
export async function callOutcome(
  call: CallEffect,
  flow: string,
  retrying: () => void,
): Promise<Extract<SessionEvent, { readonly type: 'DONE' | 'FAILED' }>> {
  const { id } = call;
  const outcome = await makeCall(call, flow, retrying).catch((error: unknown): CallOutcome => {
    console.error(error);
    return { ok: false, message: null, status: null, report: brokenReport };
  });
  const { report } = outcome;
  return outcome.ok
    ? { type: 'DONE', id, output: outcome.output, report }
    : { type: 'FAILED', id, error: { message: outcome.message, status: outcome.status }, report };
}

/**
 * Makes a call with retries. A POST is retried after a network failure, a false success or a 502, 503 or 504; its
 * idempotency key makes that safe. The server's message is kept, even if a later attempt gets none.
 */
async function callWithRetries(call: CallEffect, flow: string, retrying: () => void): Promise<CallOutcome> {
  const name = nameOf(call);
  const key = keys.get(name) ?? uuid();
  keys.set(name, key);
  const began = Date.now();
  let message: string | null = null;
  for (let next = 0, limit = call.timeout; ; limit = Math.min(limit, began + retryWindow - Date.now())) {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), limit);
    const outcome = await send(call, flow, key, over.signal).catch((error: unknown): Attempt => {
      console.error(error);
      const why = over.signal.aborted ? 'timeout' : navigator.onLine ? 'network' : 'offline';
      return { ok: false, message: null, status: null, seen: null, why };
    });
    clearTimeout(timer);
    const { status, seen, body, why, final } = outcome;
    const report = {
      ms: Date.now() - began,
      tries: next + 1,
      status: seen,
      ...(body && { body }),
      ...(why && { why }),
    };
    if (outcome.ok) {
      keys.delete(name);
      return { ok: true, output: outcome.output, report };
    }
    message = outcome.message ?? message;
    const transient = status === null || (status > 501 && status < 505);
    const left = began + retryWindow - Date.now();
    // While offline, a retry waits for the network until the window closes.
    const pause = navigator.onLine ? (pauses[next] ?? left) * (1 + Math.random() / 2) : left - lastTry;
    if (call.method === 'GET' || !transient || next++ === pauses.length || pause > left) {
      // After any other outcome the submission may be stored, so the next one reuses the key.
      if (final) keys.delete(name);
      return { ok: false, message, status, report };
    }
    retrying();
    await new Promise((done) => {
      setTimeout(done, pause);
      addEventListener('online', done, { once: true });
    });
  }
}

/** Recovers from an exception: fails the pending call, or shows a toast where there is none. */
export function recover(
  { session, event }: SessionState,
  dispatch: (event: SessionEvent) => void,
  { failed, broken }: Pick<PageMessages, 'failed' | 'broken'>,
): void {
  const [, step, call] = /^(.+)\.((?:call|load)-\d+)$/.exec(stateOf(session)) ?? [];
  if (call === undefined || event?.type === 'FAILED')
    window.funnel?.toast({ title: failed, text: broken, as: 'error' });
  else
    dispatch({
      type: 'FAILED',
      id: callId(step as string, call),
      error: { message: null, status: null },
      report: brokenReport,
    });
}
