/** The names that authors give to things in their definitions. */

/** What a name names, with the noun for it. */
export const nameKinds = {
  page: 'a page',
  flow: 'a flow',
  step: 'a step of a flow',
  form: 'a form',
  field: 'a field of a form',
  value: 'a value of a flow',
  returned: 'a value that a flow returns',
  question: 'a set of questions',
  text: 'texts of a flow',
  reaction: 'an event that a button sends',
  api: 'a file of intakes',
  intake: 'an intake',
  endpoint: 'the path of an intake',
  input: 'a value that an intake accepts',
  response: 'a value that an intake responds with',
  records: 'a collection of stored records',
  delivery: 'a message of an intake',
  destination: 'a destination of messages',
  email: 'an e-mail',
  'email-value': 'a value that an e-mail reads',
  document: 'a document',
  part: 'a part',
  collection: 'a collection of items',
  item: 'a value of items',
  overlay: 'an overlay of a page',
  block: 'the id of a block',
  path: 'an address of the site',
  parameter: 'a parameter of the address',
  event: 'a tracking event',
  fact: 'a fact',
  mask: 'a mask',
  calendar: 'a calendar entry',
  asset: 'a file',
  funnel: 'a funnel in one file',
  scenario: 'a scenario',
} as const;

export type NameKind = keyof typeof nameKinds;

/** A name with what it belongs to: `field:contact.email`, `step:quiz.start`, `fact:offer.price`. */
export type NameKey = `${NameKind}:${string}`;

/** A name that belongs to something else is written after it and a point. */
export const nameKey = (kind: NameKind, ...parts: readonly string[]): NameKey => `${kind}:${parts.join('.')}`;

export const kindOfKey = (key: NameKey): NameKind => key.slice(0, key.indexOf(':')) as NameKind;

/** The name with what it belongs to. */
export const qualifiedName = (key: NameKey): string => key.slice(key.indexOf(':') + 1);

/** Names that may contain points: paths of the site, and of files. */
const whole: ReadonlySet<NameKind> = new Set(['path', 'endpoint', 'asset']);

/** The name alone: `email` of `field:contact.email`. */
export function ownName(key: NameKey): string {
  const qualified = qualifiedName(key);
  return whole.has(kindOfKey(key)) ? qualified : qualified.slice(qualified.lastIndexOf('.') + 1);
}

/**
 * Whether a name is that of a field of a group that repeats, or of a question of a round: values are stored under several
 * names that contain it.
 */
export const isPartOfNames = (key: NameKey): boolean =>
  kindOfKey(key) === 'field' && qualifiedName(key).split('.').length > 2;

/** The same thing under another name. */
export const keyWithName = (key: NameKey, name: string): NameKey =>
  `${kindOfKey(key)}:${qualifiedName(key).slice(0, qualifiedName(key).length - ownName(key).length)}${name}`;
