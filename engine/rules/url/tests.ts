import type { RuleTestsOf } from '../tests.ts';
import { isWebAddress } from './address.ts';

export const url: RuleTestsOf<'url'> = { text: () => isWebAddress };
