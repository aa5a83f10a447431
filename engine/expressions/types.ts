import type { Json } from './code.ts';
import type { Domain } from './domain.ts';

/**
 * The type of a value, known when a definition is loaded. `optional` means that it may also be null. `absent` gives the
 * reason why a declared value may be missing at this point: null if it is also `optional`, else an empty text. `labels` are those
 * of what a visitor chooses. `day` means that a text is a date or empty, `amount` that a number is money in its smallest unit. `least` is the lowest value of a number.
 * `accepted` are the values that a form or an intake accepts, where they are fewer than those of the kind.
 */
export type Type = (
  | { kind: 'null' }
  | { kind: 'bool' }
  | { kind: 'number'; least?: number }
  | { kind: 'string' }
  | { kind: 'enum'; values: readonly string[] }
  | { kind: 'list'; of: Type; length?: number }
  | { kind: 'record'; fields: { readonly [name: string]: Type } }
  | { kind: 'map'; of: Type }
  | { kind: 'any' }
) & { optional?: true; absent?: string; labels?: Labels; day?: true; amount?: true; accepted?: Domain };

/** The labels of options by value. A text, or the texts of a list, may also be none of them. */
export type Labels = Readonly<Record<string, string>>;

export const isText = (type: Type): boolean => type.kind === 'string' || type.kind === 'enum';

/** Whether people read an answer in another form than it is stored in. */
export const isShownOtherwise = ({ labels, amount, day }: Type): boolean =>
  labels !== undefined || amount === true || day === true;

/** Whether the value may be null. `any` does not count. */
export const mayBeNull = (type: Type): boolean => type.optional === true || type.kind === 'null';

/** The same type without null. */
export function withoutNull(type: Type): Type {
  if (!type.optional && type.absent === undefined) return type;
  const { optional: _, absent: __, ...rest } = type;
  return rest as Type;
}

/** The same type where the value may be missing: null, or a list of known length with null items. */
export function missing(type: Type, why: string): Type {
  if (type.kind === 'list' && type.length !== undefined && !type.optional)
    return { ...type, of: { ...type.of, optional: true, absent: why } };
  return { ...type, optional: true, absent: why };
}

/** The reason why a value, or an item of a list, may be missing. */
export const absenceOf = (type: Type): string | undefined =>
  type.absent ?? (type.kind === 'list' ? type.of.absent : undefined);

/** The same type with all items present. */
export const whole = (type: Type): Type =>
  type.kind === 'list' && type.of.absent !== undefined
    ? ({ ...withoutNull(type), of: withoutNull(type.of) } as Type)
    : withoutNull(type);

/** Adds another type's reason for being missing. */
export const absentAs = (type: Type, other: Type | undefined): Type =>
  other?.absent === undefined || type.absent !== undefined ? type : { ...type, absent: other.absent };

/** The same type, or null. */
export const orNull = (type: Type): Type =>
  type.kind === 'any' || type.kind === 'null' || type.optional ? type : { ...type, optional: true };

/** The narrowest type that includes both; `any` if they have nothing in common. */
export function joinTypes(a: Type, b: Type): Type {
  if (a.kind === 'null') return absentAs(orNull(b), a);
  if (b.kind === 'null') return absentAs(orNull(a), b);
  const joined = absentAs(absentAs(joinNonNull(withoutNull(a), withoutNull(b)), a), b);
  return a.optional || b.optional ? orNull(joined) : joined;
}

/** How people read a text that is one of two. */
const labelled = (type: Type, a: Type, b: Type): Type => ({
  ...type,
  ...(a.labels === undefined && b.labels === undefined ? {} : { labels: { ...a.labels, ...b.labels } }),
  ...(a.day === true || b.day === true ? { day: true } : {}),
});

function joinNonNull(a: Type, b: Type): Type {
  if (a.kind === 'enum' && b.kind === 'enum') return { kind: 'enum', values: [...new Set([...a.values, ...b.values])] };
  if (isText(a) && isText(b)) return labelled({ kind: 'string' }, a, b);
  if (a.kind === 'list' && b.kind === 'list') {
    // An empty list has no item type of its own.
    const of = a.length === 0 ? b.of : b.length === 0 ? a.of : joinTypes(a.of, b.of);
    return a.length !== undefined && a.length === b.length
      ? { kind: 'list', of, length: a.length }
      : { kind: 'list', of };
  }
  if (a.kind === 'record' && b.kind === 'record') {
    const names = Object.keys(a.fields);
    const same = names.length === Object.keys(b.fields).length && names.every((name) => Object.hasOwn(b.fields, name));
    if (!same) return { kind: 'any' };
    const fields = names.map((name) => [name, joinTypes(a.fields[name] as Type, b.fields[name] as Type)] as const);
    return { kind: 'record', fields: Object.fromEntries(fields) };
  }
  if (a.kind === 'map' && b.kind === 'map') return { kind: 'map', of: joinTypes(a.of, b.of) };
  if (a.kind === 'number' && b.kind === 'number')
    return {
      kind: 'number',
      ...(a.least === undefined || b.least === undefined ? {} : { least: Math.min(a.least, b.least) }),
      ...(a.amount === true || b.amount === true ? { amount: true } : {}),
    };
  return a.kind === b.kind ? withoutNull(a) : { kind: 'any' };
}

