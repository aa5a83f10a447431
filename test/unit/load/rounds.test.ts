/** Rounds of questions, one for each chosen option: what a visitor meets, what is stored, and what is wrong with them. */
import { expect, test } from 'vitest';
import { prepareAcceptance } from '../../../engine/intakes/accept.ts';
import { formMessages, messagesFor } from '../../../engine/messages/catalogue.ts';
import { replayTrace } from '../../../engine/trace/replay.ts';
import { findFlowPaths } from '../../../engine/walks/paths.ts';
import { goalWords } from '../../../engine/walks/words.ts';
import { driveEngine, startAt } from '../../harness/engine-driver.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { baseWith, load } from './fixtures.ts';

const flow = `flow: poll
page: frame
start: ask
questions:
  poll:
    items:
      - name: products
        question: Which do you use?
        type: choices
        options: [{ value: site, label: Our site }, { value: e-mail, label: "E-mail's" }, { value: none, label: None, exclusive: true }]
      - forEach: products
        questions:
          - { name: grade, question: 'How is {{ item.label }}?', type: scale, max: 3, required: 'Grade {{ item.label }}.' }
          - { name: why, question: 'Why, {{ item.label }}?', hint: 'Say it, {{ upper(item.value) }}', type: text, required: true, maxLength: 80, when: "default(grade, 3) < 2 && item.value == 'site'" }
      - { name: last, question: Anything else?, type: text, maxLength: 80, rules: [{ rule: maxLength, length: 80, message: Long }] }
steps:
  ask:
    path: [/poll]
    title: A poll
    titlePrefix: '{{ step }} of {{ steps }}'
    ask: poll
    show: [{ type: question, next: Next, previous: Back, finish: Finish }]
    submit: { calls: [{ post: /api/poll }], onError: { toast: Error } }
    next: done
  done: { title: Done, show: [{ type: text, title: 'Done: {{ default(products_site_grade, 0) }}' }], final: true }
`;
const api = `api: poll
intakes:
  poll: { post: /api/poll, form: poll-poll, records: polls, retention: { days: 30 } }
`;
const loaded = (text = flow) => load(baseWith({ 'poll.flow.yaml': text, 'poll.api.yaml': api }));
const compiled = () => compiledFlow(loaded().site as never, 'poll');

async function after(...answers: readonly Record<string, unknown>[]) {
  const driver = await driveEngine(compiled(), startAt(), async () => ({ output: {} }));
  for (const values of answers) await driver.send({ type: 'SUBMIT', values: values as never });
  return driver;
}

test('a round is asked for each chosen option, with its texts and conditions', async () => {
  expect(loaded().problems).toEqual([]);
  const driver = await after({ products: ['e-mail', 'site'] });
  await driver.expectScreen('ask-products-site-grade');
  const { forms } = compiled();
  const field = (name: string) => forms.flatMap(({ fields }) => fields).find((each) => each.name === name);
  expect(field('products_site_grade')).toMatchObject({
    label: 'How is Our site?',
    rules: [{ rule: 'required', message: 'Grade Our site.' }],
  });
  expect(field('products_e_mail_why')).toMatchObject({ label: "Why, E-mail's?", hint: 'Say it, E-MAIL' });
  expect(forms.flatMap(({ fields }) => fields).some(({ name }) => name.startsWith('products_none'))).toBe(false);
  await driver.send({ type: 'SUBMIT', values: { products_site_grade: '1' } });
  await driver.expectScreen('ask-products-site-why');
  await driver.send({ type: 'SUBMIT', values: { products_site_why: 'Slow' } });
  await driver.expectScreen('ask-products-e-mail-grade');
  await driver.send({ type: 'SUBMIT', values: { products_e_mail_grade: '3' } });
  await driver.expectScreen('ask-last');
  await driver.send({ type: 'SUBMIT', values: { last: '' } });
  await driver.expectScreen('done');
  const [call] = driver.effects.filter((effect) => effect.kind === 'call');
  expect(call?.payload).toEqual({
    ...{ products: ['e-mail', 'site'], products_site_grade: 1, products_site_why: 'Slow' },
    products_e_mail_grade: 3,
  });
  expect(replayTrace(compiled(), driver.trace(true)).divergence).toBeNull();
});

test('a rule names the field of its own round, and a text is not taken for a name', () => {
  const days = `          - question: When?
            fields:
              begin: { type: date, label: begin, required: true }
              finish: { type: date, label: End, rules: [{ rule: notBefore, field: begin, message: begin }] }
      - { name: last`;
  const { site, problems } = loaded(flow.replace('      - { name: last', days));
  expect(problems).toEqual([]);
  const fields = Object.values(site?.forms ?? {}).flatMap((form) => form.fields);
  expect(fields.find(({ name }) => name === 'products_site_begin')).toMatchObject({ label: 'begin' });
  expect(fields.find(({ name }) => name === 'products_site_finish')).toMatchObject({
    rules: [{ rule: 'notBefore', field: 'products_site_begin', message: 'begin' }, { rule: 'date' }],
  });
});

