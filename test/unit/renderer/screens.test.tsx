/** The screens of a flow that are the same for all visitors. */
import { expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { formMessages } from '../../../engine/messages/catalogue.ts';
import type { FlowBundle } from '../../../renderer/islands/bundle.ts';
import { createBareRenderer } from '../../harness/bare-renderer.ts';
import { baseWith, load } from '../load/fixtures.ts';

const flow = `flow: visit
page: frame
start: intro
data: { answers: { type: list, of: number, length: 1 } }
computed:
  sum: { value: sum(answers) }
questions:
  visit:
    saveAs: answers
    items: [{ id: first, question: The first?, options: [{ value: 0, label: 'No' }, { value: 10, label: 'Yes' }] }]
steps:
  intro:
    path: [/visit]
    show:
      - { type: text, title: Welcome }
      - { type: actions, actions: [{ label: Begin, send: begin, busy: Wait }] }
    on: { begin: { delay: 1s, to: ask } }
  ask:
    ask: visit
    show: [{ type: question, next: Next, finish: Finish, previous: Back }]
    next: person
  person:
    form: person
    show: [{ type: form, submit: Send, busy: Sending }]
    submit: { calls: [{ post: /api/person }], onError: { inline: It failed. } }
    next: greeting
  greeting:
    show: [{ type: text, title: 'Hello {{ name }}' }, { type: actions, actions: [{ label: Go on, send: go }] }]
    on: { go: { to: score } }
  score:
    show:
      - { type: text, title: Your result }
      - { type: text, title: Well done, when: 'default(sum, 0) > 5' }
    final: true
`;
const form = `form: person
fields:
  name: { type: text, label: Name, pii: name, rules: [{ rule: required, message: Say your name. }] }
  phone: { type: tel, label: Phone, pii: phone, when: "name != ''" }
`;
const api = `api: person
intakes:
  person:
    post: /api/person
    form: person
    records: people
    retention: { days: 30 }
    lookupBy: name
    errors: { invalid: Look again. }
`;

function drawn(files: Readonly<Record<string, string>> = {}) {
  const loaded = load(
    baseWith({
      'frame.page.yaml': 'page: frame\ntitle: Frame\nblocks: [{ type: stage }]\n',
      'visit.flow.yaml': flow,
      'person.form.yaml': form,
      'person.api.yaml': api,
      ...files,
    }),
  );
  const errors = loaded.problems.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code, message, line }) => `${line} ${code} ${message}`)).toEqual([]);
  const site = loaded.site as SiteDefinition;
  const renderer = createBareRenderer();
  const { screens } = renderer.bundle(site, 'visit', formMessages(site.site)) as FlowBundle;
  return { site, renderer, screens };
}

test('are those that show no value of a visitor, with what waits', () => {
  const { screens } = drawn();
  expect(Object.keys(screens['']?.of ?? {}).sort()).toEqual([
    'ask.first',
    'intro.do-begin',
    'intro.ready',
    'person.call-0',
    'person.ready',
  ]);
  const html = (state: string): string => screens['']?.html[screens['']?.of[state] ?? -1] ?? '';
  expect(html('intro.do-begin')).toContain('Wait');
  expect(html('person.call-0')).toContain('aria-busy="true"');
  expect(html('person.ready')).toMatch(/<p[^>]* data-error="name" hidden=""/);
  expect(html('person.ready')).toMatch(/data-field="phone" hidden=""/);
});

test('are the HTML of the page, so that a session goes on with its elements', () => {
  const { site, renderer, screens } = drawn();
  const route = site.routes['/visit'];
  if (route === undefined) throw new RangeError('There is no page.');
  const { html } = renderer.renderStatic({
    ...{ site, route, hidden: false, origin: 'https://casa.example', bundles: {} },
    formMessages: formMessages(site.site),
    picture: () => '/card.png',
  });
  expect(html).toContain(screens['']?.html[screens['']?.of['intro.ready'] ?? -1]);
});

test('are drawn for each overlay that shows the flow', () => {
  const { screens } = drawn({
    'visit.flow.yaml': flow.replace('page: frame\n', '').replace('    path: [/visit]\n', ''),
    'over.page.yaml': `page: over
paths: [/over]
title: Over
blocks: [{ type: actions, actions: [{ label: More, open: more }, { label: Less, open: less }] }]
overlays: { more: { flow: visit, label: More }, less: { flow: visit, label: Less } }
`,
  });
  expect(Object.keys(screens).sort()).toEqual(['less', 'more']);
  const formsIn = (place: string): readonly string[] =>
    [...(screens[place]?.html.join('') ?? '').matchAll(/<form id="([^"]*form-[^"]*)"/g)].map(([, id = '']) => id);
  expect(new Set(formsIn('less'))).toEqual(new Set(['less-form-person']));
  expect(new Set(formsIn('more'))).toEqual(new Set(['more-form-person']));
});

test('are not those of a field with a widget of its own', () => {
  const { screens } = drawn({
    'person.form.yaml': `${form}  sign: { label: Sign, type: signature, rules: [{ rule: signature, message: Sign. }] }\n`,
  });
  expect(Object.keys(screens['']?.of ?? {}).sort()).toEqual(['ask.first', 'intro.do-begin', 'intro.ready']);
});
