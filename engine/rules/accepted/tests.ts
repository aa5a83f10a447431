import { anyValue, type RuleTestsOf } from '../tests.ts';

export const accepted: RuleTestsOf<'accepted'> = { flag: anyValue };
