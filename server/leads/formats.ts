/** Leads as files: CSV, CSV for Excel, a workbook, JSON Lines. */
import type { SheetData } from 'write-excel-file/node';
import { attributionSettings, sourceFields } from '../../engine/attribution/attribution.ts';
import type { IntakeDefinition, SiteDefinition } from '../../engine/definition.ts';
import type { Json, Lead, LeadWithSubmissions } from '../store/types.ts';
import { type AnswerForm, type Column, choicesOf, columnsOf, type LeadSite } from './columns.ts';
import { type CsvStyle, csvRow, excelCsv, plainCsv, textIn } from './csv.ts';
import type { ZonedTimes } from './times.ts';

export const exportFormats = ['csv', 'excel', 'xlsx', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** The formats that are text. */
type TextFormat = Exclude<ExportFormat, 'xlsx'>;

/** What people open has labels, what programs read has values. */
const usualForm = { csv: 'values', excel: 'labels' } as const;

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  excel: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

export type { LeadSite };

/** Whether an intake stores events: its collection has a limit of size, and neither a form nor a subject. */
const isEvents = ({ retention, forms, formsByStep, lookupBy }: IntakeDefinition): boolean =>
  retention?.megabytes !== undefined && forms.length === 0 && formsByStep === null && lookupBy === null;

/** @param times in the site's zone */
export function leadSiteOf({ site, intakes, forms }: SiteDefinition, times: ZonedTimes): LeadSite {
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
    choices: choicesOf({ forms, intakes }),
  };
}

/** The names of the sources that a site keeps. */
function sourcesOf(site: SiteDefinition['site']): readonly string[] {
  const settings = attributionSettings(site);
  return settings === null ? [] : sourceFields(settings);
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

/** The parts of an export. */
export interface LeadWriter {
  readonly head: string;
  row(lead: Lead): string;
}

/** @param collections the collections whose values become columns */
export function leadWriter(
  format: TextFormat,
  site: LeadSite,
  collections: readonly string[],
  answers: AnswerForm = {},
): LeadWriter {
  if (format === 'jsonl') return { head: '', row: (lead) => `${JSON.stringify(leadJson(lead, site.times))}\n` };
  const style: CsvStyle = format === 'excel' ? excelCsv(site.locale) : plainCsv;
  const columns = columnsOf(site, collections, { as: usualForm[format], ...answers });
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

/** A workbook with one sheet. It is made in memory, because its parts are compressed together. */
async function workbook(leads: AsyncIterable<Lead>, columns: readonly Column[]): Promise<Buffer> {
  const { default: write } = await import('write-excel-file/node');
  const rows: SheetData = [columns.map(({ name }) => ({ value: name, fontWeight: 'bold' as const }))];
  for await (const lead of leads)
    rows.push(
      columns.map(({ of }) => {
        const value = of(lead);
        // A text is never a formula there, and keeps its zeros and signs.
        return value === undefined || value === null ? null : typeof value === 'object' ? textIn(value) : value;
      }),
    );
  return write(rows, { sheet: 'Leads', stickyRowsCount: 1 }).toBuffer();
}

/** An export in chunks. @param collections the collections whose values become columns */
export async function* exportLeads(
  leads: AsyncIterable<Lead>,
  format: ExportFormat,
  site: LeadSite,
  collections: readonly string[],
  answers: AnswerForm = {},
): AsyncGenerator<string | Buffer> {
  if (format === 'xlsx') yield await workbook(leads, columnsOf(site, collections, { as: 'labels', ...answers }));
  else yield* exportText(leads, leadWriter(format, site, collections, answers));
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
