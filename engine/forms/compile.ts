import { kindOf } from '../fields/field.ts';
import { ruleSchemas } from '../rules/schemas.ts';
import { buildForm, type CompiledForm } from './build.ts';
import type { FormDefinition, FormMessages } from './types.ts';

const NAME = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_-]*$/;

/**
 * Compiles a form to one Yup schema. Browsers skip these checks with `buildForm`: the loader has made them.
 * @param messages texts for the checks that apply to every field, also to one without rules
 * @throws TypeError for a name that is not a plain word or is used twice (aliases included), or a rule that cannot judge
 * its field
 */
export function compileForm(form: FormDefinition, messages: FormMessages): CompiledForm {
  const taken = new Set<string>();
  for (const field of form.fields) {
    for (const name of [field.name, ...(field.aliases ?? [])]) {
      if (!NAME.test(name)) throw new TypeError(`Form "${form.id}": "${name}" cannot name a field`);
      if (taken.has(name)) throw new TypeError(`Form "${form.id}": two fields answer to the name "${name}"`);
      taken.add(name);
    }
    for (const { rule } of field.rules)
      if (ruleSchemas[rule][kindOf(field)] === undefined)
        throw new TypeError(`Form "${form.id}": rule "${rule}" cannot judge field "${field.name}" (${field.type})`);
  }
  return buildForm(form, messages);
}
