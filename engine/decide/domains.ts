/** Domains as sets: the values of small ones, and the sums of rows of numbers. */
import type { Json } from '../expressions/code.ts';
import type { Domain, DomainOf, Possible } from '../expressions/domain.ts';
import { mayBeNull, type Type, type Types } from '../expressions/types.ts';

/** The number of values up to which a domain is listed. */
export const mostListed = 1_000;

const listed = (values: readonly Json[]): Domain => ({ kind: 'some', values });

/** The values that a type allows. */
export function possibleOf(type: Type): Possible {
  return { domain: withGaps(type.accepted ?? domainByKind(type), type), orNull: mayBeNull(type) };
}

/** The domain of a list, of which an answer may be missing. */
const withGaps = (domain: Domain, type: Type): Domain =>
  domain.kind === 'row' && type.kind === 'list' && mayBeNull(type.of) ? { ...domain, hasGaps: true } : domain;

function domainByKind(type: Type): Domain {
  switch (type.kind) {
    case 'null':
      return listed([]);
    case 'bool':
      return listed([false, true]);
    case 'number':
      return { kind: 'numbers' };
    case 'enum':
      return listed(type.values);
    case 'string':
      return type.day === true ? { kind: 'days' } : { kind: 'texts' };
    case 'list':
      return listDomain(type);
    case 'record':
      return {
        kind: 'record',
        fields: Object.fromEntries(Object.entries(type.fields).map(([name, field]) => [name, possibleOf(field)])),
      };
    default:
      return { kind: 'unknown' };
  }
}

function listDomain({ of, length }: Type & { kind: 'list' }): Domain {
  if (length !== undefined) return { kind: 'row', items: Array<Domain>(length).fill(possibleOf(of).domain) };
  return of.kind === 'enum' ? { kind: 'choices', of: of.values } : { kind: 'unknown' };
}

/** Finds the domain of a name by its type. */
export const domainsOf =
  (types: Types) =>
  (name: string): Possible => {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    return type === undefined ? { domain: { kind: 'unknown' }, orNull: true } : possibleOf(type);
  };

/** All values of a domain; null if there are more than `mostListed`, or unknown ones. */
export function listedValues(domain: Domain): readonly Json[] | null {
  if (domain.kind === 'some') return domain.values;
  if (domain.kind === 'numbers') return numbersIn(domain);
  if (domain.kind === 'choices')
    return 2 ** domain.of.length > mostListed
      ? null
      : subsetsOf(domain.of).filter(({ length }) => canChoose(domain, length));
  return domain.kind === 'row' && domain.hasGaps !== true ? rowsOf(domain.items) : null;
}

function rowsOf(items: readonly Domain[]): readonly Json[] | null {
  let rows: readonly Json[][] = [[]];
  for (const item of items) {
    const values = listedValues(item);
    if (values === null || rows.length * values.length > mostListed) return null;
    rows = rows.flatMap((row) => values.map((value) => [...row, value]));
  }
  return rows;
}

function numbersIn({ least, most, step }: DomainOf<'numbers'>): readonly number[] | null {
  if (least === undefined || most === undefined) return null;
  if (least === most) return [least];
  if (step === undefined || (most - least) / step >= mostListed) return null;
  return Array.from({ length: Math.max(0, Math.floor((most - least) / step + 1e-9) + 1) }, (_, index) =>
    onGrid(least, step, index),
  );
}

/** The number `index` steps above a number, without the rounding errors of decimal steps. */
export const onGrid = (least: number, step: number, index: number): number =>
  Number((least + index * step).toPrecision(15));

/** Whether so many values can be chosen. None can always be: an answer may be missing. */
export const canChoose = ({ fewest = 0, most = Infinity }: DomainOf<'choices'>, count: number): boolean =>
  count === 0 || (count >= fewest && count <= most);

/** All selections of some values. */
export function subsetsOf(values: readonly Json[]): readonly Json[][] {
  let found: readonly Json[][] = [[]];
  for (const value of values) found = [...found, ...found.map((selection) => [...selection, value])];
  return found;
}

/** The most different sums that are counted. */
const mostSums = 20_000;

/**
 * All sums of a row of numbers, each with the values that give it, by dynamic programming over its items.
 * @returns null if an item has a value that is no number, or more values than are listed, or there are too many sums
 */
export function sumsOf(items: readonly Domain[]): ReadonlyMap<number, readonly number[]> | null {
  let sums: Map<number, readonly number[]> = new Map([[0, []]]);
  for (const item of items) {
    const values = listedValues(item);
    if (values === null || !values.every((value) => typeof value === 'number')) return null;
    const next: typeof sums = new Map();
    for (const [sum, given] of sums)
      for (const value of values) if (!next.has(sum + value)) next.set(sum + value, [...given, value]);
    if (next.size > mostSums) return null;
    sums = next;
  }
  return sums;
}

/** The sums of a row; null if an item is no number. */
export function sumDomain(items: readonly Domain[]): Domain | null {
  const sums = sumsOf(items);
  if (sums !== null) return listed([...sums.keys()].sort((a, b) => a - b));
  return items.every(({ kind }) => kind === 'numbers') ? { kind: 'numbers' } : null;
}

/** Whether a value is a text of a domain. An empty text always is: an answer may be missing. */
export const isTextIn = (
  value: Json,
  { shortest = 0, longest = Number.POSITIVE_INFINITY }: DomainOf<'texts'>,
): boolean => typeof value === 'string' && (value === '' || (value.length >= shortest && value.length <= longest));

/** Whether a day is in a domain. */
export const isDayIn = (day: Json, { first = '', last = '9999-12-31' }: DomainOf<'days'>): boolean =>
  typeof day === 'string' && (day === '' || (/^\d{4}-\d\d-\d\d$/.test(day) && day >= first && day <= last));

/** Whether a number is in a domain. */
export function isNumberIn(value: Json, { least, most, step }: DomainOf<'numbers'>): boolean {
  if (typeof value !== 'number' || value < (least ?? value) || value > (most ?? value)) return false;
  const start = least ?? 0;
  return step === undefined || onGrid(start, step, Math.round((value - start) / step)) === value;
}
