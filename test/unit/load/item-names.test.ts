/** Names in expressions and texts that are written for several places. */
import { expect, test } from 'vitest';
import { literal, withNames, withNamesInText } from '../../../engine/load/short/names.ts';

const names = new Map([
  ['grade', 'a_grade'],
  ['why', 'a_why'],
]);
const item = { value: 'a', label: "It's A" };

test.each([
  ['plain', "'plain'"],
  ["it's", "'it\\'s'"],
  ['a\\b', "'a\\\\b'"],
])('the text %s is a literal', (text, code) => {
  expect(literal(text)).toBe(code);
});

test.each([
  ['grade > 1 && why == other', 'a_grade > 1 && a_why == other'],
  ["'grade' == grade", "'grade' == a_grade"],
  ['other.grade + grade.other', 'other.grade + a_grade.other'],
  ["item.value == 'a'", "trim('a') == 'a'"],
  ['item . value', "trim('a')"],
  ['item.label', "trim('It\\'s A')"],
  ['item.other', 'item.other'],
  ["item['value']", "item['value']"],
  ['item', 'item'],
  ['other.value', 'other.value'],
  ['upper(item.value) + grade', "upper(trim('a')) + a_grade"],
  ['grade +', 'grade +'],
])('%s becomes %s', (code, now) => {
  expect(withNames(code, names, item)).toBe(now);
});

test.each([
  ['Nothing', 'Nothing'],
  ['{{ grade }} and {{why}}.', '{{ a_grade }} and {{a_why}}.'],
  ['How is {{ item.label }}?', "How is It's A?"],
  ['{{item.label}}{{   item.value   }}', "It's Aa"],
  ['{{ upper(item.value) }}', "{{ upper(trim('a')) }}"],
  ['{{ item.value + grade }}', "{{ trim('a') + a_grade }}"],
  ['{{ grade + item.value }}', "{{ a_grade + trim('a') }}"],
  ['{{ item.other }}', '{{ item.other }}'],
  ['{{ items.value }}', '{{ items.value }}'],
  ['{{ xitem.value }}', '{{ xitem.value }}'],
])('%s reads %s', (text, now) => {
  expect(withNamesInText(text, names, item)).toBe(now);
});
