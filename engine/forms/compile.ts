import { kindOf } from '../fields/field.ts';
import { rulesWith } from '../rules/all.ts';
import type { ExtensionRules } from '../rules/extension/extension.ts';
import { buildForm, type CompiledForm } from './build.ts';
import { withSchema } from './schema.ts';
import type { FormDefinition, FormMessages } from './types.ts';

const NAME = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_-]*$/;

/**
 * Compiles a form to one Yup schema, with checks of its definition. Browsers use `buildForm`, because the loader has made these.
 * @param messages texts for the checks that apply to every field, even without rules
 * @param own the site's own rules, at least those that the form uses
 * @throws TypeError if a name (or alias) is not an identifier or is used twice, or if a rule does not support its field
 */
export function compileForm(form: FormDefinition, messages: FormMessages, own: ExtensionRules = {}): CompiledForm {
  const rules = rulesWith(own);
  const taken = new Set<string>();
  for (const field of form.fields) {
    for (const name of [field.name, ...(field.aliases ?? [])]) {
      if (!NAME.test(name)) throw new TypeError(`Form "${form.id}": "${name}" is not a valid field name`);
      if (taken.has(name)) throw new TypeError(`Form "${form.id}": two fields use the name "${name}"`);
      taken.add(name);
    }
    for (const { rule } of field.rules)
      if (rules[rule][kindOf(field)] === undefined)
        throw new TypeError(`Form "${form.id}": rule "${rule}" does not support field "${field.name}" (${field.type})`);
  }
  return withSchema(buildForm(form, messages, rules));
}
