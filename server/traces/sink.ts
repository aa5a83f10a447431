/** Receives traces from browsers, if the operator enables it: JSON Lines, one file per session. */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConsentChoice } from '../../engine/consent/consent.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import { isInSample } from '../../engine/trace/sample.ts';
import type { CrossSiteCheck } from '../http/origin.ts';
import type { VisitId } from '../http/request.ts';
import { clientAddress, limitKeyOf } from '../limits/address.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { consentOfTrace } from './consent.ts';
import { createTraceFiles } from './files.ts';
import { type Glance, readGlance, sessionIdOf, tracedLog } from './glance.ts';
import { type LineStoreOptions, lineStore } from './line-store.ts';
import { createTraceSpace } from './space.ts';
import { readUpload } from './upload.ts';
import { createWithdrawals } from './withdrawals.ts';

export interface TraceSink {
  /**
   * Handles `POST /_f/traces?session=ID&from=N` with a body of JSON Lines whose first line is line N of the trace, and
   * `POST /_f/traces?glance` with the report of a page whose visitor has only looked.
   * Responds 204; 409 with the current number of lines when N would leave a gap; or the error of the body.
   */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * Stores a session that the server runs, as far as it has come. A visitor who does not allow it, a share that does not
   * contain the visit, and a full disk leave it out. Never rejects.
   */
  record(request: IncomingMessage, visit: VisitId, compiled: CompiledFlow, log: SessionLog): Promise<void>;
  /**
   * A visitor has chosen. Without analytics, what the visit has stored under this choice is removed, and what is still on
   * its way is refused.
   */
  chosen(visit: string | null, choice: Pick<ConsentChoice, 'id' | 'granted'>): Promise<void>;
  /** Removes the days beyond the limit of age. Never rejects. */
  sweep(): Promise<void>;
}

/** A session at its beginning, with what the server has fetched for it. */
export interface BegunSession {
  readonly compiled: CompiledFlow;
  readonly log: SessionLog;
}

export interface TraceSinkOptions
  extends Pick<LineStoreOptions, 'flowOf'>,
    Partial<Pick<LineStoreOptions, 'versionOf' | 'sources' | 'stored'>> {
  /** Files are written to `<folder>/<date>/<session>.jsonl`. */
  readonly folder: string;
  readonly limits: RateLimit;
  readonly trustProxy: number;
  readonly isForeign: CrossSiteCheck;
  readonly clock?: () => number;
  /** Days for which traces are kept; read once a day. */
  readonly days?: () => number | undefined;
  /** The most uploads a minute from one address; 120 by default. */
  readonly perMinute?: () => number | undefined;
  /** The share of visits that are recorded at present, from 0 to 1; 1 by default. */
  readonly share?: () => number;
  /** Begins the session of a page that a visitor has only seen; null if no page of any version has it. */
  readonly begin?: (request: IncomingMessage, glance: Glance) => Promise<BegunSession | null>;
  /** Whether the visitor of a request allows it. */
  readonly isAllowed?: (request: IncomingMessage) => boolean;
  /** Signs the id of a choice of consent. */
  readonly sign?: (choice: string) => string;
  /** The id of the choice under which the trace of a request is stored; null if it needs none. */
  readonly choiceOf?: (request: IncomingMessage) => string | null;
  /** The most bytes of all traces. */
  readonly maxBytes?: () => number;
  /** Called with the days that were removed. */
  readonly purged?: (days: readonly string[]) => void;
}

const fileLimit = 4 * 1024 * 1024;
const standardPerMinute = 120;
/** A visitor's clock may show another time zone's time. A trace of a later time would remain the newest of all. */
const mostAheadMs = 24 * 60 * 60 * 1000;
const typePattern = /^(?:application\/(?:x-ndjson|json)|text\/plain)\s*(?:;|$)/i;

/** Whether a visit that the server runs is among the share that is recorded. Its id has too few different digits for the rule of pages. */
const isSampled = (visit: VisitId, share: number): boolean =>
  Number.parseInt(hash('sha256', visit).slice(0, 8), 16) < share * 2 ** 32;

