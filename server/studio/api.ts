/** The API of the studio: JSON for its pages, from the functions that the command line uses. Reads only. */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import type { SessionEvent } from '../../engine/session/session.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { isObject } from '../../engine/values/is-object.ts';
import type { EventsReply, FunnelsReply, TextReply, VersionsReply } from '../../renderer/studio/contract.ts';
import { personalRulesOf } from '../privacy/person.ts';
import type { StoredRecord, StoreReader } from '../store/types.ts';
import { readSessions } from '../timelines/read-sessions.ts';
import { createStoredVisits } from '../timelines/stored-visits.ts';
import { parseTrace, splitTraces } from '../traces/read.ts';
import { readTracedVisit, type TracedVisit } from '../traces/visits.ts';
import { flowMapOf, pathOfFlow } from './flow-map.ts';
import { inspectVisit, specText, traceText } from './inspection.ts';
import { loginStyle, noPreviewPage } from './pages.ts';
import { visitsOfPerson } from './people.ts';
import { html, json, StudioError, type StudioReply } from './replies.ts';
import type { ScreenPreviews } from './screen-preview.ts';
import type { StudioApi } from './studio.ts';
import { continuedWith, eventsAfter, replayedOn, sessionAfter } from './traced-session.ts';
import { createKeptVersions } from './versions.ts';
import { createVisitList } from './visits.ts';

export interface StudioApiParts {
  readonly dataDir: string;
  readonly store: Pick<StoreReader, 'deliveries' | 'records'>;
  readonly site: () => SiteDefinition;
  /** Of the public site. */
  readonly origin: () => string;
  readonly problems: () => readonly AuthorProblem[];
  readonly refusal: () => string | null;
  readonly previews: ScreenPreviews;
}

/** It is shown in a frame, to be read by people. */
const noPreview = ({ message }: RangeError): StudioReply => ({
  ...html(422, noPreviewPage(message), [loginStyle]),
  isFramed: true,
});

/** The files that define a flow, its forms, its page and its questions, and its intakes under its own name. */
function filesOfFlow({ flow, forms, page, questions = {} }: FlowDefinition): RegExp {
  const names = [flow, ...forms, ...(page === undefined ? [] : [page]), ...Object.keys(questions)];
  return new RegExp(`(?:^|/)(?:${names.join('|')})\\.(?:flow|funnel|form|page|api|questions)\\.`);
}

/** Bytes of a dropped trace. */
const traceLimit = 32 * 1024 * 1024;

