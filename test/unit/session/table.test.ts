import { describe, expect, test } from 'vitest';
import { compileTable } from '../../../engine/session/compile-table.ts';
import { sendEvent, startSession, stateOf } from '../../../engine/session/session.ts';
import { startVisit, type TransitionTable, takeEvent } from '../../../engine/session/table.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { walkTable } from '../../harness/table-walk.ts';
import { code, compileExample, contactStep, example } from './example-flow.ts';

/** The session and the table of the example flow with other steps. */
function tableOf(steps: Readonly<Record<string, object>>, screen: string) {
  const compiled = compileExample({ ...example, steps: { ...example.steps, ...steps } } as never);
  const { session } = startSession(compiled, startAt({ screen }));
  return { session, table: compileTable(session) };
}

const quiz = example.steps['quiz'] as object;
const statesOf = (table: TransitionTable | null) => Object.keys(table?.states ?? {});

describe('a table', () => {
  const steps = {
    intro: { path: ['/'], title: 'Start', show: [], on: { begin: { track: { name: 'Began' }, to: 'quiz' } } },
    quiz: { ...quiz, title: 'Questions', titlePrefix: [{ v: code('texts') }], next: 'route' },
    route: {
      track: { name: 'Routed' },
      branch: [{ when: code('answers[0] > answers[1]'), to: 'first' }, { to: 'second' }],
    },
    first: { title: 'First', show: [], on: { again: { to: 'quiz' }, talk: { openTab: 'https://wa.me/1' } } },
    second: { path: ['/second'], title: 'Second', show: [], on: { leave: { to: 'away' } } },
  };

  test('covers questions, texts and conditions over answers, like the machine in every visit', () => {
    const { session, table } = tableOf(steps, 'intro');
    expect(statesOf(table).sort()).toEqual(['first.ready', 'intro.ready', 'quiz.one', 'quiz.other', 'second.ready']);
    const { visits, taken } = walkTable(session, table as TransitionTable);
    expect(visits).toBeGreaterThan(30);
    expect(taken).toBeGreaterThan(300);
  });

  test.each([
    ['has in its address', {}, true],
    ['lacks in its address', { query: undefined, fallback: undefined }, undefined],
    ['cannot have, without one', { path: undefined, query: undefined, fallback: undefined }, undefined],
  ])('marks the form of a screen whose answers it %s', (_, more, whole) => {
    const asked = { ...quiz, title: 'Questions', next: 'contact' };
    const { table } = tableOf({ quiz: asked, contact: { ...contactStep, title: 'A', ...more } }, 'quiz');
    const { states } = table as TransitionTable;
    expect(states['contact.ready']).toMatchObject({ screen: 'contact', last: true });
    expect(Object.values(states).map((state) => state.whole)).toEqual([undefined, undefined, whole]);
  });

  test('leaves an event that opens a tab or leaves the flow to the machine, and marks the states before it', () => {
    const { table } = tableOf(steps, 'intro');
    const { states } = table as TransitionTable;
    expect(Object.entries(states).filter(([, { last }]) => last)).toHaveLength(2);
    const visit = { ...startVisit(table as TransitionTable), state: 'second.ready' };
    expect(takeEvent(table as TransitionTable, visit, { type: 'on', name: 'leave' })).toBeNull();
    expect(takeEvent(table as TransitionTable, visit, { type: 'GO', screen: 'contact' })).toBeNull();
  });

  test('leaves a condition with a function that boot scripts do not load to the machine', () => {
    for (const when of [
      ['==', ['upper', 'a'], 'A'],
      ['/_f/words/0a1b/functions/isHigh.js', ['.', ['$', 'answers'], 0]],
    ]) {
      const branch = [{ when: ['&&', when, code('answers[0] > 0')], to: 'first' }, { to: 'second' }];
      const { table } = tableOf({ ...steps, route: { branch } }, 'intro');
      expect(statesOf(table)).not.toContain('first.ready');
      const visit = { ...startVisit(table as TransitionTable), state: 'quiz.other', values: { answers: [10, 10] } };
      expect(takeEvent(table as TransitionTable, visit, { type: 'NEXT', value: 10 })).toBeNull();
    }
  });

  test('has the transitions of each state, its answer, whether it can end, and those of Back and Forward', () => {
    const { table } = tableOf(
      {
        ...steps,
        quiz: { ...quiz, title: 'Questions', next: 'route' },
        route: { branch: [{ when: code('answers[0] > answers[1]'), to: 'first' }, { to: 'away' }] },
        first: { title: 'First', show: [], on: { again: { to: 'first' }, note: { track: { name: 'Noted' } } } },
      },
      'intro',
    );
    const track = (event: string) => ({ kind: 'track', event, prefix: null, data: {}, user: {} });
    const show = (path: string | null, screen: string) => ({ kind: 'navigate', path, screen });
    const values = [0, 10];
    const choose = (index: number) => ['answer', 'answers', index];
    const empty = (field: string) => [
      ['clearErrors'],
      ['setError', field],
      { kind: 'toast', title: 'Aviso', text: 'Selecione.', as: 'echo' },
      { kind: 'focus', field },
    ];
    const select = (index: number) => [{ if: ['isOption', values], do: [choose(index)] }];
    const out = { out: true };
    const back = (to: string, ...does: unknown[]) => [{ do: does, to }];
    const greater = ['isTrue', ['>', ['.', ['$', 'answers'], 0], ['.', ['$', 'answers'], 1]]];
    expect(table).toEqual({
      start: 'intro.ready',
      values: { answers: [null, null] },
      states: {
        'intro.ready': {
          screen: 'intro',
          on: {
            'on.begin': [{ do: [track('Began'), ['clearErrors'], show('/quiz', 'quiz.one')], to: 'quiz.one' }],
          },
        },
        'quiz.one': {
          screen: 'quiz.one',
          answer: ['answers', 0],
          on: {
            SELECT: select(0),
            NEXT: [
              {
                if: ['isAnswered', 'answers', 0, values],
                do: [choose(0), ['clearErrors'], show('/quiz', 'quiz.other')],
                to: 'quiz.other',
              },
              { do: empty('one') },
            ],
          },
        },
        'quiz.other': {
          screen: 'quiz.other',
          answer: ['answers', 1],
          on: {
            SELECT: select(1),
            NEXT: [
              {
                if: ['isComplete', 'answers', 1, values],
                do: [choose(1)],
                next: [{ if: greater, do: [show(null, 'first')], to: 'first.ready' }, out],
              },
              {
                if: ['isAnswered', 'answers', 1, values],
                do: [{ kind: 'toast', title: 'Erro', text: 'Falhou.', as: 'error' }],
              },
              { do: empty('other') },
            ],
            PREVIOUS: [{ do: [['clearErrors'], show('/quiz', 'quiz.one')], to: 'quiz.one' }],
          },
          last: true,
        },
        'first.ready': {
          screen: 'first',
          on: { 'on.again': [out], 'on.note': [{ do: [track('Noted')] }] },
          last: true,
        },
      },
      history: {
        intro: back('intro.ready', show('/', 'intro')),
        'quiz.one': back('quiz.one', ['clearErrors'], show('/quiz', 'quiz.one')),
        'quiz.other': back('quiz.other', ['clearErrors'], show('/quiz', 'quiz.other')),
        first: back('first.ready', show(null, 'first')),
      },
    });
  });

  test('waits as long as a reaction with a fixed delay', () => {
    const begin = { delay: { from: 600, to: 600 }, track: { name: 'Began' }, to: 'quiz' };
    const { session, table } = tableOf({ ...steps, intro: { ...steps.intro, on: { begin } } }, 'intro');
    expect(table?.states['intro.do-begin']).toMatchObject({
      screen: 'intro',
      after: [{ type: 'TIMER', id: 'timer:intro.begin/600' }, 600],
    });
    expect(walkTable(session, table as TransitionTable).taken).toBeGreaterThan(300);
  });

  test('is plain data', () => {
    const { table } = tableOf(steps, 'intro');
    expect(JSON.parse(JSON.stringify(table))).toEqual(table);
  });
});

