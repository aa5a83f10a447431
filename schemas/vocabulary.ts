/**
 * The words of the language. A word is a line here and a folder of the same name; `npm run generate` writes the tables
 * that import its folder. The order is that of the documentation.
 */

/** The types of field in a file: `engine/fields/<type>/`. */
export const fieldTypes = [
  'text',
  'email',
  'tel',
  'url',
  'textarea',
  'number',
  'currency',
  'slider',
  'date',
  'date-range',
  'time',
  'checkbox',
  'choice',
  'dropdown',
  'country',
  'choices',
  'ranking',
  'matrix',
  'yes-no',
  'scale',
  'rating',
  'nps',
  'address',
  'contact',
  'computed',
  'hidden',
] as const;

export type FieldTypeName = (typeof fieldTypes)[number];

/**
 * The types of block of a loaded page, in the order of the cascade: `renderer/blocks/<type>/`. The styles of a block that
 * contains others come after theirs. Authors write all but `own`, which is made of a block in `words/blocks/`.
 */
export const blockTypeNames = [
  'actions',
  'banner',
  'before-after',
  'calendar',
  'cards',
  'compare',
  'conversations',
  'countdown',
  'faq',
  'footer',
  'form',
  'header',
  'hero',
  'image',
  'list',
  'modules',
  'notice',
  'own',
  'panel',
  'portrait',
  'pricing',
  'progress',
  'prose',
  'question',
  'score',
  'scroll-top',
  'stats',
  'steps',
  'sticky',
  'testimonials',
  'text',
  'video',
  'split',
  'stage',
] as const;

export type BlockTypeName = (typeof blockTypeNames)[number];