test('an option that is no longer chosen has no answers', async () => {
  const driver = await after({ products: ['site', 'e-mail'] }, { products_site_grade: '2' });
  await driver.expectScreen('ask-products-e-mail-grade');
  for (const screen of ['ask-products-site-grade', 'ask']) {
    await driver.press('back');
    await driver.expectScreen(screen);
  }
  for (const values of [{ products: ['e-mail'] }, { products_e_mail_grade: '2' }, { last: '' }])
    await driver.send({ type: 'SUBMIT', values: values as never });
  const [call] = driver.effects.filter((effect) => effect.kind === 'call');
  expect(call?.payload).toEqual({ products: ['e-mail'], products_e_mail_grade: 2 });
});

test('without a chosen option there is no round, and the server refuses answers of none', async () => {
  for (const products of [[], ['none']]) await (await after({ products })).expectScreen('ask-last');
  const { site } = loaded();
  const intake = site?.intakes['poll'];
  if (site === null || intake === undefined) throw new Error('no intake');
  const { accept } = prepareAcceptance(site, intake, formMessages(site.site), messagesFor(site.site));
  const sent = {
    products: ['site'],
    products_site_grade: 3,
    products_site_why: 'x',
    products_e_mail_grade: 1,
    last: '',
  };
  expect(accept(sent)).toMatchObject({ ok: true, values: { products: ['site'], products_site_grade: 3, last: '' } });
  expect(JSON.stringify(accept(sent))).not.toMatch(/why|e_mail/);
  expect(accept({ products: ['site'] })).toMatchObject({ errors: { products_site_grade: 'Grade Our site.' } });
});

test('all rounds have one place in the progress', () => {
  const steps = loaded().site?.flows['poll']?.steps ?? {};
  const prefixes = Object.entries(steps).flatMap(([id, { titlePrefix }]) => (titlePrefix ? [[id, titlePrefix]] : []));
  expect(prefixes).toEqual([
    ['ask', '1 of 3'],
    ['ask-products-site-grade', '2 of 3'],
    ['ask-products-site-why', '2 of 3'],
    ['ask-products-e-mail-grade', '2 of 3'],
    ['ask-products-e-mail-why', '2 of 3'],
    ['ask-last', '3 of 3'],
  ]);
});

test('walks reach every round', () => {
  const { goals, missed, errors, unfilled } = findFlowPaths(compiled());
  const words = goals.filter(({ status }) => status !== 'reached').map(({ goal }) => goalWords(compiled().flow, goal));
  // The condition of a round that its option decides.
  expect(words.every((each) => each.includes('products-e-mail-why'))).toBe(true);
  expect([missed, errors, unfilled]).toEqual([[], [], []]);
});

test.each<[from: string, to: string, mistake: string, at: string]>([
  [
    'forEach: products',
    'forEach: product',
    'product is no question above with several choices.',
    '      - forEach: product',
  ],
  ['type: choices', 'type: choice', 'products is no question above with several choices.', '      - forEach: products'],
  [
    'value: none, label: None, exclusive: true',
    'value: e mail, label: None',
    'The options e-mail and e mail give answers of the same name.',
    '      - forEach: products',
  ],
  ['name: grade, ', '', 'A question with a type needs a name for its answer.', "          - { question: 'How is"],
  [
    'forEach: products',
    'question: Who?\n        fields: { people: { type: repeat, label: People, max: 3, fields: { nick: { type: text, label: Nick } } } }\n      - forEach: people',
    'An entry of people can be removed, and the entries after it get other numbers.',
    '      - forEach: people',
  ],
  ['item.value == ', 'item.price == ', 'There is no value called item here.', '          - { name: why'],
  [
    '      - { name: last',
    '      # { name: last',
    'The last question sends all answers, so it is asked in any case.',
    '          - { name: why',
  ],
])('a mistake is reported at its line: %s', (from, to, mistake, at) => {
  if (!flow.includes(from)) throw new RangeError(from);
  const text = flow.replace(from, to);
  const { problems } = loaded(text);
  const lines = text.split('\n');
  const found = problems.map(({ message, line }) => [message, lines[line - 1] ?? ''] as const);
  const [first, ...more] = found.filter(([message]) => message.includes(mistake));
  expect(first, JSON.stringify(found)).toBeDefined();
  expect(first?.[1].startsWith(at), first?.[1]).toBe(true);
  expect(more.filter(([message]) => message === first?.[0]).length).toBeLessThan(2);
});

