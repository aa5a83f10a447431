import type { BlockType } from '../../schemas/generated/types.ts';

/**
 * What a block stands for in a flow: the questions of a step that asks, the form of a step that has one, or the place
 * where a frame draws the step. Shared code asks for the role and never for the type.
 */
export type BlockRole = 'questions' | 'form' | 'stage';

/** The role of every block type, null when it has none. A type missing here does not compile. */
export const blockRoles = {
  actions: null,
  faq: null,
  footer: null,
  form: 'form',
  header: null,
  hero: null,
  list: null,
  notice: null,
  panel: null,
  progress: null,
  prose: null,
  question: 'questions',
  score: null,
  split: null,
  stage: 'stage',
  stats: null,
  steps: null,
  text: null,
} as const satisfies { readonly [T in BlockType]: BlockRole | null };

export const roleOf = (type: unknown): BlockRole | null =>
  Object.hasOwn(blockRoles, String(type)) ? blockRoles[String(type) as BlockType] : null;

/** The block type with a role, for messages. */
export const typeWithRole = (role: BlockRole): string =>
  Object.entries(blockRoles).find(([, own]) => own === role)?.[0] ?? role;
