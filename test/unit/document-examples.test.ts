/** The YAML examples of the guide and the documents pass the check, each in a site of its kind. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readGuide } from '../../tools/guide.ts';
import { projectRoot } from '../harness/site-server.ts';
import { base, baseWith, load } from './load/fixtures.ts';

interface Example {
  readonly title: string;
  readonly text: string;
  /** The keys at its first level. */
  readonly keys: readonly string[];
}

function examplesIn(document: string): Example[] {
  const whole = readFileSync(join(projectRoot, document), 'utf8');
  return [...whole.matchAll(/```yaml\n([\s\S]*?)```/g)].map(({ 1: text = '', index }) => {
    const value = parse(text) as unknown;
    const keys = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
    return { title: `${document}:${whole.slice(0, index).split('\n').length}`, text, keys };
  });
}

const documents = [
  'README.md',
  ...Object.keys(readGuide()),
  'docs/deliveries.md',
  'docs/tracking.md',
  'docs/operations.md',
];
const examples = documents.flatMap(examplesIn);

const site = base.find(({ path }) => path === 'site.yaml')?.text ?? '';
/** Keys of a site, of which an example shows one. */
const siteKeys: ReadonlySet<string> = new Set(['destinations', 'integrations', 'consent', 'attribution', 'recording']);

/** What an example refers to, such as the path of a policy, that only the base site of the tests does not have. */
const references = new Set([
  'link-unknown-route',
  'asset-missing',
  'mask-unknown',
  'tag-event-unknown',
  'consent-unreachable',
]);

const errorsOf = (files: Readonly<Record<string, string>>): string[] =>
  load(baseWith(files)).problems.flatMap(({ severity, code, file, line, message }) =>
    severity === 'error' && Object.hasOwn(files, file) && !references.has(code)
      ? [`${code} ${file}:${line} ${message}`]
      : [],
  );

const indented = (text: string, by: number): string => text.replace(/^(?=.)/gm, ' '.repeat(by));
/** An example without the indentation of the file that it is a part of. */
const outdented = (text: string): string => text.replaceAll(`\n${/^ */.exec(text)?.[0] ?? ''}`, '\n').trimStart();

const named = (key: string) => examples.filter(({ keys }) => keys[0] === key).map(({ title, text }) => [title, text]);

test('there are examples of each kind', () => {
  for (const key of ['fields', 'funnel', 'email', 'destinations', 'questions', 'flow', 'deliver', 'scenario', 'always'])
    expect(named(key), key).not.toEqual([]);
});

describe('fields of a form', () => {
  test.each(named('fields'))('%s', (_, text) => {
    expect(errorsOf({ 'example.form.yaml': `form: example\n${text}` })).toEqual([]);
  });
});

describe('a funnel in one file', () => {
  test.each(named('funnel'))('%s', (_, text) => {
    expect(errorsOf({ 'example.funnel.yaml': text.replace(/^funnel: .*/, 'funnel: example') })).toEqual([]);
  });
});

describe('a part of the site', () => {
  test.each(
    examples
      .filter(({ keys }) => siteKeys.has(keys[0] ?? ''))
      .map(({ title, text, keys }) => [title, text, keys] as const),
  )('%s', (_, text, keys) => {
    const rest = keys.reduce((all, key) => all.replace(new RegExp(`^${key}:.*\\n(?:[ \\t].*\\n)*`, 'm'), ''), site);
    expect(errorsOf({ 'site.yaml': `${rest}\n${text}` })).toEqual([]);
  });
});

describe('an e-mail', () => {
  test.each(named('email'))('%s', (_, text) => {
    const facts = 'company: { legalName: Acme }';
    expect(
      errorsOf({
        'site.yaml': site.replace(/^facts:\n/m, `facts:\n  ${facts}\n`),
        'example.email.yaml': text.replace(/^email: .*/, 'email: example').replace('to: /workshop', 'to: /'),
      }),
    ).toEqual([]);
  });
});