test('a jump leads within its round, and Back passes what it skips, also in the last round', async () => {
  const text = flow
    // What is skipped has no condition of its own.
    .replace(`, when: "default(grade, 3) < 2 && item.value == 'site'"`, '')
    .replace(
      "type: scale, max: 3, required: 'Grade {{ item.label }}.' }",
      'type: scale, max: 3, required: true, next: [{ when: "default(grade, 0) == 3", to: more }] }',
    )
    .replace(
      '      - { name: last,',
      "          - { name: more, question: 'More of {{ item.label }}?', type: text, maxLength: 80 }\n      - { name: last,",
    );
  // Without the question after the rounds, which sends the answers, they end the set.
  const open = text.replace(/ {6}- \{ name: last.*\n/, '').replace(/ {4}submit: .*\n/, '');
  const long = 'form: note\nfields: { note: { type: text, label: Note, maxLength: 50 } }\n';
  const sends =
    '  note: { form: note, submit: { calls: [{ post: /api/poll }], onError: { toast: Error } }, show: [{ type: form, submit: Send }], next: done }\n';
  for (const [own, next] of [
    [text, 'ask-last'],
    [open.replace('next: done\n', 'next: note\n').replace('  done:', `${sends}  done:`), 'note'],
  ] as const) {
    const { site, problems } = load(baseWith({ 'poll.flow.yaml': own, 'poll.api.yaml': api, 'note.form.yaml': long }));
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const driver = await driveEngine(compiledFlow(site as never, 'poll'), startAt(), async () => ({ output: {} }));
    const submit = (values: Record<string, unknown>) => driver.send({ type: 'SUBMIT', values: values as never });
    // The last option, whose round is the last one.
    await submit({ products: ['e-mail'] });
    await submit({ products_e_mail_grade: '3' });
    await driver.expectScreen('ask-products-e-mail-more');
    await driver.send({ type: 'on', name: 'back' });
    await driver.expectScreen('ask-products-e-mail-grade');
    await submit({ products_e_mail_grade: '1' });
    await driver.expectScreen('ask-products-e-mail-why');
    await submit({ products_e_mail_why: 'Slow' });
    await submit({ products_e_mail_more: 'No' });
    await driver.expectScreen(next);
  }
});

test('each of many rounds can lead out of all of them', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `p${index}`);
  const options = names.map((value) => `{ value: ${value}, label: ${value} }`).join(', ');
  const text = flow
    .replace(/options: \[.*\]/, `options: [${options}]`)
    .replace(
      "type: scale, max: 3, required: 'Grade {{ item.label }}.' }",
      'type: scale, max: 3, required: true, next: [{ when: "default(grade, 0) == 3", to: last }] }',
    )
    .replace("item.value == 'site'", "item.value == 'p1'")
    .replace('{{ default(products_site_grade, 0) }}', '{{ default(products_p0_grade, 0) }}');
  const { site, problems } = loaded(text);
  expect(problems).toEqual([]);
  const driver = await driveEngine(compiledFlow(site as never, 'poll'), startAt(), async () => ({ output: {} }));
  const submit = (values: Record<string, unknown>) => driver.send({ type: 'SUBMIT', values: values as never });
  await submit({ products: names });
  for (const [name, grade] of [
    ['p0', '2'],
    ['p1', '1'],
  ] as const) {
    await driver.expectScreen(`ask-products-${name}-grade`);
    await submit({ [`products_${name}_grade`]: grade });
  }
  await driver.expectScreen('ask-products-p1-why');
  await submit({ products_p1_why: 'Slow' });
  await driver.expectScreen('ask-products-p2-grade');
  await submit({ products_p2_grade: '3' });
  await driver.expectScreen('ask-last');
  await submit({ last: '' });
  const [call] = driver.effects.filter((effect) => effect.kind === 'call');
  expect(Object.keys(call?.payload ?? {}).filter((name) => name.endsWith('_grade'))).toEqual([
    'products_p0_grade',
    'products_p1_grade',
    'products_p2_grade',
  ]);
});

test('a funnel in one file has rounds, and its score counts their points', () => {
  const funnel = `funnel: tools
title: Your tools
questions:
  - { name: tools, question: Which?, type: choices, options: [{ value: a, label: A }, { value: b, label: B }] }
  - forEach: tools
    when: size(tools) > 1
    questions:
      - { name: used, question: 'Do you still use {{ item.label }}?', type: yes-no, required: true }
      - { question: 'About {{ item.label }}', when: used == 'yes', fields: { grade: { type: rating, label: 'Grade of {{ item.label }}', max: 4, points: 5 } } }
fields: { name: name }
results: { high: { from: 50, title: High, text: Good }, low: { title: Low, text: Begin } }
`;
  const { site, problems } = load(baseWith({ 'tools.funnel.yaml': funnel }));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(site?.forms['tools-questions']?.fields.map(({ name, label }) => [name, label])).toEqual([
    ['tools', 'Which?'],
    ['tools_a_used', 'Do you still use A?'],
    ['tools_a_grade', 'Grade of A'],
    ['tools_b_used', 'Do you still use B?'],
    ['tools_b_grade', 'Grade of B'],
  ]);
  expect(site?.forms['tools-questions']?.fields[1]?.when).toEqual([
    '&&',
    ['in', 'a', ['$', 'tools']],
    ['>', ['size', ['$', 'tools']], 1],
  ]);
  expect(JSON.stringify(site?.flows['tools']?.computed)).toContain('tools_b_grade');
  const { goals } = findFlowPaths(compiledFlow(site as never, 'tools'));
  const missed = goals.filter(({ status }) => status !== 'reached');
  expect(missed.map(({ goal }) => goalWords(compiledFlow(site as never, 'tools').flow, goal))).toEqual([]);
});
