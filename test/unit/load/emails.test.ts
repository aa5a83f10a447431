/** E-mails as authors write them. */
import { describe, expect, test } from 'vitest';
import { base, baseEdited, baseWith, codesOf, load } from './fixtures.ts';

const hello = `email: hello
subject: 'Your score, {{ person }}'
preview: 'It costs {{ facts.price | money }}'
values:
  person: { type: text }
  score: { type: number }
  nick: { type: text, optional: true }
blocks:
  - { type: heading, text: '**Hello** {{ person }}' }
  - { type: button, label: Read, to: /terms, when: score > 10 }
`;
const delivery = '{ email: post, template: hello, to: email, values: { person: email } }';

/** The base site with an e-mail that its intake `lead` sends. */
function siteWith(email: string, deliver = delivery) {
  const redirect = "    redirect: '{{ facts.chat }}/{{ uid }}'\n";
  const edited = baseEdited('quiz.api.yaml', redirect, `${redirect}    deliver:\n      hello: ${deliver}\n`);
  const destinations = "destinations:\n  post: { type: email, from: 'Sample <hello@example.com>' }\n";
  return load([
    ...edited.map((file) => (file.path === 'site.yaml' ? { ...file, text: file.text + destinations } : file)),
    { path: 'hello.email.yaml', text: email },
  ]);
}
const problemsOf = (email: string, deliver?: string) =>
  siteWith(email, deliver).problems.map(({ code, message, hint, file, line }) => ({ code, message, hint, file, line }));

describe('an e-mail', () => {
  test('is compiled to data with a hash, and facts are folded', () => {
    const { site, problems } = siteWith(hello);
    expect(problems).toEqual([]);
    expect(site?.emails['hello']).toMatchObject({
      email: 'hello',
      subject: ['Your score, ', { v: ['$', 'person'] }],
      preview: 'It costs €10.00',
      blocks: [
        { type: 'heading', text: [{ b: ['Hello'] }, ' ', { v: ['$', 'person'] }] },
        { type: 'button', label: 'Read', to: '/terms', when: ['>', ['$', 'score'], 10] },
      ],
    });
    expect(site?.emails['hello']?.hash).toMatch(/^[0-9a-f]{8,}$/);
    expect(Object.isFrozen(site?.emails['hello']?.blocks)).toBe(true);
    const other = siteWith(hello.replace('Read', 'Open')).site;
    expect(other?.emails['hello']?.hash).not.toBe(site?.emails['hello']?.hash);
  });

  test('shows what visitors chose by its label, and compares values', () => {
    const email = `${hello.replace('  nick:', '  plan: { type: text, optional: true }\n  chosen: { type: text, optional: true }\n  nick:').replace('when: score > 10', 'when: plan == "basic"')}  - { type: text, body: '{{ default(plan, "") }} {{ default(chosen, "") }} {{ default(plan.value, "") }}' }\n`;
    const { site, problems } = siteWith(
      email,
      '{ email: post, template: hello, to: email, values: { person: email, chosen: plan } }',
    );
    expect(problems).toEqual([]);
    const shown = (name: string) => ['default', ['$', name], ''];
    const label = (name: string) => ({ v: ['label', shown(name), ['#', { basic: 'Basic', full: 'Full' }]] });
    expect(site?.emails['hello']?.blocks).toMatchObject([
      {},
      { when: ['==', ['$', 'plan'], 'basic'] },
      { body: [{ p: [label('plan'), ' ', label('chosen'), ' ', { v: shown('plan') }] }] },
    ]);
    expect(site?.intakes['lead']?.deliver['hello']).toMatchObject({ values: { plan: ['$', 'plan'] } });
  });

  test('gets its values from the delivery, else from accepted and computed values of the same name', () => {
    const deliver = siteWith(hello).site?.intakes['lead']?.deliver['hello'];
    expect(deliver).toMatchObject({
      kind: 'email',
      destination: 'post',
      template: 'hello',
      to: ['$', 'email'],
      values: { person: ['$', 'email'], score: ['$', 'score'], nick: null },
    });
  });

  test.each([
    ['an unknown name', hello.replace('{{ person }}', '{{ persn }}'), 'expression-unknown-name'],
    [
      'a value that may be missing',
      hello.replace('Hello** {{ person }}', 'Hello** {{ nick }}'),
      'expression-maybe-null',
    ],
    ['a value in single braces', hello.replace('{{ person }}', '{ person }'), 'text-single-braces'],
    ['an unknown page', hello.replace('/terms', '/termz'), 'link-unknown-route'],
    ['an anchor, which an e-mail does not have', hello.replace('/terms', "'#top'"), 'link-unknown-anchor'],
    [
      'a host that the site does not declare',
      hello.replace('/terms', 'https://elsewhere.example/x'),
      'link-host-undeclared',
    ],
    ['an unknown block', hello.replace('type: button', 'type: buton'), 'shape-unknown-block'],
    ['a key of another block', hello.replace('label: Read', 'label: Read, items: [a]'), 'shape-unknown-key'],
    ['a reserved name', hello.replace('  person: {', '  visit: { type: text }\n  person: {'), 'name-reserved'],
    ['a mistaken reply address', `${hello}replyTo: nobody\n`, 'email-content'],
  ])('is refused with %s', (_, email, code) => {
    const deliver = delivery.replace('}', ', visit: email }');
    expect(codesOf(siteWith(email, code === 'name-reserved' ? deliver : delivery).problems)).toEqual([code]);
  });

  test('offers the names that exist', () => {
    expect(problemsOf(hello.replace('type: button', 'type: buton'))[0]?.hint).toBe('Did you mean button?');
    expect(problemsOf(hello, delivery.replace('template: hello', 'template: helo'))).toEqual([
      {
        code: 'email-unknown',
        message: 'There is no e-mail called helo.',
        hint: 'Did you mean hello?',
        file: 'quiz.api.yaml',
        line: 20,
      },
    ]);
  });
});

describe('a delivery', () => {
  test('must supply every value, of the right type', () => {
    const lacking = problemsOf(hello, '{ email: post, template: hello, to: email }');
    expect(lacking).toMatchObject([
      { code: 'email-value-missing', message: 'The e-mail hello reads person, and this delivery does not supply it.' },
    ]);
    expect(lacking[0]?.hint).toMatch(/^Add values: \{ person: … \} to the delivery\. It can read .*email/);
    expect(problemsOf(hello, delivery.replace('person: email', 'person: score'))).toMatchObject([
      { code: 'expression-wrong-type', file: 'quiz.api.yaml' },
    ]);
    // A value of the same name has a type too.
    expect(
      problemsOf(hello.replace('score: { type: number }', 'score: { type: text }').replace('score > 10', 'true')),
    ).toMatchObject([{ code: 'expression-wrong-type', file: 'quiz.api.yaml' }]);
  });
});

test('a broken e-mail file is not also an unknown e-mail', () => {
  expect(codesOf(siteWith('email: hello\nsubject: [').problems)).toEqual(['yaml-syntax']);
});

test('two e-mails cannot have the same id, and a site without e-mails has none', () => {
  const text = 'email: hello\nsubject: Hi\nblocks: [{ type: divider }]\n';
  expect(codesOf(load(baseWith({ 'a.email.yaml': text, 'b.email.yaml': text })).problems)).toEqual([
    'email-unused',
    'id-taken',
  ]);
  expect(load(base).site?.emails).toEqual({});
});
