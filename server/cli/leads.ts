/** `funnel leads [list | show ID | export | release ID]`: reads leads, also while the server runs. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Config, readConfig } from '../config.ts';
import { isAnswerForm, sourceValue } from '../leads/columns.ts';
import { InvalidFilter, readFilter } from '../leads/filter.ts';
import {
  type ExportFormat,
  exportLeads as exportChunks,
  exportFormats,
  type LeadSite,
  leadSiteOf,
  wholeLeadJson,
} from '../leads/formats.ts';
import { chosenLeads, isHeld } from '../leads/quarantine.ts';
import { zonedTimes } from '../leads/times.ts';
import { openOutbox, openStoreReader } from '../store/open.ts';
import type { Lead, StoredRecord, StoreReader } from '../store/types.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { siteIfReadable } from './definitions.ts';
import { messageOf, printable } from './lines.ts';

const actions = { list, show, export: exportLeads, release };
const actionNames = Object.keys(actions).join(', ');

interface Reading {
  readonly call: CommandCall;
  readonly store: StoreReader;
  readonly site: LeadSite;
  readonly output: Output;
  readonly config: Config;
}

/** @returns the exit code: 0 leads found, 1 none, 2 invalid arguments, or they could not be read */
export async function leads(call: CommandCall, output: Output): Promise<number> {
  const [action = 'list', ...rest] = call.positionals;
  if (!Object.hasOwn(actions, action))
    throw new InvalidArguments(`Say what to do with the leads: ${actionNames}. Not ${JSON.stringify(action)}.`);
  const run = actions[action as keyof typeof actions];
  try {
    const config = readConfig(process.env, process.cwd());
    const site = await leadSite(config, output);
    const store = await openStoreReader(config);
    try {
      return await run({ call: { ...call, positionals: rest }, store, site, output, config });
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof InvalidArguments) throw error;
    if (error instanceof InvalidFilter) throw new InvalidArguments(error.message);
    output.err(messageOf(error));
    return 2;
  }
}

/** The parts of the definitions that describe leads. Leads can also be read when the definitions are faulty. */
async function leadSite({ funnelsDir }: Pick<Config, 'funnelsDir'>, output: Output): Promise<LeadSite> {
  const site = await siteIfReadable(funnelsDir, output, 'times are in UTC, name the --collection');
  if (site !== null) return leadSiteOf(site, zonedTimes(site.site.timeZone));
  return { locale: 'en', times: zonedTimes('UTC'), collections: [], fields: {}, sources: [] };
}

function noneBeyond(positionals: readonly string[], count: number, action: string): void {
  const extra = positionals[count];
  if (extra !== undefined)
    throw new InvalidArguments(`funnel leads ${action} does not take ${JSON.stringify(extra)}; filters are options.`);
}

const filterOf = ({ call: { values }, store, site }: Reading) =>
  readFilter(values, site, async (collection) => (await store.list(collection, { limit: 1 })).length > 0);

async function release({ call, store, output, config }: Reading): Promise<number> {
  const [id] = call.positionals;
  noneBeyond(call.positionals, 1, 'release');
  if (id === undefined)
    throw new InvalidArguments('Give the id of a lead, as `funnel leads list --quarantined` prints it.');
  const held: StoredRecord[] = [];
  for (const record of (await store.lead(id))?.records ?? []) if (await isHeld(store, record)) held.push(record);
  if (held.length === 0) {
    output.err(`There is no lead in quarantine with the id ${printable(id)}.`);
    return 1;
  }
  const outbox = await openOutbox(config);
  try {
    let count = 0;
    for (const record of held) {
      const names = record.meta['held'];
      count += await outbox.release(record, Array.isArray(names) ? names.map(String) : [], Date.now());
    }
    output.out(`Released. ${count} ${count === 1 ? 'message is' : 'messages are'} on the way.`);
    return 0;
  } finally {
    await outbox.close();
  }
}

/** The printed columns of a list. */
const rowOf = (lead: Lead, { times }: LeadSite): string => {
  const { id, collection, subject, firstAt, submissions, data } = lead;
  const source = data['src'] ?? data['utm_source'] ?? sourceValue(lead, 'last', 'utm_source');
  const texts = [times.format(firstAt).replace(/\.\d{3}/, ''), id, collection, subject ?? '—'];
  const more = submissions > 1 ? `${submissions} submissions` : '';
  return [...texts, typeof source === 'string' ? source : '', more].join('  ').trimEnd();
};

async function list(reading: Reading): Promise<number> {
  const { call, store, site, output } = reading;
  noneBeyond(call.positionals, 0, 'list');
  const text = call.values['limit'] ?? '100';
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit === 0) throw new InvalidArguments('--limit must be a whole number from 1.');
  const choice = call.switches.has('quarantined') ? 'only' : 'false';
  let count = 0;
  let last = '';
  for await (const lead of chosenLeads(store, await filterOf(reading), choice)) {
    if (count === limit) {
      output.err(`There are more. The next ones: --after ${last}`);
      break;
    }
    output.out(printable(rowOf(lead, site)));
    count += 1;
    last = lead.id;
  }
  if (count === 0) output.err('No lead matches.');
  return count === 0 ? 1 : 0;
}

async function show({ call, store, site, output }: Reading): Promise<number> {
  const [id] = call.positionals;
  noneBeyond(call.positionals, 1, 'show');
  if (id === undefined) throw new InvalidArguments('Give the id of a lead, as `funnel leads list` prints it.');
  const lead = await store.lead(id);
  if (lead === null) {
    output.err(`There is no lead with the id ${printable(id)}.`);
    return 1;
  }
  output.out(JSON.stringify(wholeLeadJson(lead, site.times), null, 2));
  return 0;
}

async function exportLeads(reading: Reading): Promise<number> {
  const { call, store, site, output } = reading;
  noneBeyond(call.positionals, 0, 'export');
  const { format = 'csv', output: file, as } = call.values;
  if (!exportFormats.some((each) => each === format))
    throw new InvalidArguments(`--format must be one of ${exportFormats.join(', ')}, not ${JSON.stringify(format)}.`);
  if (as !== undefined && !isAnswerForm(as))
    throw new InvalidArguments(`--as must be labels or values, not ${JSON.stringify(as)}.`);
  const filter = await filterOf(reading);
  let count = 0;
  const counted = async function* (): AsyncGenerator<Lead> {
    for await (const lead of chosenLeads(store, filter, 'false')) {
      count += 1;
      yield lead;
    }
  };
  const answers = { ...(as === undefined ? {} : { as }), perOption: call.switches.has('per-option') } as const;
  const text = exportChunks(counted(), format as ExportFormat, site, filter.collections, answers);
  if (file === undefined) {
    try {
      await pipeline(text, process.stdout, { end: false });
    } catch (error) {
      // The reader, such as `head`, has seen enough.
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    }
  } else {
    // The file contains personal data, and must not replace another one.
    await pipeline(text, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    output.err(`${count} ${count === 1 ? 'lead' : 'leads'} written to ${file}.`);
  }
  return count === 0 ? 1 : 0;
}
