import { numeric } from '../number-test.ts';
import type { RuleTestsOf } from '../tests.ts';
import { isInRange } from './in-range.ts';

export const range: RuleTestsOf<'range'> = { text: (_, field) => numeric(field, isInRange) };
