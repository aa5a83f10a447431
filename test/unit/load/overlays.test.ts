import { describe, expect, test } from 'vitest';
import { baseWith, load, loadAnew } from './fixtures.ts';

const flow = `flow: ask
start: form
data:
  plan: { type: choice, of: [basic, full] }
  age: { type: number, min: 18 }
steps:
  form:
    show:
      - { type: text, title: 'Plan {{ default(plan, "") }}' }
      - { type: actions, actions: [{ label: Close, send: done, track: { name: Closed, params: { plan: plan } } }] }
    on:
      done: { to: end }
  end:
    close: true
`;
const page = (overlay: string, blocks = '') => `page: about
paths: [/about]
track:
  - { name: ViewContent, params: { price: facts.price } }
overlays:
  ask: ${overlay}
blocks:
  - type: split
    main:
      - { type: actions, actions: [{ label: Ask, open: ask }] }
    aside:
      - { type: text, title: x }
${blocks}title: About
`;
const problemsIn = (about: string, ask = flow) =>
  load(baseWith({ 'about.page.yaml': about, 'ask.flow.yaml': ask })).problems.map(
    ({ code, line }) => `${code}:${line}`,
  );

describe('overlays', () => {
  test('are pages below their page, or below the first step that it shows', () => {
    const about = page('{ flow: ask, label: Ask us }');
    const { site } = load(
      baseWith({
        'about.page.yaml': about,
        'ask.flow.yaml': flow,
        'frame.page.yaml': `page: frame
title: The quiz
overlays: { help: { flow: ask, label: Help } }
blocks:
  - { type: stage }
  - { type: actions, actions: [{ label: Help, open: help }] }
`,
      }),
    );
    const route = { flow: 'ask', step: 'form' };
    expect(site?.routes['/about/ask']).toEqual({ page: 'about', overlay: 'ask', canonical: '/about/ask', ...route });
    expect(site?.routes['/help']).toEqual({ page: 'frame', overlay: 'help', canonical: '/help', ...route });
  });

  test('are compiled with the page, whose fingerprint depends on their flows', () => {
    const about = page(
      '{ flow: ask, label: Ask us, with: { plan: full }, resetAfter: 300ms, handoff: { iframe: bot, after: 0.2s } }',
    );
    const { site, problems } = loadAnew(baseWith({ 'about.page.yaml': about, 'ask.flow.yaml': flow }));
    expect(problems).toEqual([]);
    expect(site?.pages['about']?.overlays).toEqual({
      ask: {
        flow: 'ask',
        label: 'Ask us',
        with: { plan: 'full' },
        resetAfter: 300,
        handoff: { iframe: 'bot', after: 200 },
      },
    });
    expect(site?.pages['about']?.track).toEqual([{ name: 'ViewContent', params: { price: 1000 } }]);
    expect(site?.flows['ask']?.steps['form']?.show?.[1]).toMatchObject({
      actions: [{ track: { name: 'Closed', params: { plan: ['$', 'plan'] } } }],
    });
    const after = loadAnew(
      baseWith({ 'about.page.yaml': about, 'ask.flow.yaml': flow.replace('Plan ', 'Your plan ') }),
    );
    expect(after.site?.pages['about']?.hash).not.toBe(site?.pages['about']?.hash);
    expect(after.site?.pages['terms']?.hash).toBe(site?.pages['terms']?.hash);
  });

  test.each<[string, string, string[]]>([
    ['a number below what is kept', '{ flow: ask, label: x, with: { age: 12 } }', ['overlay-value-misfit:6']],
    ['a text for a number', "{ flow: ask, label: x, with: { age: '20' } }", ['overlay-value-misfit:6']],
    ['a flow that is not there', '{ flow: asq, label: x }', ['flow-unknown:6']],
  ])('%s', (_, overlay, codes) => {
    expect(problemsIn(page(overlay)).sort()).toEqual([...codes].sort());
  });

  test('opened by a step or a part are overlays of the page that contains it', () => {
    const inPart = baseWith({
      'about.page.yaml': page('{ flow: ask, label: x }', '  - { type: part, part: call }\n'),
      'ask.flow.yaml': flow,
      'call.part.yaml': 'part: call\nblocks:\n  - { type: actions, actions: [{ label: Again, open: asks }] }\n',
    });
    expect(load(inPart).problems.map(({ code, file, hint }) => [code, file, hint])).toEqual([
      ['overlay-unknown', 'call.part.yaml', 'Did you mean ask?'],
    ]);
    const inFlow = flow.replace('{ label: Close', '{ label: More, open: other }, { label: Close');
    expect(problemsIn(page('{ flow: ask, label: x }'), inFlow)).toEqual(['overlay-unknown:10']);
  });

  test('an action has a single effect', () => {
    const both = page('{ flow: ask, label: x }').replace('open: ask', 'open: ask, to: /terms');
    expect(problemsIn(both)).toEqual(['action-shape:10']);
  });

  test('an action’s tracking contains no personal data', () => {
    const personal = flow.replace('plan: { type: choice, of: [basic, full] }', 'plan: { type: text, pii: name }');
    expect(problemsIn(page('{ flow: ask, label: x }'), personal)).toEqual(['track-personal:10']);
  });
});

describe('signals of a page', () => {
  const when = (condition: string) =>
    problemsIn(page('{ flow: ask, label: x }', `  - { type: text, title: y, when: "${condition}" }\n`));
  test.each([
    "page.scroll >= (page.device == 'phone' ? 10 : 70)",
    'page.video >= numberOr(page.query.delay, 75)',
    "page.section == 'faq' && page.seconds > 5 && page.pressed == 0",
    "default(page.query.src, '') == 'x'",
  ])('%s', (condition) => {
    expect(when(condition)).toEqual([]);
  });
  test.each([
    ["page.device == 'tablet'", 'expression-never-equal:13'],
    ['page.speed > 1', 'expression-unknown-field:13'],
    ['page.query.src == page.device + 1', 'expression-wrong-type:13'],
    ['page.scroll', 'expression-wrong-type:13'],
  ])('rejected: %s', (condition, code) => {
    expect(when(condition)).toEqual([code]);
  });
  test('can be read in the blocks of a flow', () => {
    const inFlow = (condition: string) =>
      problemsIn(page('{ flow: ask, label: x }'), flow.replace('{ type: text,', `{ type: text, when: "${condition}",`));
    expect(inFlow("page.scroll > 1 && plan == 'full'")).toEqual([]);
    expect(inFlow('page.speed > 1')).toEqual(['expression-unknown-field:9']);
  });
  test('cannot be read in a text', () => {
    expect(problemsIn(page('{ flow: ask, label: x }', "  - { type: text, title: '{{ page.scroll }}' }\n"))).toEqual([
      'expression-unknown-name:13',
    ]);
    expect(
      problemsIn(
        page('{ flow: ask, label: x }'),
        flow.replace('{ type: text,', "{ type: text, body: '{{ page.scroll }}',"),
      ),
    ).toEqual(['expression-unknown-name:9']);
  });
});
