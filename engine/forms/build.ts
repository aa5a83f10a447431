import { type AnyObjectSchema, type AnySchema, mixed, object, string } from 'yup';
import { capOf, holdsLines } from '../fields/bounds.ts';
import { kindOf, optionsOf } from '../fields/field.ts';
import { digitsOf, localDigits, longestOf } from '../fields/masks/masks.ts';
import { offer, present, type RuleMessage, ruleSchemas, type SchemaOf, valuesOf } from '../rules/schemas.ts';
import type { FieldDefinition, FormDefinition, FormMessages } from './types.ts';

/** A form ready to validate values: its Yup schema is built once and holds no state between calls. */
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
}

// Half a surrogate pair cannot be written as UTF-8: a store would keep another text than the one that was validated.
const ONE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;
const LINES = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u;

/**
 * Builds the schema of a form that `compileForm` or the loader has checked.
 * @param messages texts for the checks that apply to every field, also to one without rules
 */
export function buildForm(form: FormDefinition, messages: FormMessages): CompiledForm {
  const fields = new Map(
    form.fields.map((definition) => [definition.name, { definition, schema: fieldSchema(definition, messages) }]),
  );
  const shape = Object.fromEntries([...fields].map(([name, field]) => [name, field.schema]));
  return { definition: form, schema: object(shape).strict(), fields };
}

/** The schema of each kind of field before its rules. */
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
      ? capped.matches(holdsLines(field) ? LINES : ONE_LINE, { message: () => messages.wrongType })
      : capped.oneOf(valuesOf(field), () => messages.unknownOption);
  },
  flag: () => mixed<boolean>(),
  list(field, messages) {
    const capped = mixed<readonly string[]>().test({
      message: () => messages.tooLong,
      test: present((items: readonly string[]) => items.length <= valuesOf(field).length),
    });
    // A rule of the form that says the same has its own message.
    return field.rules.some(({ rule }) => rule === 'oneOf')
      ? capped
      : offer(capped, () => messages.unknownOption, field);
  },
};

/** Adds a rule. Its word and the kind of the field decide what it takes. */
type Add = (schema: never, message: RuleMessage, rule: never, field: FieldDefinition) => AnySchema;

function fieldSchema(field: FieldDefinition, messages: FormMessages): AnySchema {
  const kind = kindOf(field);
  const schema = field.rules.reduce(
    (before: AnySchema, rule) => {
      const add = ruleSchemas[rule.rule][kind] as Add;
      return add(before as never, () => rule.message, rule as never, field);
    },
    plainSchemas[kind](field, messages),
  );
  const { mask } = field;
  // A mask cuts nothing: what it cannot lay out is refused, where the author's own rules let it pass.
  const masked =
    mask === undefined
      ? schema
      : schema.test({
          message: () => messages.beyondMask,
          test: present((text: string) => localDigits(mask, digitsOf(text)).length <= longestOf(mask)),
        });
  // Null is a value that no field can hold. `required` would refuse it with its own message.
  return masked.nonNullable(() => messages.wrongType);
}
