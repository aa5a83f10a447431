/** Records that a site's own intakes may have stored, for what only looks them up: their computed values fit their answers. */
import type { Json } from '../../schemas/compiled.ts';
import type { ValueType } from '../../schemas/generated/types.ts';
import type { IntakeDefinition, SiteDefinition } from '../definition.ts';
import { ExpressionError } from '../expressions/error.ts';
import { canonicalJson } from '../values/canonical-json.ts';
import type { Values } from './accept.ts';
import { responseOf, verifiedValues } from './scope.ts';
import { lookupOver } from './submission-scope.ts';

export const exampleUuid = '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11';

/** The most records that are made for an intake. */
const mostRecords = 500;

/** All lists with one of the items at each place, as long as they are few; else those that are equal but for one place. */
function listsOf(items: readonly Json[], length: number): Json[][] {
  if (items.length ** length > mostRecords)
    return items.flatMap((item) => {
      const same = new Array<Json>(length).fill(item);
      return [same, ...same.flatMap((_, place) => items.map((other) => same.with(place, other)))];
    });
  let lists: Json[][] = [[]];
  for (let place = 0; place < length; place += 1) lists = lists.flatMap((list) => items.map((item) => [...list, item]));
  return lists;
}

/** Values of a declared type. */
function samplesOf(type: ValueType): Json[] {
  switch (type.type) {
    case 'number':
      return [...(type.allowed ?? new Set([type.min ?? 1, type.max ?? type.min ?? 1]))];
    case 'boolean':
      return [false, true];
    case 'time':
      return [Date.UTC(2026, 0, 1)];
    case 'choice':
      return [...((type.of as readonly string[] | undefined) ?? [])];
    case 'list': {
      const items = samplesOf({ ...type, type: (type.of as 'text' | undefined) ?? 'text' });
      return listsOf(items, type.length ?? 1);
    }
    case 'record':
      return [
        Object.fromEntries(Object.entries(type.fields ?? {}).map(([name, of]) => [name, samplesOf(of)[0] ?? null])),
      ];
    case 'json':
      return [{}];
    case 'uuid':
      return [exampleUuid];
    default:
      return ['Ana'.slice(0, type.maxLength)];
  }
}

/** The values of one intake, varied together: each sample of each value is in one of them. */
function submissionsOf(site: SiteDefinition, intake: IntakeDefinition): Values[] {
  const checked = new Set(intake.verify?.values ?? []);
  const samples = Object.entries(intake.input)
    .filter(([name]) => !checked.has(name))
    .map(([name, type]) => [name, samplesOf(type)] as const);
  const count = Math.min(Math.max(1, ...samples.map(([, values]) => values.length)), mostRecords);
  return Array.from({ length: count }, (_, index) => {
    const values = Object.fromEntries(samples.map(([name, all]) => [name, all[index % all.length] ?? null]));
    return { ...values, ...computedOf(site, intake, values) };
  });
}

/** The computed values of a submission; none if an expression has no value for the sample. */
function computedOf(site: SiteDefinition, intake: IntakeDefinition, values: Values): Values | null {
  try {
    return verifiedValues(site, intake, values);
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}

/** The different answers of a look-up to records that the site's own intakes may have stored. None if nothing stores any. */
export function exampleAnswers(
  site: SiteDefinition,
  lookUp: IntakeDefinition,
): readonly Readonly<Record<string, Json>>[] {
  const writers = Object.values(site.intakes).filter(
    ({ method, records }) => method === 'POST' && records === lookUp.records,
  );
  const all = writers.map((writer) => submissionsOf(site, writer));
  const count = Math.max(0, ...all.map(({ length }) => length));
  const answers = new Map<string, Record<string, Json>>();
  for (let index = 0; index < count; index += 1) {
    const record: Values = Object.assign({}, ...all.map((records) => records[index % records.length]));
    try {
      const answer = responseOf(site, lookUp, lookupOver(record));
      answers.set(canonicalJson(answer), answer);
    } catch (error) {
      // An expression that has no value for the sample may still have one for real records.
      if (!(error instanceof ExpressionError)) throw error;
    }
  }
  return [...answers.values()];
}