function respond(request: IncomingMessage, response: ServerResponse, status: number, body?: object): void {
  if (!request.complete) response.setHeader('Connection', 'close');
  const type = body === undefined ? {} : { 'Content-Type': 'application/json; charset=utf-8' };
  response.writeHead(status, { 'Cache-Control': 'no-store', ...type }).end(body && JSON.stringify(body));
}

export function createTraceSink({
  folder,
  limits,
  trustProxy,
  isForeign,
  clock = Date.now,
  days,
  perMinute = () => undefined,
  share = () => 1,
  begin = async () => null,
  isAllowed = () => true,
  sign = (choice) => choice,
  choiceOf = () => null,
  versionOf = () => null,
  flowOf,
  sources = () => [],
  maxBytes,
  stored = () => {},
  purged,
}: TraceSinkOptions): TraceSink {
  const withdrawals = createWithdrawals();
  const consentOf = (request: IncomingMessage): string | null => {
    const choice = choiceOf(request);
    return choice === null ? null : sign(choice);
  };
  const clientOf = (request: IncomingMessage) => limitKeyOf(clientAddress(request, trustProxy));
  const files = createTraceFiles(folder, fileLimit, clock);
  const space = createTraceSpace({
    folder,
    clock,
    ...(days && { days }),
    ...(maxBytes && { maxBytes }),
    ...(purged && { purged }),
  });
  const store = lineStore({ files, space, clientOf, consentOf, versionOf, flowOf, sources, stored });
  const latest = (): number => clock() + mostAheadMs;

  /** The status of a request whose visit is not recorded; null for one that is. */
  function faultOf(request: IncomingMessage): 403 | 404 | null {
    if (share() <= 0) return 404;
    // What a visitor sends after a refusal is dropped.
    const consent = consentOf(request);
    return !isAllowed(request) || (consent !== null && withdrawals.has(consent)) ? 403 : null;
  }

  /** The status of a request that may not upload now; null for one that may. */
  async function refusalOf(request: IncomingMessage): Promise<number | null> {
    const fault = isForeign(request) ? 403 : faultOf(request);
    if (fault !== null) return fault;
    if (!typePattern.test(request.headers['content-type'] ?? '')) return 415;
    const wait = await limits.take('traces', clientOf(request), perMinute() ?? standardPerMinute);
    return wait > 0 ? 429 : null;
  }

  /** Stores the trace of a visit that has only looked. @returns the status of the reply */
  async function glance(request: IncomingMessage, text: string): Promise<number> {
    const seen = readGlance(text);
    if (seen === null || seen.at + seen.ms > latest()) return 422;
    if (!isInSample(seen.visitId, share())) return 204;
    const begun = await begin(request, seen);
    if (begun === null) return 404;
    const { compiled, log } = begun;
    const session = sessionIdOf(seen.visitId, compiled.flow.flow, log);
    const acted = { ...log, events: [...log.events, ...seen.events] };
    const outcome = await store(request, session, 0, tracedLog(compiled, acted, seen.visitId, seen.at + seen.ms));
    return typeof outcome === 'number' ? outcome : 409;
  }

  return {
    sweep: space.sweep,
    async chosen(visit, { id, granted }) {
      const consent = sign(id);
      const isWithdrawn = withdrawals.choose(consent, granted.includes('analytics'));
      if (isWithdrawn && visit !== null) await files.remove(visit, (text) => consentOfTrace(text) === consent);
    },
    async record(request, visit, compiled, log) {
      if (!isSampled(visit, share()) || faultOf(request) !== null) return;
      try {
        await store(request, sessionIdOf(visit, compiled.flow.flow, log), 0, tracedLog(compiled, log, visit, null));
      } catch {
        // The visit goes on without its trace.
      }
    },
    async handle(request, response) {
      const end = (status: number, body?: object): void => respond(request, response, status, body);
      const refusal = await refusalOf(request);
      if (refusal !== null) return end(refusal);
      const upload = await readUpload(request, latest);
      if (upload.kind === 'fault') return end(upload.status, upload.body);
      if (upload.kind === 'glance') return end(await glance(request, upload.text));
      try {
        const outcome = await store(request, upload.session, upload.from, upload.lines);
        if (typeof outcome === 'number') return end(outcome);
        end(409, outcome);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        end(422, { message: error.message });
      }
    },
  };
}
