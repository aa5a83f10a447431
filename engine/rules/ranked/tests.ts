import { optionsOf } from '../../fields/field.ts';
import type { RuleTestsOf } from '../tests.ts';

export const ranked: RuleTestsOf<'ranked'> = {
  list: (_, field) => (items) => items.length === optionsOf(field)?.length,
};