/** Whether the type is `any` or contains `any`, so that part of it is unknown. */
export function isVague(type: Type): boolean {
  switch (type.kind) {
    case 'any':
      return true;
    case 'list':
      return type.length !== 0 && isVague(type.of);
    case 'map':
      return isVague(type.of);
    case 'record':
      return Object.values(type.fields).some(isVague);
    default:
      return false;
  }
}

/**
 * Whether every value of `from` is valid where `to` is required. `any` is compatible in both directions, except that an
 * optional `any` may be null.
 */
export function isAssignable(from: Type, to: Type): boolean {
  if (to.kind === 'any') return true;
  if (mayBeNull(from) && !mayBeNull(to)) return false;
  if (from.kind === 'null' || from.kind === 'any') return true;
  if (from.kind === 'enum') {
    return to.kind === 'string' || (to.kind === 'enum' && from.values.every((value) => to.values.includes(value)));
  }
  if (from.kind === 'list' && to.kind === 'list') {
    if (to.length !== undefined && from.length !== to.length) return false;
    return from.length === 0 || isAssignable(from.of, to.of);
  }
  if (from.kind === 'record') {
    if (to.kind === 'map') return Object.values(from.fields).every((field) => isAssignable(field, to.of));
    if (to.kind !== 'record') return false;
    return Object.entries(to.fields).every(([name, field]) => {
      const own = Object.hasOwn(from.fields, name) ? from.fields[name] : undefined;
      return own !== undefined && isAssignable(own, field);
    });
  }
  if (from.kind === 'map' && to.kind === 'map') return isAssignable(from.of, to.of);
  return from.kind === to.kind;
}

/** Whether a value of one type may equal a value of the other. */
export function mayEqual(a: Type, b: Type): boolean {
  if (a.kind === 'any' || b.kind === 'any') return true;
  // Comparing with null is always allowed: conditions use it as a guard.
  if (a.kind === 'null' || b.kind === 'null' || (a.optional && b.optional)) return true;
  if (a.kind === 'enum' && b.kind === 'enum') return a.values.some((value) => b.values.includes(value));
  if (isText(a) && isText(b)) return true;
  const isObject = (type: Type) => type.kind === 'record' || type.kind === 'map';
  return a.kind === b.kind || (isObject(a) && isObject(b));
}

/** The type of a constant, with its fields, lengths and kinds. */
export function typeOf(value: Json): Type {
  if (value === null) return { kind: 'null' };
  if (Array.isArray(value)) {
    const [first, ...rest] = value.map(typeOf);
    const of: Type = first ? rest.reduce(joinTypes, first) : { kind: 'any' };
    return { kind: 'list', of, length: value.length };
  }
  switch (typeof value) {
    case 'boolean':
      return { kind: 'bool' };
    case 'number':
      return { kind: 'number' };
    case 'string':
      return { kind: 'enum', values: [value] };
    default:
      return {
        kind: 'record',
        fields: Object.fromEntries(Object.entries(value).map(([name, field]) => [name, typeOf(field)])),
      };
  }
}

/** A type in words that an author understands. */
export function describeType(type: Type): string {
  const names: Record<Type['kind'], () => string> = {
    null: () => 'null',
    bool: () => 'true or false',
    number: () => 'a number',
    string: () => 'a text',
    enum: () => (type.kind === 'enum' ? describeValues(type.values) : ''),
    list: () => 'a list',
    record: () => 'a record',
    map: () => 'a map',
    any: () => 'a value',
  };
  return names[type.kind]() + (type.optional ? ', or null' : '');
}

const plurals: Readonly<Record<Type['kind'], string>> = {
  null: 'nulls',
  bool: 'true or false',
  number: 'numbers',
  string: 'texts',
  enum: 'texts',
  list: 'lists',
  record: 'records',
  map: 'maps',
  any: 'values',
};

function describeWithItems(type: Type): string {
  if (type.kind !== 'list') return describeType(type);
  const count = type.length === undefined ? '' : `${type.length} `;
  return `a list of ${count}${plurals[type.of.kind]}${type.optional ? ', or null' : ''}`;
}

/** Alternatives and what was found instead, in words that differ: of lists the items are named where only they do. */
export function describeMismatch(wanted: readonly Type[], found: Type): readonly [wanted: string, found: string] {
  const isSame = wanted.some((type) => describeType(type) === describeType(found));
  const describe = isSame ? describeWithItems : describeType;
  return [wanted.map(describe).join(' or '), describe(found)];
}

function describeValues(values: readonly string[]): string {
  const quoted = values.slice(0, 6).map((value) => `'${value.length > 30 ? `${value.slice(0, 29)}…` : value}'`);
  const rest = values.length - quoted.length;
  return `the text ${quoted.join(' or ')}${rest > 0 ? ` or ${rest} more` : ''}`;
}

/** The types of the names that an expression can read. A constant is not listed: its type is derived from its value. */
export type Types = { readonly [name: string]: Type };
