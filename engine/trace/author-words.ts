/** The strings an author wrote into a flow. They are public, so a trace may keep a value that equals one. */

import type { FormDefinition } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { optionsOf } from '../fields/field.ts';

/** What a visitor reads decides nothing, so no value has to be kept for it. */
const texts = new Set(['texts', 'show', 'title', 'titlePrefix', 'description', 'label', 'question', 'hint', 'message']);
/** What the engine itself writes into a visit. */
const own = ['direct_access', 'message', 'status', 'success'];

function collect(value: unknown, words: Set<string>): void {
  if (typeof value === 'string') words.add(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, words);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) {
      words.add(key);
      if (!texts.has(key)) collect(item, words);
    }
}

/** Names, paths, options and constants of expressions of a flow and its forms. */
export function authorWords(flow: FlowDefinition, forms: readonly FormDefinition[]): ReadonlySet<string> {
  const words = new Set<string>(own);
  collect({ ...flow, hash: null, behaviour: null }, words);
  for (const field of forms.flatMap((form) => form.fields))
    collect([field.name, field.aliases, field.default, optionsOf(field)?.map((option) => option.value)], words);
  return words;
}
