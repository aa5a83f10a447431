import { areOptions, isOption, type RuleTestsOf } from '../tests.ts';

export const oneOf: RuleTestsOf<'oneOf'> = {
  text: (_, field) => isOption(field),
  list: (_, field) => areOptions(field),
};
