import { describe, expect, test } from 'vitest';
import { parseInline } from '../../../engine/values/inline.ts';
import { splitProse } from '../../../engine/values/prose.ts';
import type { Text } from '../../../schemas/compiled.ts';
import { processorTime } from '../../harness/patience.ts';
import { baseEdited, load } from './fixtures.ts';

const marks: string[] = [];
const inline = (text: string): Text =>
  parseInline(text, {
    hole: (hole) => (hole === '{{ c }}' ? ['**c**'] : [{ v: ['$', hole.slice(2, -2).trim()] }]),
    link: (address) => address,
    unclosed: (mark, offset) => void marks.push(`${mark}@${offset}`),
  });

describe('inline markup', () => {
  test.each<[string, Text]>([
    ['plain', 'plain'],
    ['', ''],
    ['a **b** c', ['a ', { b: ['b'] }, ' c']],
    ['a *b* c', ['a ', { i: ['b'] }, ' c']],
    ['***x***', [{ b: [{ i: ['x'] }] }]],
    ['*a **b** c*', [{ i: ['a ', { b: ['b'] }, ' c'] }]],
    ['**a *b* c**', [{ b: ['a ', { i: ['b'] }, ' c'] }]],
    ['3 * 4 ** 5', '3 * 4 ** 5'],
    ['\\*a\\* \\{{ x }}', '*a* {{ x }}'],
    ['a\\b', 'a\\b'],
    ['[words](/x)', [{ a: ['words'], to: '/x' }]],
    ['[**b** {{ v }}](/x)', [{ a: [{ b: ['b'] }, ' ', { v: ['$', 'v'] }], to: '/x' }]],
    ['[a](/x(y)) z', [{ a: ['a'], to: '/x(y)' }, ' z']],
    ['[sua área] (x)', '[sua área] (x)'],
    ['[a [b](/x)', ['[a ', { a: ['b'], to: '/x' }]],
    ["{{ a['}}'] }}!", [{ v: ['$', "a['}}']"] }, '!']],
    ['{{ c }} and *{{ c }}*', ['**c** and ', { i: ['**c**'] }]],
  ])('%s', (text, wanted) => {
    marks.length = 0;
    expect(inline(text)).toEqual(wanted);
    expect(marks).toEqual([]);
  });
  test.each([
    ['a **b', '**@2'],
    ['*a', '*@0'],
    ['**a *b** c', '**@0'],
  ])('reports an unclosed mark in %s', (text, wanted) => {
    marks.length = 0;
    inline(text);
    expect(marks).toEqual([wanted]);
  });
  test('takes linear time for any text', () => {
    for (const piece of ['*a ', '**a ', '[', '[a](', '{{', '\\', '*a**b']) {
      const text = piece.repeat(20_000 / piece.length);
      expect(processorTime(() => inline(text))).toBeLessThan(1500);
    }
  });
});

describe('prose', () => {
  const text = 'One\ntwo.\n\n- a\n- b\n  c\n\nLast\n- x';
  test('has paragraphs and lists', () => {
    expect(splitProse(text).map((part) => ('p' in part ? part.p.text : part.ul.map((item) => item.text)))).toEqual([
      'One two.',
      ['a', 'b   c'],
      'Last',
      ['x'],
    ]);
  });
  test('has offsets into the text', () => {
    for (const part of splitProse(text)) {
      for (const run of 'p' in part ? [part.p] : part.ul)
        expect(text.slice(run.offset).startsWith(run.text.split(' ')[0] as string)).toBe(true);
    }
  });
});

describe('compiled texts', () => {
  const { site, problems } = load(baseEdited('site.yaml', 'price: 1000', "price: '**1000**'"));
  test('facts are folded and never parsed as markup', () => {
    expect(problems).toEqual([]);
    const [text] = site?.pages['terms']?.blocks ?? [];
    expect(text).toMatchObject({
      title: 'Terms of Sample',
      body: [
        { p: ['It costs **1000**. Read ', { a: ['the start'], to: '/' }, ' or ', { a: ['the top'], to: '#top' }, '.'] },
        { ul: ['one', 'two'] },
      ],
    });
  });
  const quiz = site?.flows['quiz'];
  test('delays, durations, conditions, addresses', () => {
    expect(quiz?.steps['pause']).toMatchObject({ kind: 'delay', delay: { from: 1000, to: 2000 } });
    expect(quiz?.steps['which']).toMatchObject({
      kind: 'branch',
      branch: [{ when: ['>=', ['$', 'score'], 50], to: 'result' }, {}],
    });
    expect(quiz?.steps['away']).toEqual({
      kind: 'redirect',
      redirect: {
        to: ['https://chat.example/x?name=', { v: ['url', ['$', 'name']] }],
        urlFrom: ['.', ['$', 'reply'], 'redirectUrl'],
      },
    });
    expect(quiz?.steps['result']?.on?.['talk']?.openTab).toBe('https://chat.example');
  });
  test('computed values and tables', () => {
    expect(quiz?.computed?.['score']).toEqual({ value: ['percent', ['sum', ['$', 'answers']], 20] });
    expect(quiz?.texts).toEqual({
      levels: { HIGH: { name: 'High' }, MIDDLE: { name: 'Middle' }, LOW: { name: 'Low' } },
    });
  });
  test('the calls of a flow contain what a browser needs', () => {
    expect(quiz?.forms).toEqual(['contact']);
    expect(Object.keys(quiz?.calls ?? {})).toEqual(['/api/leads', '/api/lead', '/api/clicks']);
    expect(quiz?.calls['/api/leads']).toEqual({
      method: 'POST',
      input: {
        name: { type: 'text', pii: 'name' },
        email: { type: 'text', pii: 'email' },
        plan: { type: 'text', optional: true },
        uid: { type: 'uuid' },
        answers: { type: 'list', of: 'number', length: 2 },
        score: { type: 'number' },
        at: { type: 'time' },
      },
      responseKeys: ['uid', 'score', 'redirectUrl'],
    });
  });
  test('intakes', () => {
    expect(site?.intakes['lead']).toMatchObject({
      method: 'POST',
      path: '/api/leads',
      dedupe: { by: ['email'], minutes: 60 },
      redirect: ['https://chat.example/', { v: ['$', 'uid'] }],
    });
    expect(site?.intakes['lead-found']).toMatchObject({
      method: 'GET',
      response: { score: ['$', 'score'], mail: ['$', 'email'] },
    });
  });
  test('forms are constants in the order of the file', () => {
    expect(site?.forms['contact']?.fields.map((field) => [field.name, field.label])).toEqual([
      ['name', 'Name'],
      ['email', 'E-mail'],
      ['plan', 'Plan'],
      ['agree', 'I agree to be called.'],
    ]);
  });
  test('routes', () => {
    expect(site?.routes['/quiz']).toEqual({ page: 'frame', flow: 'quiz', step: 'quiz', canonical: '/quiz' });
    expect(site?.routes['/terms']).toEqual({ page: 'terms', flow: null, step: null, canonical: '/terms' });
    expect(site?.notFoundPage).toBe('lost');
  });
  test('everything is frozen', () => {
    const check = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      expect(Object.isFrozen(value)).toBe(true);
      Object.values(value).forEach(check);
    };
    expect(Object.isFrozen(site)).toBe(true);
    // The code of extensions may change its own objects.
    for (const [key, value] of Object.entries(site ?? {})) if (key !== 'extensions') check(value);
  });
});
