import type { RuleTestsOf } from '../tests.ts';
import { isDayIn } from './day.ts';

export const date: RuleTestsOf<'date'> = { text: (rule) => (text) => isDayIn(text, rule) };
