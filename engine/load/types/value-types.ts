import type { Json } from '../../../schemas/compiled.ts';
import type { Field, FlowFile, FormFile, SiteFile, ValueType } from '../../../schemas/generated/types.ts';
import { type AttributionSettings, sourceFields } from '../../attribution/attribution.ts';
import type { Domain } from '../../expressions/domain.ts';
import { missing, type Type, type Types } from '../../expressions/index.ts';
import { controlOf, submittedAs } from '../../fields/authoring.ts';
import { kindOf } from '../../fields/field.ts';
import type { ValueKind } from '../../fields/kinds/kind.ts';
import { unknownVisit } from '../../flow/attribution.ts';
import { postedNames } from '../../flow/post-names.ts';
import { demandsValue } from '../../rules/demands.ts';
import { labelsOf } from './labels.ts';

const string: Type = { kind: 'string' };
const number = { kind: 'number' } as const satisfies Type;
const bool: Type = { kind: 'bool' };
const maybe = (type: Type): Type => ({ ...type, optional: true });
const items: Readonly<Record<string, Type>> = { text: string, number, boolean: bool };

/** The same type with the values that are accepted, if they are known. */
export const withAccepted = (type: Type, accepted: Domain | undefined): Type =>
  accepted === undefined ? type : { ...type, accepted };

/** The type of an entry of `data`, or of an accepted value, in expressions. */
export function typeOfValue(value: ValueType): Type {
  const type = plainTypeOf(value);
  return value.optional === true ? maybe(type) : type;
}

function plainTypeOf(value: ValueType): Type {
  switch (value.type) {
    case 'number':
      return withAccepted(number, acceptedNumbers(value));
    case 'time':
      return number;
    case 'boolean':
      return bool;
    case 'choice':
      return Array.isArray(value.of) ? { kind: 'enum', values: value.of } : string;
    case 'list': {
      const of = (typeof value.of === 'string' ? items[value.of] : undefined) ?? string;
      return value.length === undefined ? { kind: 'list', of } : { kind: 'list', of, length: value.length };
    }
    case 'record':
      return {
        kind: 'record',
        fields: Object.fromEntries(
          Object.entries(value.fields ?? {}).map(([name, field]) => [name, typeOfValue(field)]),
        ),
      };
    case 'json':
      return { kind: 'map', of: { kind: 'any' } };
    case 'text':
      return value.maxLength === undefined
        ? string
        : { ...string, accepted: { kind: 'texts', longest: value.maxLength } };
    default:
      return string;
  }
}

function acceptedNumbers({ allowed, min, max }: ValueType): Domain | undefined {
  if (allowed !== undefined) return { kind: 'some', values: allowed };
  return min === undefined && max === undefined ? undefined : { kind: 'numbers', least: min, most: max };
}

const fieldTypes: Readonly<Record<ValueKind, Type>> = { text: string, flag: bool, list: { kind: 'list', of: string } };
const acceptedTypes = { text: 'text', flag: 'boolean', list: 'list' } as const satisfies Record<
  ValueKind,
  ValueType['type']
>;

/** The type of a number that a visitor enters or chooses. */
export const unanswered: Type = missing(number, 'it is null until the visitor has answered');

/** The type of a form's field in expressions. A field that is sent as a number is one. */
export function typeOfField(field: Field, site: SiteFile): Type {
  if (submittedAs(field) === 'number') {
    const least = leastOf(field);
    return {
      ...(unanswered as typeof number),
      ...(least === undefined ? {} : { least }),
      ...(field.type === 'currency' ? { amount: true } : {}),
    };
  }
  const labels = labelsOf(field, site);
  const type = fieldTypes[kindOf(controlOf(field))];
  if (field.type === 'date') return { ...type, day: true };
  return labels === undefined ? type : { ...type, labels };
}

/**
 * The lowest number above 0 that a field can have; undefined if it can have 0 or less. A number that is typed can be below the field's
 * `min` until it is submitted.
 */
function leastOf({ options }: Field): number | undefined {
  const least = options === undefined ? 0 : Math.min(...options.map(({ value }) => Number(value)));
  return least > 0 ? least : undefined;
}

/** The type of a form's field as an intake accepts it. */
export function acceptedField(field: Field): ValueType {
  const sent = submittedAs(field);
  const type = sent === 'number' ? sent : acceptedTypes[sent === 'joined' ? 'text' : kindOf(controlOf(field))];
  return {
    type,
    ...(type === 'list' ? { of: 'text' as const } : {}),
    ...(field.when === undefined && demandsValue(field.rules ?? []) ? {} : { optional: true }),
    ...(field.pii === undefined ? {} : { pii: field.pii }),
    ...(field.aliases === undefined ? {} : { aliases: field.aliases }),
  };
}

