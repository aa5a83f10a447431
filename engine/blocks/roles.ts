import type { BlockType } from '../../schemas/generated/types.ts';

/**
 * What a block stands for in a flow: the questions of a step that asks, the form of a step that has one, or the place
 * where a frame draws the step. Shared code asks for the role and never for the type.
 */
export type BlockRole = 'questions' | 'form' | 'stage';

/** The role of every block type, null when it has none. A type missing here does not compile. */
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
