/** The recipes and classes that the fields of forms need, for the CSS of screens that the server has not rendered. Server only. */
import type { FieldDefinition, FormDefinition } from '../../engine/forms/types.ts';
import type { PartLook } from './block-looks.ts';

type More = NonNullable<FormDefinition['more']>;

const cards: readonly PartLook[] = ['.field__choices--look_card', '.field__choice--look_card'];

/** What a type of field needs besides the common looks of fields. */
const looksOfTypes: { readonly [Type in FieldDefinition['type']]?: readonly PartLook[] } = {
  textarea: ['.field__control--lines_many'],
  choice: cards,
  choices: cards,
};

/** The recipes of the views in each chunk. */
const looksOfChunks: { readonly [Chunk in keyof More]-?: readonly PartLook[] } = {
  rules: [],
  looks: ['options'],
  amounts: ['amount'],
  phone: [],
  computed: ['amount'],
  ranking: ['options', 'ranking'],
  matrix: ['matrix'],
  signature: ['signature'],
  varied: ['options'],
  search: ['options'],
  rows: ['rows'],
  extension: [],
};

/** What the fields of forms need of the recipes, besides what the block of a form needs. */
export const formLooks = (forms: readonly Pick<FormDefinition, 'fields' | 'more'>[]): PartLook[] =>
  forms.flatMap(({ fields, more = {} }) => [
    ...fields.flatMap(({ type }) => looksOfTypes[type] ?? []),
    ...Object.keys(more).flatMap((chunk) => looksOfChunks[chunk as keyof More]),
  ]);
