/** Submits a form with a browser's code: the entry of a bundle that a test runs without Node and DOM. */
import { hiddenFields } from '../../engine/forms/conditions.ts';
import type { FormDefinition, FormMessages } from '../../engine/forms/types.ts';
import type { Verdict } from '../../engine/forms/validate.ts';
import { validatorWith } from '../../engine/forms/validator-with.ts';
import { commonRules } from '../../engine/rules/generated/common.ts';
import { computedRules } from '../../engine/rules/generated/computed.ts';
import { moreRules } from '../../engine/rules/generated/more.ts';
import { phoneRules } from '../../engine/rules/generated/phone.ts';
import { signatureRules } from '../../engine/rules/generated/signature.ts';
import { variedRules } from '../../engine/rules/generated/varied.ts';
import { withCountries } from '../../engine/rules/phone/countries.ts';
import { readFields } from '../../engine/session/read-form.ts';

/** The names and values that a form posts. */
export type Entries = readonly (readonly [name: string, value: string])[];

export interface Submitted {
  readonly values: Readonly<Record<string, unknown>>;
  readonly verdict: Verdict;
  readonly hidden: readonly string[];
}

/** Reads and validates a form with the code that a browser fetches for it. */
export function submit(form: FormDefinition, messages: FormMessages, entries: Entries): Submitted {
  const all = (name: string): string[] => entries.flatMap(([each, value]) => (each === name ? [value] : []));
  const entered = readFields(
    { has: (name) => all(name).length > 0, get: (name) => all(name)[0] ?? null, getAll: all },
    form.fields,
  );
  // As its controls do.
  const values = withCountries(form.fields, entered);
  const { rules, phone, computed, signature, varied } = form.more ?? {};
  const known = {
    ...commonRules,
    ...(rules ? moreRules : {}),
    ...(phone ? phoneRules : {}),
    ...(computed ? computedRules : {}),
    ...(signature ? signatureRules : {}),
    ...(varied ? variedRules : {}),
  };
  return {
    values,
    verdict: validatorWith(known, [form], messages)(form.id, values),
    hidden: [...hiddenFields(form.fields, values)],
  };
}
