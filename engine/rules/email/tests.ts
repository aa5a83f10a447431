import { isEmail } from '../../values/mail-address.ts';
import type { RuleTestsOf } from '../tests.ts';

export const email: RuleTestsOf<'email'> = { text: () => isEmail };
