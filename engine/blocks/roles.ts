import { type BlockType, rolesOfBlocks } from '../../schemas/generated/types.ts';

/**
 * The role of a block in a flow: the questions of an `ask` step, the form of a `form` step, or the place where a page
 * frame shows the step. Shared code depends on roles, not on block types.
 */
export type BlockRole = 'questions' | 'form' | 'stage';

/** The role of every block type; null if it has none. `x-role` in its schema sets it. */
export const blockRoles: { readonly [T in BlockType]: BlockRole | null } = rolesOfBlocks;

export const roleOf = (type: unknown): BlockRole | null =>
  Object.hasOwn(blockRoles, String(type)) ? blockRoles[String(type) as BlockType] : null;

/** The block type with a role, for messages. */
export const typeWithRole = (role: BlockRole): string =>
  Object.entries(blockRoles).find(([, own]) => own === role)?.[0] ?? role;
