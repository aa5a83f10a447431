import { expect, test } from 'vitest';
import { arrayLiteral } from '../../../server/store/postgres/array-literal.ts';

test.each([
  [[], '{}'],
  [[null, 1, -2.5], '{NULL,1,-2.5}'],
  [['a', 'a', '', 'NULL', null, '{b},'], '{"a","a","","NULL",NULL,"{b},"}'],
  [['{"a":"b"}', 'c:\\d\n\\"', 'é"'], '{"{\\"a\\":\\"b\\"}","c:\\\\d\n\\\\\\"","é\\""}'],
])('%j as an array of PostgreSQL', (values, literal) => {
  expect(arrayLiteral(values)).toBe(literal);
});
