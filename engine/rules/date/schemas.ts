import { present } from '../present.ts';
import type { RuleSchemasOf } from '../schemas.ts';
import { isDayIn } from './day.ts';

export const date: RuleSchemasOf<'date'> = {
  text: (text, message, rule) => text.test({ message, test: present((value: string) => isDayIn(value, rule)) }),
};
