import { type AnyObjectSchema, type AnySchema, mixed, object, string } from 'yup';
import { capOf } from '../fields/bounds.ts';
import { kindOf, meets, optionsOf } from '../fields/field.ts';
import { digitsOf, isForeign, localDigits, longestOf } from '../fields/masks/masks.ts';
import { present } from '../rules/present.ts';
import { offer, type RuleMessage, type RuleTable, type SchemaOf, valuesOf } from '../rules/schemas.ts';
import { charactersOf } from './characters.ts';
import type { FieldDefinition, FormDefinition, FormMessages } from './types.ts';

/** A form that is ready to validate values. Its Yup schema is built once and holds no state between calls. */
export interface CompiledForm {
  readonly definition: FormDefinition;
  /** The schema of the whole form. It is strict, so that nothing is coerced. */
  readonly schema: AnyObjectSchema;
  /** Fields by name, in form order. */
  readonly fields: ReadonlyMap<string, CompiledField>;
  /** At least the rules that the form uses. */
  readonly rules: Partial<RuleTable>;
}

export interface CompiledField {
  readonly definition: FieldDefinition;
  readonly schema: AnySchema;
}

/**
 * Builds the schema of a form that `compileForm` or the loader has checked.
 * @param messages texts for the checks that apply to every field, even without rules
 * @param rules at least the rules that the form uses
 */
export function buildForm(form: FormDefinition, messages: FormMessages, rules: Partial<RuleTable>): CompiledForm {
  const fields = new Map(
    form.fields.map((definition) => [
      definition.name,
      { definition, schema: fieldSchema(definition, form.fields, messages, rules) },
    ]),
  );
  const shape = Object.fromEntries([...fields].map(([name, field]) => [name, field.schema]));
  return { definition: form, schema: object(shape).strict(), fields, rules };
}

/** The schema of each kind of field before its rules are added. */
const plainSchemas: {
  readonly [Kind in keyof SchemaOf]: (field: FieldDefinition, messages: FormMessages) => SchemaOf[Kind];
} = {
  text(field, messages) {
    const cap = capOf(field);
    const capped = string().test({
      message: () => messages.tooLong,
      test: present((text: string) => cap === undefined || text.length <= cap),
    });
    return optionsOf(field) === undefined
      ? capped.matches(charactersOf(field), { message: () => messages.wrongType })
      : capped.oneOf(valuesOf(field), () => messages.unknownOption);
  },
  flag: () => mixed<boolean>(),
  list(field, messages) {
    const capped = mixed<readonly string[]>().test({
      message: () => messages.tooLong,
      test: present((items: readonly string[]) => items.length <= valuesOf(field).length),
    });
    // A `oneOf` rule makes the same check with the author's message.
    return field.rules.some(({ rule }) => rule === 'oneOf')
      ? capped
      : offer(capped, () => messages.unknownOption, field);
  },
};

/** Adds a rule. The rule's type and the field's kind determine the parameters. */
type Add = (schema: never, message: RuleMessage, rule: never, field: FieldDefinition) => AnySchema;

function fieldSchema(
  field: FieldDefinition,
  fields: readonly FieldDefinition[],
  messages: FormMessages,
  rules: Partial<RuleTable>,
): AnySchema {
  const kind = kindOf(field);
  const schema = field.rules.reduce(
    (before: AnySchema, rule) => {
      const add = rules[rule.rule]?.[kind] as Add;
      const added = (schema: AnySchema): AnySchema => add(schema as never, () => rule.message, rule as never, field);
      const { when } = rule;
      if (when === undefined) return added(before);
      return before.when('$values', ([values]: Readonly<Record<string, unknown>>[], schema: AnySchema) =>
        meets(when, fields, values ?? {}) ? added(schema) : schema,
      );
    },
    plainSchemas[kind](field, messages),
  );
  const { mask } = field;
  // A mask never truncates. More digits than it can format are an error, even where the author's rules allow them.
  const masked =
    mask === undefined
      ? schema
      : schema
          .test({ message: () => messages.wrongType, test: present((text: string) => digitsOf(text) !== '') })
          .test({ message: () => messages.foreignCode, test: present((text: string) => !isForeign(mask, text)) })
          .test({
            message: () => messages.beyondMask,
            test: present((text: string) => localDigits(mask, digitsOf(text)).length <= longestOf(mask)),
          });
  // Null marks a value that the field cannot hold. `required` would reject it with the wrong message.
  return masked.nonNullable(() => messages.wrongType);
}
