import { type AnyObjectSchema, type AnySchema, mixed, object } from 'yup';
import { capOf, holdsLines } from '../fields/bounds.ts';
import { kindOf, optionsOf } from '../fields/field.ts';
import type { ValueKind } from '../fields/kinds/kind.ts';
import { digitsOf, localDigits, longestOf } from '../fields/masks/masks.ts';
import { isEmpty } from '../fields/reading.ts';
import { type Check, isOffered, type RuleMeaning, ruleMeanings } from '../rules/meanings.ts';
import type { FieldDefinition, FieldValue, FormDefinition, FormMessages, RuleDefinition, RuleWord } from './types.ts';

/** A form ready to judge values: its Yup schema is built once and holds no state between calls. */
export interface CompiledForm {
  readonly definition: FormDefinition;
  /** The whole form; strict, so that nothing is coerced. */
  readonly schema: AnyObjectSchema;
  /** Fields by name, in the order of the form. */
  readonly fields: ReadonlyMap<string, CompiledField>;
}

export interface CompiledField {
  readonly definition: FieldDefinition;
  readonly schema: AnySchema;
  /** Place in the form, from 0. */
  readonly order: number;
}

/** What one run of a schema remembers: the fields that have failed, so that a field reports one failure. */
export interface Run {
  readonly failed: Set<string>;
}

interface NamedCheck {
  readonly name: string;
  readonly message: string;
  readonly holds: Check;
}

const NAME = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_-]*$/;
const ANY_CONTROL = /[\p{Cc}\p{Cs}]/u;
const CONTROL_BUT_LINES = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u;

/**
 * Builds the checks of a form.
 * @param messages texts for the checks that hold for every field whatever its rules
 * @throws TypeError for a definition the loader should have refused: a name that is not a plain word or is used
 * twice (aliases included), a rule on a kind of field it cannot judge, a pattern that is not a regular expression
 */
export function compileForm(form: FormDefinition, messages: FormMessages): CompiledForm {
  const fields = new Map<string, CompiledField>();
  const taken = new Set<string>();
  form.fields.forEach((definition, order) => {
    for (const name of [definition.name, ...(definition.aliases ?? [])]) {
      if (!NAME.test(name)) throw new TypeError(`Form "${form.id}": "${name}" cannot name a field`);
      if (taken.has(name)) throw new TypeError(`Form "${form.id}": two fields answer to the name "${name}"`);
      taken.add(name);
    }
    fields.set(definition.name, { definition, order, schema: fieldSchema(form, definition, messages) });
  });
  const shape = Object.fromEntries([...fields].map(([name, field]) => [name, field.schema]));
  return Object.freeze({ definition: form, schema: object(shape).strict(), fields });
}

const isKind = {
  text: (value: unknown): value is string => typeof value === 'string',
  flag: (value: unknown): value is boolean => typeof value === 'boolean',
  list: (value): value is readonly string[] => Array.isArray(value),
} satisfies Record<ValueKind, (value: unknown) => value is FieldValue>;

function fieldSchema(form: FormDefinition, field: FieldDefinition, messages: FormMessages): AnySchema {
  const kind = kindOf(field);
  // Messages are handed over as functions: Yup would fill in `${…}` inside a plain text.
  const wrongType = () => messages.wrongType;
  const typed: AnySchema = mixed<FieldValue>({ type: kind, check: isKind[kind] })
    .typeError(wrongType)
    .nonNullable(wrongType)
    .strict();
  const checks = [
    ...standingChecks(field, messages),
    ...field.rules.map((rule) => ruleCheck(form, field, rule)),
    ...maskCheck(field, messages),
  ];
  return checks.reduce((schema, { name, message, holds }) => {
    return schema.test({
      name,
      message: () => message,
      test: (value: FieldValue, context) => {
        // Yup runs every test of a field; a later one must neither report nor work on what has been refused.
        const { failed } = context.options.context as Run;
        if (failed.has(field.name) || holds(value)) return true;
        failed.add(field.name);
        return false;
      },
    });
  }, typed);
}

/** Checks that every field has, whatever its rules; the cap is first so that nothing costly sees a huge value. */
function standingChecks(field: FieldDefinition, messages: FormMessages): NamedCheck[] {
  const checks: NamedCheck[] = [];
  const options = optionsOf(field);
  const cap = kindOf(field) === 'list' ? options?.length : capOf(field);
  if (cap !== undefined) {
    const holds: Check = (value) => typeof value === 'boolean' || value.length <= cap;
    checks.push({ name: 'cap', message: messages.tooLong, holds });
  }
  if (options !== undefined) {
    // A rule of the form that says the same speaks with its own message, in its own turn.
    if (!field.rules.some((rule) => rule.rule === 'oneOf')) {
      const offered = isOffered(field);
      const holds: Check = (value) => isEmpty(value) || offered(value);
      checks.push({ name: 'option', message: messages.unknownOption, holds });
    }
  } else if (kindOf(field) === 'text') {
    // Half a surrogate pair cannot be written as UTF-8: a store would keep another text than the one judged.
    const control = holdsLines(field) ? CONTROL_BUT_LINES : ANY_CONTROL;
    const holds: Check = (value) => typeof value !== 'string' || !control.test(value);
    checks.push({ name: 'control', message: messages.wrongType, holds });
  }
  return checks;
}

/** A mask cuts nothing: what it cannot lay out is refused, where the author's own rules let it pass. */
function maskCheck({ mask }: FieldDefinition, messages: FormMessages): NamedCheck[] {
  if (mask === undefined) return [];
  const longest = longestOf(mask);
  const holds: Check = (value) => typeof value !== 'string' || localDigits(mask, digitsOf(value)).length <= longest;
  return [{ name: 'mask', message: messages.beyondMask, holds }];
}

function ruleCheck(form: FormDefinition, field: FieldDefinition, rule: RuleDefinition): NamedCheck {
  // The table is checked word by word where it is written; here a rule meets the meaning of its own word.
  const meaning = ruleMeanings[rule.rule] as RuleMeaning<RuleWord>;
  if (!meaning.judges.includes(kindOf(field))) {
    throw new TypeError(`Form "${form.id}": rule "${rule.rule}" cannot judge field "${field.name}" (${field.type})`);
  }
  const check = meaning.check(rule, field);
  const holds: Check = meaning.judgesEmpty ? check : (value) => isEmpty(value) || check(value);
  return { name: rule.rule, message: rule.message, holds };
}
