import type { ChoiceField, ChoicesField, TelField, TextField } from '../../../schemas/generated/types.ts';
import type { FieldDefinition, FormDefinition } from '../../forms/types.ts';
import { computedRules } from '../../rules/computed.ts';
import { phoneRules } from '../../rules/phone.ts';
import { commonRules } from '../../rules/schemas.ts';

type More = NonNullable<FormDefinition['more']>;
type Look = NonNullable<(ChoiceField | ChoicesField | TelField | TextField)['look']>;

/** The chunk with the view of each look. */
const chunkOf: { readonly [Each in Look]: Exclude<keyof More, 'rules'> } = {
  dropdown: 'looks',
  marked: 'looks',
  pictures: 'looks',
  row: 'looks',
  scale: 'looks',
  stars: 'looks',
  slider: 'amounts',
  money: 'amounts',
  ranking: 'ranking',
  matrix: 'matrix',
  phone: 'phone',
  computed: 'computed',
};

const chunkOfRule = (rule: string): keyof More | null =>
  Object.hasOwn(commonRules, rule)
    ? null
    : Object.hasOwn(phoneRules, rule)
      ? 'phone'
      : Object.hasOwn(computedRules, rule)
        ? 'computed'
        : 'rules';

/** What fields need that most do not: the chunks that browsers fetch for their form. */
export function moreOf(fields: readonly FieldDefinition[]): More {
  const needed = new Set<string | null>(
    fields.flatMap((field) => [
      ...field.rules.map(({ rule }) => chunkOfRule(rule)),
      'look' in field && field.look !== undefined ? chunkOf[field.look] : null,
    ]),
  );
  const all = ['rules', ...new Set(Object.values(chunkOf))] as const;
  return Object.fromEntries(all.flatMap((chunk) => (needed.has(chunk) ? [[chunk, true]] : [])));
}
