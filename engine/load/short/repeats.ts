/**
 * Groups that repeat (`type: repeat`): the number of entries under the group's name with `_count`, then the fields of each
 * entry up to `max`, `partners_1_name`. Those beyond the number are hidden, so that rules, traces, walks and posts without
 * script need nothing new. The server stores the entries as a list under the group's name.
 */
import type { Field, Rule } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import { countName, entryName, usualEntries } from '../../fields/repeat/entries.ts';
import { dataOf } from '../source/file-data.ts';
import { because, copied, separate } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';
import { withNames } from './names.ts';

const fieldsOf = (source: Source): Readonly<Record<string, Field>> => dataOf(source, 'form').fields;

/** Each entry is a part of the form's definition. */
const mostEntries = 20;

/** Whether a form has a group that repeats whose entries are not written out. */
export const hasRepeats = (source: Source): boolean =>
  Object.values(fieldsOf(source)).some(({ type, fields }) => type === 'repeat' && fields !== undefined);

/** Writes the groups of a form out. Mistakes are reported. */
export function writeRepeats(source: Source, report: Report): Source {
  const written = fieldsOf(source);
  const names = new Set(Object.keys(written));
  const fields = Object.entries(written).flatMap(([name, field]): [string, unknown][] => {
    const path = ['fields', name];
    if (field.type !== 'repeat' || field.fields === undefined) return [[name, copied(path, field)]];
    names.delete(name);
    checkGroup(source, path, field, report);
    const made = [...entriesOf(name, field, path)];
    const taken = made.find(([own]) => names.has(own))?.[0];
    if (taken !== undefined)
      report.add('field-options', source, source.place(['fields', taken], { key: true }), {
        reason: `A value of the group ${name} is stored as ${taken}. Give this field another name.`,
      });
    return made;
  });
  const { data, origins } = separate(copied([], { ...source.data, fields: Object.fromEntries(fields) }));
  return source.made('form', data as Record<string, unknown>, origins);
}

const isCount = (value: number, least: number): boolean =>
  Number.isInteger(value) && value >= least && value <= mostEntries;

function checkGroup(
  source: Source,
  path: DataPath,
  { min = usualEntries, max, ...field }: Field,
  report: Report,
): void {
  const mistake = (at: DataPath, reason: string): void =>
    report.add('field-options', source, source.place([...path, ...at], { key: true }), { reason });
  if (max === undefined) mistake(['type'], 'A group that repeats needs a limit, such as `max: 5`.');
  else if (!isCount(max, 1))
    mistake(['max'], `Write how many entries there can be: a whole number up to ${mostEntries}.`);
  else if (!isCount(min, 0) || min > max)
    mistake(['min'], `Write how many entries there are at least: a whole number up to ${max}.`);
  else if (min === max)
    mistake(['max'], 'Nobody can add or remove an entry: min and max are the same. Write a higher max.');
  for (const property of ['rules', 'pii', 'placeholder', 'prefill', 'submitAs', 'maxLength'] as const)
    if (field[property] !== undefined)
      mistake(
        [property],
        property === 'rules'
          ? 'A group that repeats has no `required` and no `rules`. Write them at its fields, and `min` for the least entries.'
          : `A group that repeats has no \`${property}\`. Write it at one of its fields.`,
      );
  for (const [name, { type }] of Object.entries(field.fields ?? {}))
    if (type === 'repeat') mistake(['fields', name, 'type'], 'A group that repeats contains no other one.');
}

/** The number of entries, and the fields of all entries. */
function* entriesOf(group: string, field: Field, path: DataPath): Generator<[string, unknown]> {
  const { fields = {}, min = usualEntries, max = 0, default: first = min, ...count } = field;
  yield [countName(group), copied(path, { ...count, ...{ min, max: Math.max(min, max), default: first, rules: [] } })];
  const most = Math.min(max, mostEntries);
  for (let index = 0; index < most; index += 1) {
    const names = new Map(Object.keys(fields).map((name) => [name, entryName(group, index, name)]));
    const counted = index < min ? [] : [`default(${countName(group)}, 0) >= ${index + 1}`];
    const shown = field.when === undefined ? counted : [`(${String(field.when)})`, ...counted];
    for (const [name, each] of Object.entries(fields))
      yield [
        names.get(name) as string,
        copied([...path, 'fields', name], {
          ...each,
          ...{ when: conditionOf(each, [...path, 'fields', name], shown, names) },
          ...{ rules: rulesOf(each, [...path, 'fields', name], names) },
          ...(each.value === undefined
            ? {}
            : { value: renamed(each.value, [...path, 'fields', name, 'value'], names) }),
          // A browser would fill in the visitor's own data in each entry.
          ...(index === 0 ? {} : { autocomplete: undefined }),
          ...(each.prefill === undefined ? {} : { prefill: `${each.prefill}_${index + 1}` }),
          ...{ aliases: undefined, row: { of: group, index, name, conditional: each.when !== undefined } },
        }),
      ];
  }
}

/** An expression over the fields of one entry. */
function renamed(code: unknown, path: DataPath, names: ReadonlyMap<string, string>): unknown {
  const now = withNames(String(code), names);
  return now === code ? copied(path, code) : because(path, now);
}

function conditionOf(
  { when }: Field,
  path: DataPath,
  shown: readonly string[],
  names: ReadonlyMap<string, string>,
): unknown {
  if (shown.length === 0) return when === undefined ? undefined : renamed(when, [...path, 'when'], names);
  const own = when === undefined ? [] : [`(${withNames(String(when), names)})`];
  return because(when === undefined ? path : [...path, 'when'], [...shown, ...own].join(' && '));
}

const rulesOf = ({ rules }: Field, path: DataPath, names: ReadonlyMap<string, string>): unknown =>
  rules?.map((rule: Rule, index) => {
    const at = [...path, 'rules', index];
    return copied(at, {
      ...rule,
      ...(rule.when === undefined ? {} : { when: renamed(rule.when, [...at, 'when'], names) }),
      ...(rule.field === undefined
        ? {}
        : { field: copied([...at, 'field'], names.get(String(rule.field)) ?? rule.field) }),
    });
  });
