import type { FormValues, RuleTable } from '../rules/tests.ts';
import { type CheckedField, checkedField, messageFor } from './checks.ts';
import type { FieldValue, FormDefinition, FormMessages } from './types.ts';

/** The values of a form as they are judged: an empty one is undefined, one that its field cannot hold null. */
export type JudgedValues = Readonly<Record<string, FieldValue | null | undefined>>;

/** A form that is ready to validate values. It is built once and holds no state between calls. */
export interface CompiledForm {
  readonly definition: FormDefinition;
  /** Fields by name, in form order. */
  readonly fields: ReadonlyMap<string, CheckedField>;
  /** At least the rules that the form uses. */
  readonly rules: Partial<RuleTable>;
  /**
   * Judges all fields.
   * @param all the values that conditions and rules read
   * @returns the first message of each field that fails, by the field's name
   */
  readonly messagesFor: (values: JudgedValues, all: FormValues) => ReadonlyMap<string, string>;
}

/**
 * Builds a form that `compileForm` or the loader has checked.
 * @param messages texts for the checks that apply to every field, even without rules
 * @param rules at least the rules that the form uses
 */
export function buildForm(form: FormDefinition, messages: FormMessages, rules: Partial<RuleTable>): CompiledForm {
  const fields = new Map(
    form.fields.map((field) => [field.name, checkedField(field, form.fields, messages, rules)] as const),
  );
  return {
    definition: form,
    fields,
    rules,
    messagesFor: (values, all) => {
      const found = [...fields].map(([name, field]) => [name, messageFor(field, values[name], all)] as const);
      return new Map(found.filter((each): each is [string, string] => each[1] !== undefined));
    },
  };
}
