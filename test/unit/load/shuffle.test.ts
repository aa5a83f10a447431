/** Options in a random order: what keeps its place, and the page that a shared cache holds. */
import { describe, expect, test } from 'vitest';
import type { FlowDefinition, SiteDefinition } from '../../../engine/definition.ts';
import { flowInOrder, shuffledNames } from '../../../engine/flow/option-order.ts';
import { baseEdited, baseWith, load } from './fixtures.ts';

const withField = (field: string) =>
  load(baseEdited('contact.form.yaml', '  email:\n', `  extra: { label: Extra, ${field} }\n  email:\n`));

const abc = 'options: [{ value: a, label: A }, { value: b, label: B }, { value: c, label: C }]';

test.each([
  [`type: choice, shuffle: all, ${abc}`, []],
  [`type: dropdown, shuffle: except-last, ${abc}`, ['c']],
  [`type: ranking, shuffle: all, ${abc}`, []],
  [
    'type: choices, shuffle: all, options: [{ value: a, label: A, fixed: true }, { value: b, label: B }, { value: c, label: C }, { value: d, label: D, exclusive: true }]',
    ['a', 'd'],
  ],
  [
    'type: choice, shuffle: all, options: [{ value: a, label: A }, { value: b, label: B }, { value: c, label: C, write: Which? }]',
    ['c'],
  ],
])('%s keeps %j in place', (field, kept) => {
  const { site, problems } = withField(field);
  expect(problems).toEqual([]);
  const { flows, forms } = site as SiteDefinition;
  const flow = Object.values(flows).find((each) => each.forms.includes('contact')) as FlowDefinition;
  expect(shuffledNames(flow, [forms['contact'] as never])).toEqual([['extra', 'extra', kept]]);
});

const quiz = (shuffle: string) =>
  load(
    baseWith({
      'poll.funnel.yaml': `
funnel: poll
title: A poll
description: ${'x'.repeat(130)}
questions:
  - question: How often?
    ${shuffle}
    options: [{ value: 0, label: Never }, { value: 5, label: Sometimes }, { value: 10, label: Always }]
  - { name: last, question: Last?, type: yes-no }
results:
  high: { from: 50, title: High, text: Well done. }
  low: { title: Low, text: Begin. }
`,
    }),
  );

describe('a question without a type', () => {
  test('is shuffled by the seed of the visit, without a change of its values', () => {
    const { site, problems } = quiz('shuffle: except-last');
    expect(problems).toEqual([]);
    const flow = site?.flows['poll'] as FlowDefinition;
    expect(shuffledNames(flow, [])).toEqual([['q1', 'q1', ['10']]]);
    const orders = new Set(
      Array.from({ length: 20 }, (_, seed) =>
        flowInOrder({ flow, forms: [] }, String(seed))
          .flow.questions?.['questions']?.items[0]?.options.map(({ value }) => value)
          .join(),
      ),
    );
    expect(orders).toEqual(new Set(['0,5,10', '5,0,10']));
    expect(flowInOrder({ flow, forms: [] }, 'seed')).toEqual(flowInOrder({ flow, forms: [] }, 'seed'));
  });
});

test('a flow without shuffled options stays as it is', () => {
  const { site } = quiz('');
  const flow = site?.flows['poll'] as FlowDefinition;
  expect(shuffledNames(flow, [])).toEqual([]);
});
