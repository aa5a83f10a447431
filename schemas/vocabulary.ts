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
  'signature',
  'computed',
  'repeat',
  'hidden',
] as const;

export type FieldTypeName = (typeof fieldTypes)[number];

/**
 * The types of block of a loaded page, in the order of the cascade: `renderer/blocks/<type>/`. The styles of a block that
 * contains others come after theirs. Authors write all but `extension`, which is made of a block in `extensions/blocks/`.
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
  'extension',
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

/**
 * The rules of fields: `engine/rules/<rule>/`. Each with the code that browsers fetch it with: `common` with every form,
 * `more` with those that have rules of this kind, or a chunk of its own. The code of `extension` is in `extensions/rules/` of a site.
 */
export const rules = {
  required: 'common',
  minLength: 'common',
  maxLength: 'common',
  digits: 'common',
  email: 'common',
  accepted: 'common',
  atLeast: 'common',
  atMost: 'more',
  oneOf: 'common',
  pattern: 'common',
  date: 'more',
  url: 'more',
  number: 'more',
  range: 'more',
  exclusive: 'more',
  notBefore: 'more',
  phone: 'phone',
  computed: 'computed',
  ranked: 'more',
  signature: 'signature',
  offered: 'varied',
  extension: 'extensions',
} as const;

export type RuleName = keyof typeof rules;

/**
 * The types of destinations: `server/outbox/connectors/<type>/`. Each with the key of a delivery that names one of them, and
 * the purpose for which a visitor consents to it where the delivery does not say another.
 */
export const connectors = {
  email: { delivery: 'email', purpose: 'necessary' },
  webhook: { delivery: 'webhook', purpose: 'necessary' },
  meta: { delivery: 'meta', purpose: 'marketing' },
  ga4: { delivery: 'ga4', purpose: 'analytics' },
  extension: { delivery: 'send', purpose: 'necessary' },
} as const;

/** The rules of a chunk. */
export type RuleIn<Chunk> = { [Name in RuleName]: (typeof rules)[Name] extends Chunk ? Name : never }[RuleName];

/** What a step does: `engine/steps/<kind>/`. */
export const stepKinds = ['ask', 'form', 'delay', 'branch', 'redirect', 'close', 'show'] as const;

export type StepKindName = (typeof stepKinds)[number];
