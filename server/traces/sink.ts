/** Receives traces from browsers, if the operator enables it: JSON Lines, one file per session. */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ConsentChoice } from '../../engine/consent/consent.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { isInSample } from '../../engine/trace/sample.ts';
import type { TraceHead } from '../../schemas/generated/types.ts';
import type { CrossSiteCheck } from '../http/origin.ts';
import { queryOf, type VisitId } from '../http/request.ts';
import { clientAddress, limitKeyOf } from '../limits/address.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { consentOfTrace } from './consent.ts';
import { createTraceFiles } from './files.ts';
import { createTraceFilter } from './filter.ts';
import { type Glance, readGlance, sessionIdOf, tracedLog } from './glance.ts';
import { parseTrace } from './read.ts';
import { createSharedSources } from './shared-sources.ts';
import { createTraceSpace } from './space.ts';

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

export interface TraceSinkOptions {
  /** Files are written to `<folder>/<date>/<session>.jsonl`. */
  readonly folder: string;
  readonly limits: RateLimit;
  readonly trustProxy: number;
  readonly isForeign: CrossSiteCheck;
  /** The version that drew the page of a trace, by the fingerprint of the flow; null if it is no longer known. */
  readonly versionOf?: (request: IncomingMessage, flow: string, definition: string) => string | null;
  /** The flow of a trace on the version that drew its page, else on that of today; null if there is none. */
  readonly flowOf: (request: IncomingMessage, head: TraceHead) => CompiledFlow | null;
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
  /** The sources that the site lists: a trace may name them. */
  readonly sources?: () => readonly string[];
  /** The most bytes of all traces. */
  readonly maxBytes?: () => number;
  /** Called when lines of a session were stored. */
  readonly stored?: (session: string) => void;
  /** Called with the days that were removed. */
  readonly purged?: (days: readonly string[]) => void;
}

/** Choices whose withdrawal is remembered for the uploads that were on their way. */
const maxWithdrawn = 1000;
const postLimit = 256 * 1024;
const fileLimit = 4 * 1024 * 1024;
const standardPerMinute = 120;
/** A visitor's clock may show another time zone's time. A trace of a later time would remain the newest of all. */
const mostAheadMs = 24 * 60 * 60 * 1000;
const sessionPattern = /^[A-Za-z0-9_-]{8,64}$/;
const typePattern = /^(?:application\/(?:x-ndjson|json)|text\/plain)\s*(?:;|$)/i;

/** The body as text; null when it is too large or the connection was closed. */
async function readText(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > postLimit) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The latest time that a line names. */
const timeOf = (line: TraceLine): number =>
  Math.max(line.kind === 'head' ? line.input.at : 0, ('at' in line ? line.at : undefined) ?? 0);

/**
 * The lines of a body.
 * @throws SyntaxError that says which line is not a valid trace line, or is of a later time than `latest`
 */
function readLines(text: string, latest: number): TraceLine[] {
  const lines = parseTrace(text);
  if (lines.length === 0) throw new SyntaxError('There is no line.');
  for (const [index, line] of lines.entries())
    if (timeOf(line) > latest) throw new SyntaxError(`Line ${index + 1} is of a later time than now.`);
  return lines;
}

