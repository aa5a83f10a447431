import { capOf } from '../../fields/bounds.ts';
import type { RuleSchemasOf } from '../schemas.ts';

export const pattern: RuleSchemasOf<'pattern'> = {
  text(text, message, { pattern }, field) {
    const cap = capOf(field);
    // Yup runs every test, so the pattern itself has to skip a text that is over the field's length limit.
    const bound = cap === undefined ? '' : `(?=[^]{0,${cap}}$)`;
    // Like HTML's `pattern` attribute: matches the whole text, in Unicode mode.
    return text.matches(new RegExp(`^${bound}(?:${pattern})$`, 'u'), { message });
  },
};
