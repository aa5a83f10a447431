/** Pages that visitors see otherwise than their author does, and e-mails to no address. */
import { expect, test } from 'vitest';
import { invalidSite, load } from './fixtures.ts';

const edited = (code: string, from: string, to: string) =>
  load(invalidSite(code).map((file) => ({ ...file, text: file.text.replace(from, to) }))).problems.map(
    (each) => each.code,
  );

test('two sticky bars, unless a condition shows one of them', () => {
  expect(edited('sticky-twice', '', '')).toEqual(['sticky-twice']);
  expect(
    edited(
      'sticky-twice',
      '{ type: sticky, actions: [{ label: Start',
      "{ type: sticky, when: 'facts.price > 5', actions: [{ label: Start",
    ),
  ).not.toContain('sticky-twice');
});

test('an empty page', () => {
  expect(edited('page-empty', '', '')).toEqual(['page-empty']);
  expect(edited('page-empty', 'blocks: []', 'blocks: [{ type: hero, title: Hello }]')).toEqual([]);
});

test.each([
  ['to: email', []],
  ['to: name', ['delivery-shape']],
  ['to: plan', []],
  [`to: "'ana at example.com'"`, ['delivery-shape']],
  [`to: "'ana@example.com'"`, []],
])('a delivery with %s', (to, codes) => {
  const written = edited('email-value-unknown', 'to: email', to);
  expect(written.filter((code) => code === 'delivery-shape')).toEqual(codes);
});
