/** The kinds of questions in published templates of other tools, against this engine's words (`npm run templates`). */
import { expect, test } from 'vitest';
import { missingIn, templateKinds } from '../../../tools/template-kinds.ts';
import { baseWith, load } from '../load/fixtures.ts';

const { kinds, templates } = templateKinds;
const covered = (tool: string): number =>
  Object.values(templates[tool] ?? {}).filter((own) => missingIn(own).length === 0).length;

test('every kind of a template is in the table', () => {
  const used = new Set(Object.values(templates).flatMap((each) => Object.values(each).flat()));
  expect([...used].filter((kind) => kinds[kind] === undefined)).toEqual([]);
});

test.each(Object.entries(kinds).filter(([, { question }]) => question !== undefined))(
  '%s is a word',
  (_, { question, after, thanks }) => {
    const last = { name: 'last', question: 'Last?', type: 'yes-no' };
    const questions = [question, ...(after === undefined ? [] : [after]), last];
    const funnel = { funnel: 'poll', title: 'A poll', description: 'x'.repeat(130), questions, thanks };
    const { problems } = load(baseWith({ 'poll.funnel.json': JSON.stringify(funnel) }));
    expect(problems).toEqual([]);
  },
);

test('the words suffice for these templates', () => {
  expect([Object.keys(templates['Formbricks'] ?? {}).length, Object.keys(templates['Typebot'] ?? {}).length]).toEqual([
    52, 22,
  ]);
  expect([covered('Formbricks'), covered('Typebot')]).toEqual([52, 20]);
});