describe('a table ends', () => {
  const intro = { path: ['/'], title: 'Start', show: [], on: { go: { to: 'next' } } };
  const ends: readonly [string, Readonly<Record<string, object>>][] = [
    ['at a delay', { next: { title: 'Wait', show: [], delay: { from: 10, to: 10 }, next: 'thanks' } }],
    [
      'at a delay of random length',
      { intro: { ...intro, on: { go: { delay: { from: 10, to: 20 }, to: 'next' } } }, next: { title: 'A', show: [] } },
    ],
    [
      'at a delay that leads out of it',
      { intro: { ...intro, on: { go: { delay: { from: 10, to: 10 }, to: 'contact' } } } },
    ],
    ['at a fetch', { next: { title: 'Result', show: [], fetch: { calls: [{ get: '/api/result' }], onError: {} } } }],
    ['at a final step', { next: { title: 'End', show: [], final: true } }],
    ['at a redirect', { next: { redirect: { to: '/fora' } } }],
    ['at a text with an answer', { next: { title: 'Text', show: [{ type: 'text', title: [{ v: code('score') }] }] } }],
    ['at a title with an answer', { next: { title: [{ v: code('score') }], show: [] } }],
    ['at a screen whose title depends on the address', { next: { show: [] } }],
    [
      'at an event with an answer',
      { next: { title: 'A', show: [], track: { name: 'A', params: { s: code('score') } } } },
    ],
    [
      'at an address with a value that is no answer',
      { next: { path: ['/n'], title: 'A', show: [], query: { score: { missing: '' } } } },
    ],
    [
      'at a condition over a computed value',
      { next: { branch: [{ when: code('score > 1'), to: 'quiz' }, { to: 'away' }] } },
    ],
  ];
  test.each([
    ['a function of texts', "size(join(answers, ',')) > 3", ['intro.ready', 'quiz.one', 'quiz.other', 'second.ready']],
    [
      'functions of numbers, which it has',
      'max(answers) - min(answers) > percent(sum(answers), size(answers))',
      ['first.ready', 'intro.ready', 'quiz.one', 'quiz.other', 'second.ready'],
    ],
  ])('at a condition that calls %s', (_, when, states) => {
    const { session, table } = tableOf(
      {
        intro: { path: ['/'], title: 'Start', show: [], on: { begin: { to: 'quiz' } } },
        quiz: { ...quiz, title: 'Questions', next: 'route' },
        route: { branch: [{ when: code(when), to: 'first' }, { to: 'second' }] },
        first: { title: 'First', show: [], on: {} },
        second: { path: ['/second'], title: 'Second', show: [], on: {} },
      },
      'intro',
    );
    expect(statesOf(table).sort()).toEqual(states);
    expect(walkTable(session, table as TransitionTable).visits).toBeGreaterThan(10);
  });

  test('behind a form that it cannot ask, which it shows', () => {
    const next = { ...example.steps['contact'], title: 'A', path: undefined, query: undefined, fallback: undefined };
    const { session, table } = tableOf({ intro, next }, 'intro');
    expect(table?.states['next.ready']).toEqual({ screen: 'next', last: true });
    expect(walkTable(session, table as TransitionTable).visits).toBe(2);
    expect(tableOf({ next }, 'next').table).toBeNull();
  });

  test('but not at an address with the answers', () => {
    const next = { path: ['/n'], title: 'A', show: [], query: { answers: { missing: '' } }, on: {} };
    const { session, table } = tableOf({ quiz: { ...quiz, title: 'Questions', next: 'next' }, next }, 'quiz');
    const asked = { ...startVisit(table as TransitionTable), state: 'quiz.other', values: { answers: [10, 0] } };
    expect(takeEvent(table as TransitionTable, asked, { type: 'NEXT' })?.effects).toEqual([
      { kind: 'navigate', path: '/n', query: { answers: '[10,0]' }, screen: 'next' },
    ]);
    expect(walkTable(session, table as TransitionTable).visits).toBeGreaterThan(20);
  });

  test('but not at a text', () => {
    const next = { title: 'Text', show: [], on: {} };
    expect(statesOf(tableOf({ intro, next }, 'intro').table)).toEqual(['intro.ready', 'next.ready']);
  });

  test('but not at a text with the position in the questions or with a constant', () => {
    const text = [{ v: ['$', 'step'] }, { v: ['$', 'steps'] }, { v: ['$', 'texts'] }];
    const next = { title: text, show: [{ type: 'text', title: text }], on: {} };
    expect(statesOf(tableOf({ intro, next }, 'intro').table)).toEqual(['intro.ready', 'next.ready']);
  });

  test('and may begin at a screen without a title, whose title is in the page already', () => {
    const { title: _, ...untitled } = intro;
    const next = { title: 'Text', show: [], on: {} };
    expect(statesOf(tableOf({ intro: untitled, next }, 'intro').table)).toEqual(['intro.ready', 'next.ready']);
  });

  test.each(ends)('%s', (_, steps) => {
    expect(tableOf({ intro, ...steps }, 'intro').table).toBeNull();
  });

  test('before a screen whose own texts depend on the visitor', () => {
    const text = { type: 'text', title: [{ v: code('score') }] };
    expect(tableOf({ intro: { ...intro, show: [text] }, next: { title: 'A', show: [] } }, 'intro').table).toBeNull();
  });

  test('before a screen with fetched data or with values in its address', () => {
    const on = { go: { to: 'intro' } };
    const result = { ...example.steps['result'], title: 'A', query: undefined, on };
    const shown = { title: 'A', show: [], on, path: ['/shown'], query: { answers: { missing: 'x' } } };
    const steps = { ...example.steps, intro, next: { title: 'B', show: [] }, result, shown };
    const compiled = compileExample({ ...example, steps } as never);
    const started = startSession(compiled, startAt({ screen: 'result' })).session;
    const reply = { type: 'DONE', id: 'call:result/load-0', output: { score: 5 } } as const;
    const fetched = sendEvent(started, reply, { at: 1, random: 0 }).session;
    expect(stateOf(fetched)).toBe('result.ready');
    expect(compileTable(fetched)).toBeNull();
    const { session } = startSession(compiled, startAt({ screen: 'shown', query: { answers: '[10,0]' } }));
    expect(stateOf(session)).toBe('shown.ready');
    expect(compileTable(session)).toBeNull();
  });

  test('at a toast with an answer', () => {
    const onEmpty = { toast: 'Aviso', text: [{ v: code('score') }] };
    const { session, table } = tableOf({ quiz: { ...quiz, title: 'Questions', onEmpty } }, 'quiz');
    expect(takeEvent(table as TransitionTable, startVisit(table as TransitionTable), { type: 'NEXT' })).toBeNull();
    walkTable(session, table as TransitionTable);
  });
});
