import { numeric } from '../number-test.ts';
import type { RuleTestsOf } from '../tests.ts';
import { isNumberIn } from './is-number.ts';

export const number: RuleTestsOf<'number'> = { text: (_, field) => numeric(field, isNumberIn) };
