/** Plausible values: those that a field accepts, those that one of its rules refuses, and those of a declared type. */
import type { Json } from '../../schemas/compiled.ts';
import type { ValueType } from '../../schemas/generated/types.ts';
import { capOf } from '../fields/bounds.ts';
import { emptyOf, kindOf, optionsOf } from '../fields/field.ts';
import { longestOf } from '../fields/masks/masks.ts';
import type { FormValidator } from '../flow/index.ts';
import type { FieldDefinition, FormDefinition } from '../forms/types.ts';
import { exampleUuid } from '../intakes/example-records.ts';
import { examplesOf } from '../trace/verdicts.ts';

type Values = Readonly<Record<string, Json>>;

const word = 'Example';
const patience = 4;
const someDigits = [1, 2, 4, 6, 8, 9, 10, 11, 12, 14];

/** A submission that breaks one rule of a form. */
export interface Fault {
  readonly field: string;
  /** The index of the rule among those of its field. */
  readonly rule: number;
  /** All values of the form. Only the field of the fault is invalid. */
  readonly values: Values;
}

/** Texts of many shapes. The validator chooses among them. */
function* textsFor(field: FieldDefinition): Generator<string> {
  const options = optionsOf(field) ?? [];
  for (const { value } of options) yield value;
  yield* examplesOf(field);
  // Authors show an example in it.
  if (field.placeholder !== undefined) yield field.placeholder;
  if (field.mask !== undefined) yield '9'.repeat(longestOf(field.mask));
  for (const rule of field.rules) {
    if (rule.rule === 'email') yield 'example@example.com';
    if (rule.rule === 'url') yield 'https://example.com';
    if (rule.rule === 'digits') yield '9'.repeat(rule.min ?? Math.min(rule.max ?? 1, 15));
    if (rule.rule === 'minLength') yield `${word} `.repeat(Math.ceil(rule.length / word.length)).trim();
    if (rule.rule === 'minLength') yield 'a'.repeat(rule.length);
    if (rule.rule === 'maxLength') yield word.slice(0, rule.length);
  }
  yield* [word, 'example@example.com', 'example', 'A', 'a', '12:30', '2000-01-01', 'https://example.com', '0', '1'];
  for (const length of someDigits) yield '9'.repeat(length);
}

/** Values that a field may accept, the most likely first. */
function* valuesFor(field: FieldDefinition): Generator<Json> {
  const options = optionsOf(field) ?? [];
  switch (kindOf(field)) {
    case 'flag':
      yield* [true, false];
      return;
    case 'list':
      for (const offered of [options, options.filter(({ exclusive }) => !exclusive)])
        for (let count = 1; count <= offered.length; count += 1)
          yield offered.slice(0, count).map(({ value }) => value);
      yield [];
      return;
    case 'text':
      if (typeof field.default === 'string' && field.default !== '') yield field.default;
      yield* textsFor(field);
      yield '';
  }
}

/** Values that a field may refuse. */
function* wrongValuesFor(field: FieldDefinition): Generator<Json> {
  const options = (optionsOf(field) ?? []).map(({ value }) => value);
  yield emptyOf(field) as Json;
  switch (kindOf(field)) {
    case 'flag':
      yield* [false, true];
      return;
    case 'list':
      for (let count = 1; count <= options.length; count += 1) yield options.slice(0, count);
      yield ['?'];
      return;
    case 'text': {
      yield* ['a', '?', '1', '0000-00-00', '1900-01-01', '2999-12-31', '-999999999', '999999999', '1.23456', '#'];
      for (const length of [...someDigits, 15, 20]) yield '9'.repeat(length);
      for (const rule of field.rules) if (rule.rule === 'extension') yield rule.invalid;
      for (const rule of field.rules) if (rule.rule === 'maxLength') yield 'a'.repeat(rule.length + 1);
      const cap = capOf(field);
      if (cap !== undefined) yield 'a'.repeat(cap + 1);
      yield word;
    }
  }
}

