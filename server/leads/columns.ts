/** The columns of an export of leads. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { optionsOf } from '../../engine/fields/field.ts';
import { formsOfIntake } from '../../engine/intakes/accept.ts';
import type { Json, Lead } from '../store/types.ts';
import type { ZonedTimes } from './times.ts';

/** What an export needs to know of the site. */
export interface LeadSite {
  readonly locale: string;
  readonly times: ZonedTimes;
  /** The collections of leads: all but those of events. */
  readonly collections: readonly string[];
  /** The names of the values of each collection, in the order of the definitions. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** What visitors choose from in each collection, by the name of the value. */
  readonly choices?: Readonly<Record<string, Choices>>;
  /** The names of a visitor's source; none if the site keeps no sources. */
  readonly sources: readonly string[];
}

/** How an export shows what visitors chose. */
export interface AnswerForm {
  /** By the labels that visitors read, and amounts in the currency's unit; or by the values that are stored. */
  readonly as?: 'labels' | 'values';
  /** Whether a field of several options has a column for each, with 1 where it was chosen. */
  readonly perOption?: boolean;
}

/** Whether a text names how chosen options are shown. */
export const isAnswerForm = (text: string): text is NonNullable<AnswerForm['as']> =>
  text === 'labels' || text === 'values';

/** What visitors choose from, or how many of the unit that is sent are one of the currency's. */
interface Choice {
  readonly labels: Readonly<Record<string, string>>;
  readonly several: boolean;
  readonly minor?: number;
}

export type Choices = Readonly<Record<string, Choice>>;

/** The choices of each collection, by the names of the values. */
export function choicesOf(site: Pick<SiteDefinition, 'forms' | 'intakes'>): Record<string, Choices> {
  const all: Record<string, Record<string, Choice>> = {};
  for (const intake of Object.values(site.intakes)) {
    const { method, records } = intake;
    if (method !== 'POST') continue;
    const found = all[records] ?? {};
    all[records] = found;
    for (const { fields } of formsOfIntake(site, intake))
      for (const field of fields) {
        const options = optionsOf(field);
        const minor = field.number?.minor;
        if (minor !== undefined) found[field.name] = { labels: {}, several: false, minor };
        if (options === undefined) continue;
        const labels = Object.fromEntries(options.map(({ value, label }) => [value, String(label)]));
        found[field.name] = { labels, several: field.type === 'choices' };
      }
  }
  return all;
}

/** A value of a lead's first or last source. */
export function sourceValue({ meta }: Pick<Lead, 'meta'>, touch: 'first' | 'last', name: string): Json | undefined {
  const touches = meta['attribution'] as
    | Readonly<Record<string, Readonly<Record<string, Json>> | undefined>>
    | undefined;
  return own(touches?.[touch] ?? {}, name);
}

/** One column of an export. */
export interface Column {
  readonly name: string;
  readonly of: (lead: Lead) => Json | undefined;
}

const own = (values: Readonly<Record<string, Json>>, name: string): Json | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/**
 * The columns of some collections: what the engine knows of a lead, a column for each value in the definitions, and
 * the values that the definitions do not name as one JSON object.
 */
export function columnsOf(
  { times: { format }, sources, fields: all, choices = {} }: Pick<LeadSite, 'times' | 'sources' | 'fields' | 'choices'>,
  collections: readonly string[],
  { as, perOption = false }: AnswerForm,
): Column[] {
  const fields = [...new Set(collections.flatMap((name) => all[name] ?? []))];
  const choiceOf = (name: string): Choice | undefined =>
    collections.map((each) => choices[each]?.[name]).find((choice) => choice !== undefined);
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
    ...fields.flatMap((name) => {
      const column = taken.has(name) ? `data.${name}` : name;
      const choice = choiceOf(name);
      const labelOf = (value: Json): Json => {
        if (as !== 'labels') return value;
        if (typeof value === 'number') return value / (choice?.minor ?? 1);
        return typeof value === 'string' ? (choice?.labels[value] ?? value) : value;
      };
      const shown = ({ data }: Lead): Json | undefined => {
        const value = own(data, name);
        if (Array.isArray(value)) return value.map(labelOf);
        return value === undefined || value === null ? undefined : labelOf(value);
      };
      if (!perOption || choice?.several !== true) return [{ name: column, of: shown }];
      return Object.entries(choice.labels).map(([value, label]) => ({
        name: `${column}: ${as === 'labels' ? label : value}`,
        of: ({ data }: Lead) => {
          const chosen = own(data, name);
          return Array.isArray(chosen) ? Number(chosen.includes(value)) : undefined;
        },
      }));
    }),
    {
      name: 'other',
      of: ({ data }) => {
        const rest = Object.entries(data).filter(([name]) => !named.has(name));
        return rest.length === 0 ? undefined : (Object.fromEntries(rest) as Json);
      },
    },
  ];
}
