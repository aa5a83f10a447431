import { describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { formValidator } from '../../../engine/forms/index.ts';
import type { FormDefinition } from '../../../engine/forms/types.ts';
import { loadSite } from '../../../engine/load/load-site.ts';
import { formMessages } from '../../../engine/messages/catalogue.ts';
import { fingerprint } from '../../../server/disk/fingerprint.ts';
import { base, baseEdited, baseWith, load } from './fixtures.ts';

const flow = base.find(({ path }) => path === 'quiz.flow.yaml')?.text ?? '';
const problemsIn = (files: readonly { path: string; text: string }[]) =>
  load(files).problems.map(({ code, file, line }) => `${code} ${file}:${line}`);
const edited = (from: string, to: string) =>
  problemsIn(baseEdited('quiz.flow.yaml', from, to)).map((line) => line.split(' ')[0]);

describe('accepts', () => {
  test.each([
    [
      'an optional call needs no message',
      '{ get: /api/lead, saveAs: { found: reply } }\n      onError: { alert: Not found. }',
      '{ get: /api/lead, saveAs: { found: reply }, continueOnError: true }\n      onError: {}',
    ],
    [
      'choices that meet again without a cycle',
      '      - { to: away }',
      '      # accept branch-overlap: the score decides\n      - { when: "answers[0] == 0", to: other }\n      - { to: third }\n  other:\n    branch:\n      - { when: "answers[1] == 0", to: third }\n      - { to: away }\n  third:\n    branch:\n      - { when: "answers[1] > 5", to: result }\n      - { to: away }',
    ],
    ['answers may leave their length to the questions', 'list, of: number, length: 2', 'list, of: number'],
    [
      'a step with a way in of its own by its address',
      '      - { when: score >= 50, to: result }\n      - { to: away }',
      '      - { when: score >= 50, to: away }\n      - { to: contact }\n  late:\n    path: [/late]\n    query: { uid: { missing: Who? } }\n    fallback: { to: result }\n    final: true',
    ],
    [
      'a loop that a visitor stops',
      '      - { to: away }',
      '      # accept branch-overlap: the score decides\n      - { when: "plan == \'full\'", to: contact }\n      - { to: away }',
    ],
    [
      'bands from low to high',
      "HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise",
      "LOW: '< 40', MIDDLE: '< 70', HIGH: otherwise",
    ],
    [
      'bands at both ends',
      "HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise",
      "HIGH: '>= 70', LOW: '< 40', MIDDLE: otherwise",
    ],
    ['null for what may be left out', 'with: { score: score }', 'with: { score: score, plan: "null" }'],
    [
      'personal data that is hashed',
      "talk: { openTab: '{{ facts.chat }}'",
      "talk: { track: { name: Talk, params: { score: found.score }, user: { email: found.mail } }, openTab: '{{ facts.chat }}'",
    ],
    [
      'a host of a fact that is declared',
      "openTab: '{{ facts.chat }}'",
      "openTab: '{{ facts.chat }}/a?b={{ found.score }}'",
    ],
    [
      'an address known only on a visit',
      "openTab: '{{ facts.chat }}'",
      "openTab: '{{ default(visit.referrer, facts.chat) }}'",
    ],
  ])('%s', (_, from, to) => {
    expect(edited(from, to)).toEqual([]);
  });
});

describe('reports', () => {
  test.each([
    ['an answer no question asks', "'answers[1]'", "'answers[2]'", ['expression-out-of-range']],
    [
      'a reply of another type than is kept',
      'saveAs: { found: reply }',
      'saveAs: { found: score }',
      ['expression-wrong-type'],
    ],
    ['an error outside of a failure', 'title: Welcome', "title: '{{ error.message }}'", ['expression-unknown-name']],
    ['a reply outside of a call', 'title: Welcome', "title: '{{ reply }}'", ['expression-unknown-name']],
    ['a step number where nothing is asked', 'title: Welcome', "title: '{{ step }}'", ['expression-unknown-name']],
    [
      'a value computed later',
      "value: 'percent(sum(answers), 20)'",
      "value: 'size(level)'",
      ['expression-unknown-name'],
    ],
    ['a condition that is none', 'when: score >= 50', 'when: score', ['expression-wrong-type']],
    [
      'the personal field of a record',
      "talk: { openTab: '{{ facts.chat }}'",
      "talk: { track: { name: Talk, params: { mail: found.mail } }, openTab: '{{ facts.chat }}'",
      ['track-personal'],
    ],
    [
      'a load that is never made',
      '    delay: 1s to 2s\n',
      '    delay: 1s to 2s\n    fetch: { calls: [{ get: /api/lead }], onError: { alert: x } }\n',
      ['step-mixed'],
    ],
    [
      'a cycle through a wait of no time',
      'delay: 1s to 2s\n    next: which\n  which:\n    branch:\n      - { when: score >= 50, to: result }\n',
      'delay: 0s\n    next: which\n  which:\n    branch:\n      - { when: score >= 50, to: result }\n      - { when: score >= 40, to: pause }\n',
      ['step-cycle'],
    ],
    ['a protocol-relative address', "openTab: '{{ facts.chat }}'", "openTab: '//evil.example'", ['link-malformed']],
    ['a script as an address', "openTab: '{{ facts.chat }}'", "openTab: 'javascript:alert(1)'", ['link-malformed']],
    [
      'a table without a key',
      'texts.levels[level]',
      'texts.levels[default(visit.src, name)]',
      ['expression-wrong-type'],
    ],
  ])('%s', (_, from, to, codes) => {
    expect(edited(from, to)).toEqual(codes);
  });
  test('personal data in a computed value', () => {
    const text = flow
      .replace(
        "value: 'percent(sum(answers), 20)' }",
        "value: 'percent(sum(answers), 20)' }\n  who: { value: upper(email) }",
      )
      .replace('params: { score: score }', 'params: { who: who }');
    expect(problemsIn(baseWith({ 'quiz.flow.yaml': text })).map((line) => line.split(' ')[0])).toEqual([
      'track-personal',
    ]);
  });
  test('a home page that does not exist', () => {
    expect(problemsIn(baseEdited('site.yaml', 'site: sample', 'site: sample\nhome: /quzi'))).toEqual([
      'link-unknown-route site.yaml:2',
    ]);
  });
});

test('the operator can set the site’s address', () => {
  const files = baseEdited('terms.page.yaml', 'title: Terms\n', "title: '{{ site.url }}'\n");
  expect(load(files).site?.pages['terms']?.title).toBe('https://example.com');
  const { site } = loadSite(files, { hash: fingerprint, url: 'https://test.example' });
  expect(site?.site.url).toBe('https://test.example');
  expect(site?.pages['terms']?.title).toBe('https://test.example');
});

test('a field of type email needs no rule to refuse what is no address', () => {
  const form = `form: news
fields:
  mail: { type: email, label: E-mail, pii: email, required: Which? }
`;
  const { site, problems } = load(baseWith({ 'news.form.yaml': form }));
  expect(problems.filter(({ file }) => file === 'news.form.yaml').map(({ code }) => code)).toEqual(['form-unused']);
  const definition = site?.forms['news'] as FormDefinition;
  const judge = formValidator([definition], formMessages((site as SiteDefinition).site));
  expect(judge('news', { mail: 'ana@example.com' })).toMatchObject({ ok: true });
  for (const mail of ['ana', 'ana@example..com', 'ana,b@example.com', 'mailto:ana@example.com', '<ana@example.com>'])
    expect(judge('news', { mail })).toMatchObject({ ok: false, errors: [{ field: 'mail' }] });
});
