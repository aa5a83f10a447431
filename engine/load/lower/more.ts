import type { ChoiceField, ChoicesField, TelField, TextField } from '../../../schemas/generated/types.ts';
import { type RuleName, rules } from '../../../schemas/vocabulary.ts';
import type { Extensions } from '../../extensions/extensions.ts';
import type { FieldDefinition, FormDefinition } from '../../forms/types.ts';

type More = NonNullable<FormDefinition['more']>;
type Chunk = Exclude<keyof More, 'extension'>;
type Look = NonNullable<(ChoiceField | ChoicesField | TelField | TextField)['look']>;

/** The chunk with the view of each look. */
const chunkOf: { readonly [Each in Look]: Exclude<Chunk, 'rules'> } = {
  dropdown: 'looks',
  hearts: 'looks',
  marked: 'looks',
  pictures: 'looks',
  row: 'looks',
  search: 'search',
  scale: 'looks',
  stars: 'looks',
  slider: 'amounts',
  money: 'amounts',
  ranking: 'ranking',
  matrix: 'matrix',
  phone: 'phone',
  computed: 'computed',
  signature: 'signature',
  varied: 'varied',
  rows: 'rows',
};

/** The chunk with the code of a rule; null if every form has it. That of an extension has an address. */
function chunkOfRule(rule: RuleName): Chunk | null {
  const chunk = rules[rule];
  return chunk === 'common' || chunk === 'extensions' ? null : chunk === 'more' ? 'rules' : chunk;
}

/** How a field is drawn; in an entry of a group that repeats, or with options that have conditions, how it is drawn there. */
const looksOf = (field: FieldDefinition): readonly Look[] =>
  [field.row?.look, 'look' in field ? field.look : undefined, 'inner' in field ? field.inner : undefined].filter(
    (look) => look !== undefined,
  ) as Look[];

/** What fields need that most do not: the chunks and the extensions that browsers fetch for their form. */
export function moreOf(fields: readonly FieldDefinition[], extensions: Extensions): More {
  const needed = new Set<string | null>(
    fields.flatMap((field) => [
      ...field.rules.map(({ rule }) => chunkOfRule(rule)),
      ...looksOf(field).map((look) => chunkOf[look] ?? null),
    ]),
  );
  const all = ['rules', ...new Set(Object.values(chunkOf))] as const;
  const own = fields
    .flatMap(({ rules }) => rules)
    .flatMap((rule) => (rule.rule === 'extension' ? [[rule.name, extensions.rules[rule.name]?.address ?? '']] : []));
  return {
    ...Object.fromEntries(all.flatMap((chunk) => (needed.has(chunk) ? [[chunk, true]] : []))),
    ...(own.length > 0 ? { extension: Object.fromEntries(own) } : {}),
  };
}
