/** The API of the studio: JSON for its pages, from the functions that the command line uses. Reads only. */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import type { FunnelsReply, VersionsReply } from '../../renderer/studio/contract.ts';
import { personalRulesOf } from '../privacy/person.ts';
import type { StoreReader } from '../store/types.ts';
import { createStoredVisits } from '../timelines/stored-visits.ts';
import { parseTrace, splitTraces } from '../traces/read.ts';
import type { TracedVisit } from '../traces/visits.ts';
import { flowMapOf, pathOfFlow } from './flow-map.ts';
import { noPreview } from './no-preview.ts';
import { visitsOfPerson } from './people.ts';
import { json, StudioError, type StudioReply } from './replies.ts';
import type { ScreenPreviews } from './screen-preview.ts';
import type { StudioApi } from './studio.ts';
import { createKeptVersions } from './versions.ts';
import { createVisitAnswers } from './visit-answers.ts';
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

export function createStudioApi(parts: StudioApiParts): StudioApi {
  const { store, site, origin } = parts;
  const stored = createStoredVisits(store);
  const visits = createVisitList(join(parts.dataDir, 'traces'), stored);
  const versions = createKeptVersions(parts.dataDir);

  const answers = createVisitAnswers({ ...parts, stored, visits, versions });

  async function inspect(request: IncomingMessage, what: string, query: URLSearchParams): Promise<StudioReply> {
    const traced = tracesInText(await readText(request));
    // A file may be old, or what would have happened: it is as open as it was then.
    return answers.about(what, { name: 'Trace file', traced, records: [], now: 0 }, query);
  }

  async function people(request: IncomingMessage): Promise<StudioReply> {
    const name = (await readText(request)).trim();
    if (name === '' || name.length > 200)
      throw new StudioError(400, 'malformed', 'Name a person by an e-mail address or a telephone number.');
    const isRecorded = async (id: string) => (await visits.filesOf(id)).length > 0;
    return json(200, await visitsOfPerson(name, { store, stored, rules: personalRulesOf(site()), isRecorded }));
  }

  async function visitList(query: URLSearchParams): Promise<StudioReply> {
    const given = (name: string): string | null => query.get(name) || null;
    const page = Number(query.get('page') ?? 1);
    const found = await visits.list(site(), {
      ...{ flow: given('flow'), screen: given('screen'), version: given('version'), outcome: given('outcome') },
      finding: given('with'),
      page: Number.isInteger(page) && page > 0 ? page : 1,
    });
    return json(200, found);
  }

  async function preview(flow: string, query: URLSearchParams): Promise<StudioReply> {
    try {
      return await parts.previews.screen(flow, query.get('screen') ?? '', query.get('at'));
    } catch (error) {
      if (error instanceof RangeError) return noPreview(error);
      throw error;
    }
  }

  function flowMap(flow: string): StudioReply {
    const { flows } = site();
    const found = Object.hasOwn(flows, flow) ? flows[flow] : undefined;
    if (found === undefined) throw new StudioError(404, 'not-found', `There is no flow ${flow}.`);
    return json(200, flowMapOf(site(), found, origin()));
  }

  return async ({ path, request, query, staff }) => {
    const inspection = /^\/inspect(?<what>\/[a-z]+)?$/.exec(path);
    // What a person is found by is no part of an address, which logs keep.
    requireMethod(request, inspection !== null || path === '/people');
    if (inspection !== null) return inspect(request, inspection.groups?.['what'] ?? '', query);
    if (path === '/people') return people(request);
    if (path === '/me') return json(200, staff);
    if (path === '/versions') return json(200, { versions: await versions.list(site()) } satisfies VersionsReply);
    if (path === '/funnels') return json(200, funnelsReply(parts));
    if (path === '/visits') return visitList(query);
    const visit = /^\/visits\/(?<id>[\w-]{1,100})(?<what>\/[a-z]+)?$/.exec(path)?.groups;
    if (visit !== undefined)
      return answers.about(visit['what'] ?? '', await answers.visit(visit['id'] as string), query);
    const previewed = /^\/preview\/(?<flow>[\w-]{1,100})$/.exec(path)?.groups?.['flow'];
    if (previewed !== undefined) return preview(previewed, query);
    const flow = /^\/flows\/(?<flow>[\w-]{1,100})$/.exec(path)?.groups?.['flow'];
    if (flow !== undefined) return flowMap(flow);
    throw new StudioError(404, 'not-found', 'There is nothing here.');
  };
}

/** @throws StudioError for a method that a path does not have */
function requireMethod({ method }: IncomingMessage, isPosted: boolean): void {
  if (isPosted ? method === 'POST' : method === 'GET' || method === 'HEAD') return;
  const allowed = isPosted ? 'POST' : 'GET, HEAD';
  throw new StudioError(405, 'method-not-allowed', `Use ${allowed}.`, { Allow: allowed });
}
