/**
 * Leads over the admin port: `/api/leads` (a page as JSON), `/api/leads/export?format=…` (all, streamed) and
 * `/api/leads/ID` (one with its submissions).
 */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isAnswerForm } from '../leads/columns.ts';
import { InvalidFilter, readFilter } from '../leads/filter.ts';
import {
  type ExportFormat,
  exportFormats,
  exportLeads,
  type LeadSite,
  leadJson,
  mediaTypes,
  wholeLeadJson,
} from '../leads/formats.ts';
import { chosenLeads, type QuarantineChoice, quarantineChoices } from '../leads/quarantine.ts';
import { StoreError } from '../store/errors.ts';
import type { Lead, StoreReader } from '../store/types.ts';
import { AdminError, sendJson } from './reply.ts';

export interface LeadsApiParts {
  readonly store: Pick<StoreReader, 'leads' | 'lead' | 'list' | 'latest'>;
  /** The site of the served definitions. */
  readonly site: () => LeadSite;
}

const defaultLimit = 100;
const maxLimit = 1000;
const parameters = [
  'collection',
  'from',
  'to',
  'source',
  'version',
  'after',
  'limit',
  'format',
  'quarantined',
] as const;

export interface LeadsApi {
  /**
   * Answers a request.
   * @param rest the path after `/api/leads`
   * @param allowed the collections that the token gives access to; null for all
   * @throws AdminError
   */
  handle(
    response: ServerResponse,
    rest: string,
    query: URLSearchParams,
    allowed: readonly string[] | null,
  ): Promise<void>;
}

export function createLeadsApi({ store, site }: LeadsApiParts): LeadsApi {
  const isStored = async (collection: string): Promise<boolean> =>
    (await store.list(collection, { limit: 1 })).length > 0;

  async function filterOf(query: URLSearchParams, allowed: readonly string[] | null) {
    const given = (name: (typeof parameters)[number]): string | undefined => query.get(name) ?? undefined;
    for (const name of query.keys())
      if (!parameters.some((known) => known === name))
        throw new AdminError(
          400,
          'invalid',
          `Unknown parameter ${JSON.stringify(name)}. There are ${parameters.join(', ')}.`,
        );
    const [collection, from, to, source, version, after] = parameters.map(given);
    try {
      const all = site();
      // Without a name, a token of some collections reads these.
      const visible = allowed === null ? all : { ...all, collections: [...allowed] };
      const filter = await readFilter({ collection, from, to, source, version, after }, visible, isStored);
      const foreign = allowed === null ? undefined : filter.collections.find((name) => !allowed.includes(name));
      if (foreign !== undefined)
        throw new AdminError(
          403,
          'forbidden',
          `This token does not allow reading the collection ${JSON.stringify(foreign)}.`,
        );
      return filter;
    } catch (error) {
      if (error instanceof InvalidFilter) throw new AdminError(400, 'invalid', error.message);
      throw error;
    }
  }

  /** Whether leads in quarantine are wanted; without the parameter they are not, as in `funnel leads list`. */
  function quarantineOf(query: URLSearchParams): QuarantineChoice {
    const text = query.get('quarantined') ?? 'false';
    const choice = quarantineChoices.find((each) => each === text);
    if (choice === undefined)
      throw new AdminError(400, 'invalid', `quarantined must be one of ${quarantineChoices.join(', ')}.`);
    return choice;
  }

  async function page(
    response: ServerResponse,
    query: URLSearchParams,
    allowed: readonly string[] | null,
  ): Promise<void> {
    const text = query.get('limit') ?? String(defaultLimit);
    const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0;
    if (limit < 1 || limit > maxLimit) throw new AdminError(400, 'invalid', `limit must be from 1 to ${maxLimit}.`);
    const filter = await filterOf(query, allowed);
    const choice = quarantineOf(query);
    const leads: Lead[] = [];
    let more = false;
    for await (const lead of chosenLeads(store, filter, choice)) {
      more = leads.length === limit;
      if (more) break;
      leads.push(lead);
    }
    const { times } = site();
    sendJson(response, 200, {
      leads: leads.map((lead) => leadJson(lead, times)),
      // The value of `after` for the next page.
      next: more ? (leads.at(-1)?.id ?? null) : null,
    });
  }

  async function stream(
    response: ServerResponse,
    query: URLSearchParams,
    allowed: readonly string[] | null,
  ): Promise<void> {
    const name = query.get('format') ?? 'jsonl';
    const format = exportFormats.find((each) => each === name) as ExportFormat | undefined;
    if (format === undefined)
      throw new AdminError(400, 'invalid', `format must be one of ${exportFormats.join(', ')}.`);
    const filter = await filterOf(query, allowed);
    const chosen = chosenLeads(store, filter, quarantineOf(query));
    const as = query.get('as');
    if (as !== null && !isAnswerForm(as)) throw new AdminError(400, 'invalid', 'as must be labels or values.');
    const answers = { ...(as === null ? {} : { as }), perOption: query.get('columns') === 'options' } as const;
    const chunks = exportLeads(chosen, format, site(), filter.collections, answers);
    // The first leads are read before the status is sent, so that an error of reading has a status.
    const first = await chunks.next();
    response.writeHead(200, { 'Content-Type': mediaTypes[format], 'Cache-Control': 'no-store' });
    const text = async function* (): AsyncGenerator<string | Buffer> {
      if (first.done !== true) yield first.value;
      yield* chunks;
    };
    await pipeline(text, response).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  }

  async function one(response: ServerResponse, id: string, allowed: readonly string[] | null): Promise<void> {
    const lead = await store.lead(id);
    // A lead that the token must not see looks like one that does not exist.
    if (lead === null || (allowed !== null && !allowed.includes(lead.collection)))
      throw new AdminError(404, 'not-found', 'There is no lead with this id.');
    sendJson(response, 200, wholeLeadJson(lead, site().times));
  }

  return {
    async handle(response, rest, query, allowed) {
      try {
        if (rest === '') return await page(response, query, allowed);
        if (rest === '/export') return await stream(response, query, allowed);
        return await one(response, rest.slice(1), allowed);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        if (error.code === 'STORE_CURSOR') throw new AdminError(400, 'invalid', error.message);
        throw new AdminError(503, 'unavailable', error.message);
      }
    },
  };
}
