/** The strings that an author wrote into a flow. They are public, so a trace may contain a value that equals one. */

import type { FormDefinition } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { optionsOf } from '../fields/field.ts';

/** Keys of texts for visitors. Texts do not affect behaviour, so a trace needs no value that equals one. */
const texts = new Set(['texts', 'show', 'title', 'titlePrefix', 'description', 'label', 'question', 'hint', 'message']);
/** Values that the engine itself writes. */
const own = ['direct_access', 'message', 'status', 'success'];

function collect(value: unknown, strings: Set<string>): void {
  if (typeof value === 'string') strings.add(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, strings);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) {
      strings.add(key);
      if (!texts.has(key)) collect(item, strings);
    }
}

/** Names, paths, options and constants of a flow and its forms. */
export function authorStrings(flow: FlowDefinition, forms: readonly FormDefinition[]): ReadonlySet<string> {
  const strings = new Set<string>(own);
  collect({ ...flow, hash: null, behaviour: null }, strings);
  for (const field of forms.flatMap((form) => form.fields))
    collect([field.name, field.aliases, field.default, optionsOf(field)?.map((option) => option.value)], strings);
  return strings;
}
