/** The API of the studio: JSON for its pages, from the functions that the command line uses. Reads only. */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import type { FunnelsReply } from '../../renderer/studio/contract.ts';
import { visitOfRecord } from '../privacy/person.ts';
import type { StoredRecord, StoreReader } from '../store/types.ts';
import { parseTrace, splitTraces } from '../traces/read.ts';
import { readTracedVisit, type TracedVisit } from '../traces/visits.ts';
import { flowMapOf, pathOfFlow } from './flow-map.ts';
import { inspectVisit } from './inspection.ts';
import { json, StudioError } from './replies.ts';
import type { StudioApi } from './studio.ts';
import { createVisitList } from './visits.ts';

export interface StudioApiParts {
  readonly dataDir: string;
  readonly store: Pick<StoreReader, 'deliveries' | 'records'>;
  readonly site: () => SiteDefinition;
  /** Of the public site. */
  readonly origin: () => string;
  readonly problems: () => readonly AuthorProblem[];
  readonly refusal: () => string | null;
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
      const own = found.filter(({ file }) => new RegExp(`(?:^|/)${flow.flow}\\.(?:flow|funnel)\\.`).test(file));
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
  const visits = createVisitList(join(parts.dataDir, 'traces'));

  async function visit(id: string) {
    const files = await visits.filesOf(id);
    const records: StoredRecord[] = [];
    for await (const { record } of store.records()) if (visitOfRecord(record) === id) records.push(record);
    if (files.length === 0 && records.length === 0)
      throw new StudioError(404, 'not-found', `There is no visit ${id}. Its recording may have been removed by age.`);
    const traced = await readTracedVisit(files);
    return json(200, await inspectVisit(id, traced, records, { site: site(), origin: origin(), store }));
  }

  return async ({ path, request, query, staff }) => {
    const isInspection = path === '/inspect';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isInspection ? request.method !== 'POST' : !isRead) {
      const allowed = isInspection ? 'POST' : 'GET, HEAD';
      throw new StudioError(405, 'method-not-allowed', `Use ${allowed}.`, { Allow: allowed });
    }
    if (isInspection) {
      const traced = tracesInText(await readText(request));
      return json(200, await inspectVisit('Trace file', traced, [], { site: site(), origin: origin(), store }));
    }
    if (path === '/me') return json(200, staff);
    if (path === '/funnels') return json(200, funnelsReply(parts));
    if (path === '/visits') {
      const given = (name: string): string | null => query.get(name) || null;
      const page = Number(query.get('page') ?? 1);
      return json(
        200,
        await visits.list(site(), {
          ...{ flow: given('flow'), screen: given('screen'), version: given('version'), outcome: given('outcome') },
          hasErrors: query.get('errors') === 'yes',
          page: Number.isInteger(page) && page > 0 ? page : 1,
        }),
      );
    }
    const id = /^\/visits\/(?<id>[\w-]{1,100})$/.exec(path)?.groups?.['id'];
    if (id !== undefined) return await visit(id);
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
