import { present } from '../present.ts';
import type { RuleSchemasOf } from '../schemas.ts';
import { isEmail } from './shape.ts';

export const email: RuleSchemasOf<'email'> = {
  text: (text, message) => text.test({ message, test: present(isEmail) }),
};
