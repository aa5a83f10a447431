/** Words that authors write where they have no place: the message says what to write instead, and nothing else. */
import { expect, test } from 'vitest';
import { baseWith, load } from './fixtures.ts';

const funnel = (keys: string) => `funnel: poll
title: A poll
description: ${'x'.repeat(130)}
${keys}
`;
const first = '- { name: a, question: A?, type: yes-no }';
const flow = (set: string) => `flow: poll
page: frame
start: ask
questions: { poll: ${set} }
steps:
  ask: { path: [/poll], title: A poll, ask: poll, show: [{ type: question, next: Next, previous: Back, finish: Send }], next: done }
  done: { title: Done, show: [{ type: text, title: Done }], final: true }
`;
const order =
  'Questions keep their order, because conditions and jumps read those above. Write shuffle: all at a question, for its options.';
const calls =
  'Only a step of a flow calls another flow. `npx funnel expand` writes this funnel out as files with steps.';

test.each([
  ['a funnel that calls a flow', 'poll.funnel.yaml', funnel('call: person\nfields: { email: email }'), 4, calls],
  ['a call among questions', 'poll.funnel.yaml', funnel(`questions:\n  ${first}\n  - { call: person }`), 6, calls],
  ['questions in a random order', 'poll.funnel.yaml', funnel(`questions:\n  ${first}\nshuffle: all`), 6, order],
  [
    'a call in a question',
    'poll.flow.yaml',
    flow('{ items: [{ name: a, question: A?, type: yes-no, call: person }] }'),
    4,
    'Only a step of a flow calls another flow. Questions are asked before it, or after it.',
  ],
  [
    'a set in a random order',
    'poll.flow.yaml',
    flow('{ shuffle: all, items: [{ name: a, question: A?, type: yes-no }] }'),
    4,
    order,
  ],
])('%s', (_, path, text, line, instead) => {
  const errors = load(baseWith({ [path]: text })).problems.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code, line: at, hint }) => [code, at, hint])).toEqual([['shape-unknown-key', line, instead]]);
});