/** A flow with the questions of an example. */
const asking = (questions: string) => ({
  'example.page.yaml': 'page: example\nblocks: [{ type: stage }]\n',
  'example.flow.yaml': `flow: example
page: example
start: first
data:
  answers: { type: list, of: number, length: 1 }
questions:
${indented(questions, 2)}
steps:
  first:
    path: [/example]
    title: Example
    description: Example
    ask: ${/^\w+/.exec(questions)?.[0]}
    show: [{ type: question, next: Next, previous: Back, finish: End }]
    onEmpty: { toast: Choose, text: One option. }
    next: done
  done:
    show: [{ type: text, title: Thank you }]
    final: true
`,
});

describe('questions', () => {
  test.each(named('questions'))('%s', (_, text) => {
    expect(errorsOf(asking(outdented(text.replace(/^questions:\n/, ''))))).toEqual([]);
  });
  test.each(examples.filter(({ text }) => text.includes('- forEach:')).map(({ title, text }) => [title, text]))(
    '%s',
    (_, text) => {
      expect(errorsOf(asking(`rounds:\n  items:\n${indented(outdented(text), 4)}`))).toEqual([]);
    },
  );
});

const contactForm = `form: example
fields:
  name: { type: text, label: Name, pii: name, maxLength: 80, required: Write your name }
  email: { type: email, label: E-mail, pii: email, required: Write your e-mail address }
`;

describe('deliveries of an intake', () => {
  const emails = examples.filter(({ keys }) => keys[0] === 'email').slice(-1);
  const ofDeliveries = examples.filter(({ title }) => title.startsWith('docs/deliveries.md'));
  const destinations = ofDeliveries.filter(({ keys }) => keys[0] === 'destinations');
  const cases = ofDeliveries.filter(({ keys }) => keys[0] === 'deliver');
  test('each has its destinations', () => expect(destinations).toHaveLength(cases.length));
  test.each(cases.map(({ title, text }, index) => [title, text, destinations[index]?.text ?? ''] as const))(
    '%s',
    (_, text, above) => {
      const rest = site.replace(/^destinations:.*\n(?:[ \t].*\n)*/m, '');
      expect(
        errorsOf({
          'site.yaml': `${rest}\n${above}`,
          'welcome.email.yaml': emails[0]?.text ?? '',
          'example.form.yaml': contactForm,
          'example.api.yaml': `api: example\nintakes:\n  example:\n    post: /api/example\n    form: example\n    records: examples\n    retention: { days: 30 }\n${indented(outdented(text), 4)}`,
        }),
      ).toEqual([]);
    },
  );
});

test('a flow that others call, and its call', () => {
  const ofSteps = examples.filter(({ title }) => title.startsWith('docs/guide/steps.md'));
  const [called, call] = ['flow', 'contact'].map((key) => ofSteps.find(({ keys }) => keys[0] === key)?.text ?? '');
  const caller = `flow: caller
page: caller
start: subject
steps:
  subject:
    path: [/caller]
    title: Caller
    description: Caller
    form: subject
    show: [{ type: form, title: Subject, submit: Continue }]
    next: contact
${indented(outdented(call ?? ''), 2)}
  send:
    show: [{ type: text, title: 'Thank you, {{ guest }}' }]
    final: true
`;
  expect(
    errorsOf({
      'caller.flow.yaml': caller,
      'caller.page.yaml': 'page: caller\nblocks: [{ type: stage }]\n',
      'subject.form.yaml':
        'form: subject\nfields:\n  subject: { type: text, label: Subject, maxLength: 60, required: Write it }\n',
      'contact.form.yaml': contactForm.replace('form: example', 'form: contact'),
      'contact.flow.yaml': called ?? '',
    }),
  ).toEqual([]);
});

test('a set of questions with a condition and a form after them, and its intake', () => {
  const isQuote = (text: string) => /^(?:flow|api): quote$/m.test(text);
  const [flow, api] = examples.filter(({ text }) => isQuote(text)).map(({ text }) => text);
  const files = {
    'quote.page.yaml': 'page: quote\nblocks: [{ type: stage }]\n',
    'quote.flow.yaml': flow ?? '',
    'quote.api.yaml': api ?? '',
  };
  expect(load(baseWith(files)).problems.filter(({ file }) => Object.hasOwn(files, file))).toEqual([]);
});
