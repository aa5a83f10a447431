import type { RuleSchemasOf } from '../schemas.ts';

export const maxLength: RuleSchemasOf<'maxLength'> = { text: (text, message, { length }) => text.max(length, message) };
