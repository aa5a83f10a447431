import type { RuleSchemasOf } from '../schemas.ts';

export const minLength: RuleSchemasOf<'minLength'> = { text: (text, message, { length }) => text.min(length, message) };
