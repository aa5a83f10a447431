import { isEmail } from '../../values/mail-address.ts';
import { present } from '../present.ts';
import type { RuleSchemasOf } from '../schemas.ts';

export const email: RuleSchemasOf<'email'> = {
  text: (text, message) => text.test({ message, test: present(isEmail) }),
};
