import type { BlockType } from '../../schemas/generated/types.ts';

/**
 * The role of a block in a flow: the questions of an `ask` step, the form of a `form` step, or the place where a page
 * frame shows the step. Shared code depends on roles, not on block types.
 */
export type BlockRole = 'questions' | 'form' | 'stage';

/** The role of every block type; null if it has none. A missing type is a type error. */
export const blockRoles = {
  actions: null,
  banner: null,
  'before-after': null,
  calendar: null,
  cards: null,
  compare: null,
  conversations: null,
  countdown: null,
  faq: null,
  footer: null,
  form: 'form',
  header: null,
  hero: null,
  image: null,
  list: null,
  modules: null,
  own: null,
  notice: null,
  panel: null,
  portrait: null,
  pricing: null,
  progress: null,
  prose: null,
  question: 'questions',
  score: null,
  'scroll-top': null,
  split: null,
  stage: 'stage',
  stats: null,
  steps: null,
  sticky: null,
  testimonials: null,
  text: null,
  video: null,
} as const satisfies { readonly [T in BlockType]: BlockRole | null };

export const roleOf = (type: unknown): BlockRole | null =>
  Object.hasOwn(blockRoles, String(type)) ? blockRoles[String(type) as BlockType] : null;

/** The block type with a role, for messages. */
export const typeWithRole = (role: BlockRole): string =>
  Object.entries(blockRoles).find(([, own]) => own === role)?.[0] ?? role;