/** Whether a visit that the server runs is among the share that is recorded. Its id has too few different digits for the rule of pages. */
const isSampled = (visit: VisitId, share: number): boolean =>
  Number.parseInt(hash('sha256', visit).slice(0, 8), 16) < share * 2 ** 32;

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
  const withdrawn = new Set<string>();
  const shared = createSharedSources(sources);
  const consentOf = (request: IncomingMessage): string | null => {
    const choice = choiceOf(request);
    return choice === null ? null : sign(choice);
  };
  /** A browser does not know the version of the site, or the signature of its choice. What it claims is replaced. */
  function completed(request: IncomingMessage, line: object): object {
    const { kind, site: _site, consent: _consent, ...head } = line as Partial<TraceHead>;
    if (kind !== 'head') return line;
    const site = versionOf(request, head.flow ?? '', head.definition ?? '');
    const consent = consentOf(request);
    return { kind, ...(site === null ? {} : { site }), ...(consent === null ? {} : { consent }), ...head };
  }
  const clientOf = (request: IncomingMessage) => limitKeyOf(clientAddress(request, trustProxy));
  const files = createTraceFiles(folder, fileLimit, clock);
  const space = createTraceSpace({
    folder,
    clock,
    ...(days && { days }),
    ...(maxBytes && { maxBytes }),
    ...(purged && { purged }),
  });
  return {
    sweep: space.sweep,
    async chosen(visit, { id, granted }) {
      const consent = sign(id);
      withdrawn.delete(consent);
      if (granted.includes('analytics')) return;
      withdrawn.add(consent);
      for (const oldest of withdrawn) {
        if (withdrawn.size <= maxWithdrawn) break;
        withdrawn.delete(oldest);
      }
      if (visit !== null) await files.remove(visit, (text) => consentOfTrace(text) === consent);
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
      const end = (status: number, body?: object): void => {
        if (!request.complete) response.setHeader('Connection', 'close');
        const type = body === undefined ? {} : { 'Content-Type': 'application/json; charset=utf-8' };
        response.writeHead(status, { 'Cache-Control': 'no-store', ...type }).end(body && JSON.stringify(body));
      };
      const fault = isForeign(request) ? 403 : faultOf(request);
      if (fault !== null) return end(fault);
      if (!typePattern.test(request.headers['content-type'] ?? '')) return end(415);
      const wait = await limits.take('traces', clientOf(request), perMinute() ?? standardPerMinute);
      if (wait > 0) return end(429);
      const parameters = queryOf(request.url ?? '');
      const isGlance = parameters.has('glance');
      const session = parameters.get('session') ?? '';
      const from = Number(parameters.get('from') ?? Number.NaN);
      if (!isGlance && (!sessionPattern.test(session) || !Number.isSafeInteger(from) || from < 0)) return end(400);
      const text = await readText(request);
      if (text === null) return end(413);
      if (isGlance) return end(await glance(request, text));
      let lines: TraceLine[];
      try {
        lines = readLines(text, clock() + mostAheadMs);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return end(422, { message: error.message });
      }
      try {
        const outcome = await store(request, session, from, lines);
        if (typeof outcome === 'number') return end(outcome);
        end(409, outcome);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        end(422, { message: error.message });
      }
    },
  };

  /** The status of a request whose visit is not recorded; null for one that is. */
  function faultOf(request: IncomingMessage): 403 | 404 | null {
    if (share() <= 0) return 404;
    // What a visitor sends after a refusal is dropped.
    const consent = consentOf(request);
    return !isAllowed(request) || (consent !== null && withdrawn.has(consent)) ? 403 : null;
  }

  /** Stores lines of a session. @returns a status, or the current number of lines when a gap would be left */
  async function store(
    request: IncomingMessage,
    session: string,
    from: number,
    lines: readonly TraceLine[],
  ): Promise<204 | 413 | 507 | { readonly lines: number }> {
    const texts = lines.map((line) => `${JSON.stringify(completed(request, line))}\n`);
    if (!(await space.claim(Buffer.byteLength(texts.join('')), clientOf(request)))) return 507;
    const outcome = await files.append(session, from, texts, () =>
      createTraceFilter(
        (head) => flowOf(request, head),
        (head, value) => shared.keeps(value, head.visitId ?? session),
      ),
    );
    if (outcome === 'full') return 413;
    if (outcome !== 'appended') return { lines: outcome.lines };
    stored(session);
    return 204;
  }

  /** Stores the trace of a visit that has only looked. @returns the status of the reply */
  async function glance(request: IncomingMessage, text: string): Promise<number> {
    const seen = readGlance(text);
    if (seen === null || seen.at + seen.ms > clock() + mostAheadMs) return 422;
    if (!isInSample(seen.visitId, share())) return 204;
    const begun = await begin(request, seen);
    if (begun === null) return 404;
    const { compiled, log } = begun;
    const session = sessionIdOf(seen.visitId, compiled.flow.flow, log);
    const acted = { ...log, events: [...log.events, ...seen.events] };
    const outcome = await store(request, session, 0, tracedLog(compiled, acted, seen.visitId, seen.at + seen.ms));
    return typeof outcome === 'number' ? outcome : 409;
  }
}