/** @throws StudioError */
async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > traceLimit) throw new StudioError(413, 'too-large', 'A trace file has at most 32 MB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @throws StudioError for a text that is no trace */
function tracesInText(text: string): TracedVisit {
  try {
    const traces = splitTraces(parseTrace(text)).map((lines, index) => {
      const [head] = lines;
      if (head?.kind !== 'head') throw new RangeError('The head line is missing: the beginning is not in the file.');
      return { name: `trace ${index + 1}`, head, lines, error: null };
    });
    if (traces.length === 0) throw new RangeError('The file is empty: it contains no recording.');
    return { traces, faults: [] };
  } catch (error) {
    throw new StudioError(422, 'no-trace', `This file is no trace. ${(error as Error).message}`);
  }
}

function funnelsReply({ site, origin, problems, refusal }: StudioApiParts): FunnelsReply {
  const current = site();
  const found = problems();
  return {
    definition: current.hash,
    refusal: refusal(),
    problems: found,
    funnels: Object.values(current.flows).map((flow) => {
      const path = pathOfFlow(current, flow.flow);
      const files = filesOfFlow(flow);
      const own = found.filter(({ file }) => files.test(file));
      return {
        flow: flow.flow,
        path,
        href: path === null ? null : origin() + path,
        version: flow.hash,
        screens: flowMapOf(current, flow, origin()).screens.length,
        errors: own.filter(({ severity }) => severity === 'error').length,
        warnings: own.filter(({ severity }) => severity === 'warning').length,
      };
    }),
  };
}

/** A visit of the store, or of a file that somebody opened. */
interface Inspected {
  /** Epoch milliseconds at which it is judged, if not now. */
  readonly now?: number;
  readonly name: string;
  readonly traced: TracedVisit;
  readonly records: readonly StoredRecord[];
}

/** A number of a query, from 0. @throws StudioError */
function indexIn(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '0';
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new StudioError(400, 'malformed', `${name} must be a number.`);
}

/** @throws StudioError */
function eventIn(query: URLSearchParams): SessionEvent {
  try {
    const event = JSON.parse(query.get('event') ?? '') as unknown;
    if (isObject(event) && typeof event['type'] === 'string') return event as SessionEvent;
  } catch {
    // Falls through to the error.
  }
  throw new StudioError(400, 'malformed', 'The event is not JSON with a type.');
}

export function createStudioApi(parts: StudioApiParts): StudioApi {
  const { store, site, origin } = parts;
  const stored = createStoredVisits(store);
  const visits = createVisitList(join(parts.dataDir, 'traces'), stored);
  const versions = createKeptVersions(parts.dataDir);

  async function storedVisit(id: string): Promise<Inspected> {
    const files = await visits.filesOf(id);
    const records = await stored.recordsOf(id);
    if (files.length === 0 && records.length === 0)
      throw new StudioError(404, 'not-found', `There is no visit ${id}. Its recording may have been removed by age.`);
    return { name: id, traced: await readTracedVisit(files), records };
  }

  /** The lines of one session. @throws StudioError */
  function sessionIn({ traced }: Inspected, query: URLSearchParams): readonly TraceLine[] {
    const lines = readSessions(traced, site()).sessions[indexIn(query, 'session')]?.lines;
    if (lines === undefined) throw new StudioError(404, 'not-found', 'The visit has no such session.');
    return lines;
  }

  /** What is asked of a visit. @throws StudioError */
  async function answerAbout(what: string, visit: Inspected, query: URLSearchParams): Promise<StudioReply> {
    const textReply = (value: string): StudioReply => json(200, { text: value } satisfies TextReply);
    try {
      switch (what) {
        case '':
          return json(
            200,
            await inspectVisit(visit.name, visit.traced, visit.records, {
              ...{ site: site(), origin: origin(), store, now: visit.now },
              tracesOf: async (id) => readTracedVisit(await visits.filesOf(id)),
            }),
          );
        case '/trace':
          return textReply(traceText(visit.traced.traces.flatMap(({ lines }) => lines)));
        case '/spec':
          return textReply(await specText(visit.name, visit.traced, site()));
        case '/replay': {
          const hash = query.get('version') ?? site().hash;
          const version = hash === site().hash ? site() : await versions.site(hash);
          return json(200, replayedOn(version, sessionIn(visit, query)));
        }
        case '/events': {
          const events = eventsAfter(site(), sessionIn(visit, query), indexIn(query, 'step'));
          return json(200, { events } satisfies EventsReply);
        }
        case '/screen': {
          const { session, lines } = sessionAfter(site(), sessionIn(visit, query), indexIn(query, 'step'));
          return await parts.previews.recorded(session, lines);
        }
        case '/continue': {
          const lines = sessionIn(visit, query);
          return textReply(traceText(continuedWith(site(), lines, indexIn(query, 'step'), eventIn(query))));
        }
      }
    } catch (error) {
      // A page is read by people.
      if (error instanceof RangeError && what === '/screen') return noPreview(error);
      if (error instanceof RangeError) throw new StudioError(422, 'impossible', error.message);
      throw error;
    }
    throw new StudioError(404, 'not-found', 'There is nothing here.');
  }

  return async ({ path, request, query, staff }) => {
    const inspection = /^\/inspect(?<what>\/[a-z]+)?$/.exec(path);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // What a person is found by is no part of an address, which logs keep.
    const isPosted = inspection !== null || path === '/people';
    if (isPosted ? request.method !== 'POST' : !isRead) {
      const allowed = isPosted ? 'POST' : 'GET, HEAD';
      throw new StudioError(405, 'method-not-allowed', `Use ${allowed}.`, { Allow: allowed });
    }
    if (inspection !== null) {
      const traced = tracesInText(await readText(request));
      // A file may be old, or what would have happened: it is as open as it was then.
      const visit = { name: 'Trace file', traced, records: [], now: 0 };
      return await answerAbout(inspection.groups?.['what'] ?? '', visit, query);
    }
    if (path === '/people') {
      const name = (await readText(request)).trim();
      if (name === '' || name.length > 200)
        throw new StudioError(400, 'malformed', 'Name a person by an e-mail address or a telephone number.');
      const isRecorded = async (id: string) => (await visits.filesOf(id)).length > 0;
      const rules = personalRulesOf(site());
      return json(200, await visitsOfPerson(name, { store, stored, rules, isRecorded }));
    }
    if (path === '/me') return json(200, staff);
    if (path === '/versions') return json(200, { versions: await versions.list(site()) } satisfies VersionsReply);
    if (path === '/funnels') return json(200, funnelsReply(parts));
    if (path === '/visits') {
      const given = (name: string): string | null => query.get(name) || null;
      const page = Number(query.get('page') ?? 1);
      return json(
        200,
        await visits.list(site(), {
          ...{ flow: given('flow'), screen: given('screen'), version: given('version'), outcome: given('outcome') },
          finding: given('with'),
          page: Number.isInteger(page) && page > 0 ? page : 1,
        }),
      );
    }
    const visit = /^\/visits\/(?<id>[\w-]{1,100})(?<what>\/[a-z]+)?$/.exec(path)?.groups;
    if (visit !== undefined)
      return await answerAbout(visit['what'] ?? '', await storedVisit(visit['id'] as string), query);
    const previewed = /^\/preview\/(?<flow>[\w-]{1,100})$/.exec(path)?.groups?.['flow'];
    if (previewed !== undefined) {
      try {
        return await parts.previews.screen(previewed, query.get('screen') ?? '', query.get('at'));
      } catch (error) {
        if (error instanceof RangeError) return noPreview(error);
        throw error;
      }
    }
    const flow = /^\/flows\/(?<flow>[\w-]{1,100})$/.exec(path)?.groups?.['flow'];
    if (flow !== undefined) {
      const { flows } = site();
      const found = Object.hasOwn(flows, flow) ? flows[flow] : undefined;
      if (found === undefined) throw new StudioError(404, 'not-found', `There is no flow ${flow}.`);
      return json(200, flowMapOf(site(), found, origin()));
    }
    throw new StudioError(404, 'not-found', 'There is nothing here.');
  };
}
