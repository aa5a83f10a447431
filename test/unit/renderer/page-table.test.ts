import { expect, test } from 'vitest';
import { decodeViews } from '../../../renderer/boot/views.ts';
import { encodeViews } from '../../../renderer/document/page-table.ts';

const decoded = (views: readonly (readonly [string, string])[]) => {
  const encoded = encodeViews(views);
  // As the browser gets them: in UTF-8, which has no halves of characters.
  const parts = Buffer.from(encoded.parts, 'utf8').toString('utf8');
  return Object.entries(decodeViews(JSON.parse(JSON.stringify(encoded.views)), parts));
};

test.each([
  [
    ['a', '<p>one</p>'],
    ['b', '<p>two</p>'],
    ['b!', '<p>two</p><p>Error</p>'],
  ],
  [
    ['a', 'aaaa'],
    ['b', 'aa'],
    ['c', 'aaaaaa'],
  ],
  [
    ['a', ''],
    ['b', 'x'],
    ['c', ''],
  ],
  [
    ['a', 'x😀y'],
    ['b', 'x😁y'],
    ['c', 'x😁🤁y'],
  ],
  [
    ['a', '<p>same</p>'],
    ['b', '<p>same</p>'],
  ],
] as [string, string][][])('views are the same after a round trip: %j', (...views) =>
  expect(decoded(views)).toEqual(views),
);

test('only the difference between two views is kept', () => {
  const html = (text: string) => `<form>${'<label></label>'.repeat(50)}${text}${'<label></label>'.repeat(50)}</form>`;
  const { parts } = encodeViews([
    ['a', html('One')],
    ['b', html('Two')],
  ]);
  expect(parts.length).toBe(html('One').length + '\fTwo'.length);
});

test.each(['</script>', '<SCRIPT>', '\f'])('a view with %j is refused', (text) =>
  expect(() => encodeViews([['a', text]])).toThrow(RangeError),
);
