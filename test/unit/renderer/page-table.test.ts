import { expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { startSession } from '../../../engine/session/session.ts';
import { decodeViews } from '../../../renderer/boot/views.ts';
import { encodeViews, pageTable } from '../../../renderer/document/page-table.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { baseWith, load } from '../load/fixtures.ts';

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

test('a screen of 20 fields has a view without errors, and one for each error', () => {
  const fields = Array.from({ length: 20 }, (_, index) => [
    `own${index}`,
    { type: 'text', label: 'Own', required: `Error ${index}` },
  ]);
  const funnel = {
    ...{ funnel: 'poll', title: 'A poll', description: 'x'.repeat(130) },
    questions: [
      { question: 'Who?', fields: Object.fromEntries(fields) },
      { name: 'last', question: 'Last?', type: 'yes-no' },
    ],
  };
  const { site, problems } = load(baseWith({ 'poll.funnel.json': JSON.stringify(funnel) }));
  expect(problems).toEqual([]);
  const { session } = startSession(compiledFlow(site as SiteDefinition, 'poll'), startAt());
  const sessions = [...(pageTable(session, '', '')?.sessions ?? [])].filter(([view]) => view.startsWith('questions.'));
  const views = sessions.map(([view]) => view);
  // Each has one error more than the one before it.
  expect(views.map((view) => view.split('!').length)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  // The answers that lead to the errors are not in the views.
  for (const [, { snapshot }] of sessions) expect(snapshot.context.values).toMatchObject({ own0: '', own19: '' });
});
