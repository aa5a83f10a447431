/** Links in the labels of checkboxes. */
import { expect, test } from 'vitest';
import { baseEdited, load } from './fixtures.ts';

const label = 'label: I agree to be called.';
const labelled = (text: string) => load(baseEdited('contact.form.yaml', label, `label: "${text}"`));

test('the label of a checkbox may have links and other markup', () => {
  const { site, problems } = labelled('I **agree** to the [terms](https://example.com/terms).');
  expect(problems).toEqual([]);
  expect(site?.forms['contact']?.fields.find(({ name }) => name === 'agree')?.label).toEqual([
    'I ',
    { b: ['agree'] },
    ' to the ',
    { a: ['terms'], to: 'https://example.com/terms' },
    '.',
  ]);
});

test.each([
  ['javascript:alert(1)', 'link-malformed'],
  ['/no-such-page', 'link-unknown-route'],
  ['#nowhere', 'link-unknown-anchor'],
])('a link to %s is an error at its place', (address, code) => {
  const { problems } = labelled(`I agree to the [terms](${address}).`);
  expect(problems).toMatchObject([{ code, file: 'contact.form.yaml', column: 36 }]);
});

test('the label of any other field has none', () => {
  const { problems } = load(baseEdited('contact.form.yaml', 'label: Name', 'label: "[Name](/)"'));
  expect(problems).toMatchObject([{ code: 'text-has-markup' }]);
});
