import { anyValue, type RuleTestsOf } from '../tests.ts';

export const required: RuleTestsOf<'required'> = { text: anyValue, flag: anyValue, list: anyValue };