/** The type of a table of texts: its records and lists as written, with any text in place of each text. */
export function typeOfTable(value: Json): Type {
  if (Array.isArray(value)) {
    const [first = string] = value.map(typeOfTable);
    return { kind: 'list', of: first, length: value.length };
  }
  if (typeof value !== 'object' || value === null) return string;
  return {
    kind: 'record',
    fields: Object.fromEntries(
      Object.entries(value as Record<string, Json>).map(([key, part]) => [key, typeOfTable(part)]),
    ),
  };
}

/** Names that every expression of a flow can read in addition to facts and site. */
export const flowTypes: Types = {
  visit: { kind: 'record', fields: Object.fromEntries(Object.keys(unknownVisit).map((name) => [name, maybe(string)])) },
  now: number,
};
/** The name that expressions of an intake can read if the site keeps the sources of its visitors. */
export function attributionTypes(settings: AttributionSettings | null): Types {
  if (settings === null) return {};
  const source: Type = {
    kind: 'record',
    fields: Object.fromEntries(sourceFields(settings).map((name) => [name, maybe(string)])),
  };
  return { attribution: { kind: 'record', fields: { visitor: maybe(string), first: source, last: source } } };
}
export const errorTypes: Types = {
  error: { kind: 'record', fields: { message: maybe(string), status: maybe(number) } },
};

/** Names that values of a flow or an intake cannot have. */
export const reservedNames: ReadonlySet<string> = new Set([
  'facts',
  'site',
  'calendar',
  'texts',
  'visit',
  'now',
  'step',
  'steps',
  'error',
  'reply',
  'page',
  'documents',
  ...Object.values(postedNames),
]);

/** The type of an entry of `data`. A list of answers is as long as its questions. */
export function typeOfData(flow: FlowFile, name: string, value: ValueType): Type {
  const type = typeOfValue(value);
  if (type.kind !== 'list') return type;
  const set = Object.values(flow.questions ?? {}).find((each) => each.saveAs === name);
  if (set === undefined) return type;
  return { ...type, length: type.length ?? set.items.length, accepted: answersTo(set.items) };
}

/** The lists of answers to questions: one of the values of its options for each. */
const answersTo = (items: NonNullable<FlowFile['questions']>[string]['items']): Domain => ({
  kind: 'row',
  items: items.map(({ options }) => ({ kind: 'some', values: options.map(({ value }) => value) })),
});

/** Names that contain personal data, with the fields that do, or `all`. */
export type PersonalFields = ReadonlyMap<string, 'all' | ReadonlySet<string>>;

export function personalValues(
  values: Readonly<Record<string, ValueType>>,
  forms: readonly FormFile[],
): Map<string, 'all' | ReadonlySet<string>> {
  const personal = new Map<string, 'all' | ReadonlySet<string>>();
  for (const [name, value] of Object.entries(values)) {
    if (value.pii !== undefined) personal.set(name, 'all');
    else if (holdsPersonal(value))
      personal.set(name, new Set(Object.keys(value.fields ?? {}).filter((key) => holdsPersonal(value.fields?.[key]))));
  }
  for (const form of forms)
    for (const [name, field] of Object.entries(form.fields)) if (field.pii !== undefined) personal.set(name, 'all');
  return personal;
}

const holdsPersonal = (value: ValueType | undefined): boolean =>
  value !== undefined && (value.pii !== undefined || Object.values(value.fields ?? {}).some(holdsPersonal));

/** The first personal name that compiled code reads; undefined if it reads none. */
export function personalRead(code: unknown, personal: PersonalFields): string | undefined {
  if (!Array.isArray(code) || code[0] === '#') return undefined;
  const [operation, first, second] = code as unknown[];
  if (operation === '$') return personal.has(String(first)) ? String(first) : undefined;
  if (operation === '.' && Array.isArray(first) && first[0] === '$') {
    const fields = personal.get(String(first[1]));
    if (fields === undefined) return personalRead(second, personal);
    if (fields !== 'all' && typeof second === 'string')
      return fields.has(second) ? `${String(first[1])}.${second}` : undefined;
    return String(first[1]);
  }
  for (const part of code.slice(1)) {
    const found = personalRead(part, personal);
    if (found !== undefined) return found;
  }
  return undefined;
}