const messagesOf = (validate: FormValidator, form: string, values: Values): ReadonlyMap<string, string> => {
  const verdict = validate(form, values);
  return new Map(verdict.ok ? [] : verdict.errors.map(({ field, message }) => [field, message]));
};

/**
 * Values that a form accepts.
 * @param wanted values that are kept, by the name of their field
 * @returns the values, and the fields for which no accepted value was found
 */
export function acceptedValues(
  validate: FormValidator,
  form: FormDefinition,
  wanted: Values = {},
): { readonly values: Values; readonly refused: readonly string[] } {
  let values: Record<string, Json> = {};
  for (const field of form.fields) values[field.name] = wanted[field.name] ?? [...valuesFor(field)][0] ?? '';
  // The value of one field can decide whether another one is required.
  for (let round = 0; round < patience; round += 1) {
    const refused = messagesOf(validate, form.id, values);
    if (refused.size === 0) return { values, refused: [] };
    for (const field of form.fields) {
      if (!refused.has(field.name) || Object.hasOwn(wanted, field.name)) continue;
      for (const value of valuesFor(field)) {
        const tried = { ...values, [field.name]: value };
        if (messagesOf(validate, form.id, tried).has(field.name)) continue;
        values = tried;
        break;
      }
    }
  }
  return { values, refused: [...messagesOf(validate, form.id, values).keys()] };
}

/**
 * One fault for each rule of a form that a tried value breaks on its own.
 * @param accepted values that the form accepts
 */
export function faultsOf(validate: FormValidator, form: FormDefinition, accepted: Values): Fault[] {
  return form.fields.flatMap((field) =>
    field.rules.flatMap(({ message }, rule): Fault[] => {
      for (const value of wrongValuesFor(field)) {
        const values = { ...accepted, [field.name]: value };
        const messages = messagesOf(validate, form.id, values);
        if (messages.size === 1 && messages.get(field.name) === message) return [{ field: field.name, rule, values }];
      }
      return [];
    }),
  );
}

/** Values that a form without rules refuses: an unknown option, a text that is too long, or a number; null if there are none. */
export function refusedValues(
  validate: FormValidator,
  form: FormDefinition,
  accepted: Values,
): Pick<Fault, 'field' | 'values'> | null {
  for (const field of form.fields)
    for (const value of [...wrongValuesFor(field), 0]) {
      const values = { ...accepted, [field.name]: value };
      if (!validate(form.id, values).ok) return { field: field.name, values };
    }
  return null;
}

/** Values of a declared type. @param literals what conditions compare the value with */
export function valuesOfType(type: ValueType, literals: readonly Json[] = []): Json[] {
  const numbers = literals.flatMap((each) => (typeof each === 'number' ? [each - 1, each, each + 1] : []));
  const texts = literals.filter((each) => typeof each === 'string');
  switch (type.type) {
    case 'text':
      return [word.slice(0, type.maxLength), ...texts, ...(type.optional === true ? [null] : [])];
    case 'number':
      return [...(type.allowed ?? [type.min ?? type.max ?? 1, type.max ?? type.min ?? 1, ...numbers])];
    case 'time':
      return [Date.UTC(2026, 0, 1)];
    case 'boolean':
      return [true, false];
    case 'uuid':
      return [exampleUuid];
    case 'choice':
      return [...((type.of as readonly string[] | undefined) ?? [])];
    case 'list': {
      const items = valuesOfType({ ...type, type: (type.of as 'text' | undefined) ?? 'text' }, literals);
      return items.map((item) => new Array<Json>(type.length ?? 1).fill(item));
    }
    case 'json':
      return [{}];
    case 'record': {
      const fields = Object.entries(type.fields ?? {}).map(
        ([name, field]) => [name, valuesOfType(field, literals)] as const,
      );
      const first = Object.fromEntries(fields.map(([name, [value]]) => [name, value ?? null]));
      return [
        first,
        ...fields.flatMap(([name, values]) => values.slice(1).map((value) => ({ ...first, [name]: value }))),
      ];
    }
  }
}
