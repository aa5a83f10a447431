import { present } from '../present.ts';
import type { RuleSchemasOf } from '../schemas.ts';
import { isWebAddress } from './address.ts';

export const url: RuleSchemasOf<'url'> = {
  text: (text, message) => text.test({ message, test: present(isWebAddress) }),
};
