/** Leads as text: CSV, CSV for Excel, JSON Lines. */
import { attributionSettings, sourceFields } from '../../engine/attribution/attribution.ts';
import type { IntakeDefinition, SiteDefinition } from '../../engine/definition.ts';
import type { Json, Lead, LeadWithSubmissions } from '../store/types.ts';
import { type CsvStyle, csvRow, excelCsv, plainCsv } from './csv.ts';
import type { ZonedTimes } from './times.ts';

export const exportFormats = ['csv', 'excel', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  excel: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/** What an export needs to know of the site. */
export interface LeadSite {
  readonly locale: string;
  readonly times: ZonedTimes;
  /** The collections of leads: all but those of events. */
  readonly collections: readonly string[];
  /** The names of the values of each collection, in the order of the definitions. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The names of a visitor's source; none if the site keeps no sources. */
  readonly sources: readonly string[];
}

/** Whether an intake stores events: its collection has a limit of size, and neither a form nor a subject. */
const isEvents = ({ retention, form, forms, lookupBy }: IntakeDefinition): boolean =>
  retention?.megabytes !== undefined && form === null && forms === null && lookupBy === null;

/** @param times in the site's zone */
export function leadSiteOf({ site, intakes }: SiteDefinition, times: ZonedTimes): LeadSite {
  const fields: Record<string, Set<string>> = Object.create(null);
  for (const intake of Object.values(intakes)) {
    if (intake.method !== 'POST' || isEvents(intake)) continue;
    fields[intake.records] ??= new Set();
    for (const name of Object.keys(intake.input)) fields[intake.records]?.add(name);
  }
  return {
    locale: site.locale,
    times,
    collections: Object.keys(fields),
    sources: sourcesOf(site),
    fields: Object.fromEntries(Object.entries(fields).map(([name, names]) => [name, [...names]])),
  };
}

/** The names of the sources that a site keeps. */
function sourcesOf(site: SiteDefinition['site']): readonly string[] {
  const settings = attributionSettings(site);
  return settings === null ? [] : sourceFields(settings);
}

/** A value of a lead's first or last source. */
export function sourceValue({ meta }: Pick<Lead, 'meta'>, touch: 'first' | 'last', name: string): Json | undefined {
  const touches = meta['attribution'] as
    | Readonly<Record<string, Readonly<Record<string, Json>> | undefined>>
    | undefined;
  return own(touches?.[touch] ?? {}, name);
}

/** A lead as JSON: its times in the site's zone, `version` is the hash of the definitions that accepted it. */
export function leadJson(lead: Lead, { format }: ZonedTimes): Record<string, Json> {
  const { id, collection, subject, intake, definition, firstAt, lastAt, submissions, data, meta } = lead;
  return {
    id,
    collection,
    subject,
    intake,
    version: definition,
    firstAt: format(firstAt),
    lastAt: format(lastAt),
    submissions,
    data,
    meta,
  };
}

/** A lead as JSON, with everything that was submitted for it, in order. */
export const wholeLeadJson = (lead: LeadWithSubmissions, times: ZonedTimes): Record<string, Json> => ({
  ...leadJson(lead, times),
  records: lead.records.map(({ id, intake, definition, receivedAt, data, meta }) => ({
    id,
    intake,
    version: definition,
    receivedAt: times.format(receivedAt),
    data,
    meta,
  })),
});

interface Column {
  readonly name: string;
  readonly of: (lead: Lead) => Json | undefined;
}

const own = (values: Readonly<Record<string, Json>>, name: string): Json | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/**
 * The columns of some collections: what the engine knows of a lead, a column for each value in the definitions, and
 * the values that the definitions do not name as one JSON object.
 */
function columnsOf(fields: readonly string[], { times: { format }, sources }: LeadSite): Column[] {
  const known: Column[] = [
    { name: 'id', of: ({ id }) => id },
    { name: 'collection', of: ({ collection }) => collection },
    { name: 'firstAt', of: ({ firstAt }) => format(firstAt) },
    { name: 'lastAt', of: ({ lastAt }) => format(lastAt) },
    { name: 'submissions', of: ({ submissions }) => submissions },
    { name: 'version', of: ({ definition }) => definition },
    { name: 'page', of: ({ meta }) => own(meta, 'page') },
    { name: 'visit', of: ({ meta }) => own(meta, 'visitId') },
  ];
  for (const touch of ['first', 'last'] as const)
    for (const name of sources)
      known.push({ name: `attribution.${touch}.${name}`, of: (lead) => sourceValue(lead, touch, name) });
  const taken = new Set([...known.map(({ name }) => name), 'other']);
  const named = new Set(fields);
  return [
    ...known,
    ...fields.map((name) => ({
      name: taken.has(name) ? `data.${name}` : name,
      of: ({ data }: Lead) => own(data, name),
    })),
    {
      name: 'other',
      of: ({ data }) => {
        const rest = Object.entries(data).filter(([name]) => !named.has(name));
        return rest.length === 0 ? undefined : (Object.fromEntries(rest) as Json);
      },
    },
  ];
}

/** The parts of an export. */
export interface LeadWriter {
  readonly head: string;
  row(lead: Lead): string;
}

/** @param collections the collections whose values become columns */
export function leadWriter(format: ExportFormat, site: LeadSite, collections: readonly string[]): LeadWriter {
  if (format === 'jsonl') return { head: '', row: (lead) => `${JSON.stringify(leadJson(lead, site.times))}\n` };
  const style: CsvStyle = format === 'excel' ? excelCsv(site.locale) : plainCsv;
  const fields = [...new Set(collections.flatMap((name) => site.fields[name] ?? []))];
  const columns = columnsOf(fields, site);
  const names = columns.map(({ name }) => name);
  return {
    head: `${style.bom ? '\ufeff' : ''}${csvRow(names, style)}`,
    row: (lead) =>
      csvRow(
        columns.map(({ of }) => of(lead)),
        style,
      ),
  };
}

// Fewer, larger writes: a row has about 300 characters.
const chunkLength = 64 * 1024;

/** The text of an export, in chunks. Memory does not grow with the number of leads. */
export async function* exportText(leads: AsyncIterable<Lead>, { head, row }: LeadWriter): AsyncGenerator<string> {
  let chunk = head;
  for await (const lead of leads) {
    chunk += row(lead);
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
