import { capOf } from '../../fields/bounds.ts';
import type { RuleSchemasOf } from '../schemas.ts';
import { wholePattern } from './whole-pattern.ts';

export const pattern: RuleSchemasOf<'pattern'> = {
  text: (text, message, { pattern }, field) =>
    text.matches(new RegExp(wholePattern(pattern, capOf(field)), 'u'), { message }),
};
