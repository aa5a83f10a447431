/** An intake that accepts a set of questions and the form after it in one submission, and the consent of a set. */
import { expect, test } from 'vitest';
import { prepareAcceptance } from '../../../engine/intakes/accept.ts';
import { formMessages, messagesFor } from '../../../engine/messages/catalogue.ts';
import { metaOf } from '../../../server/intakes/submission.ts';
import { baseWith, load } from './fixtures.ts';

const flow = `flow: poll
page: frame
start: ask
questions:
  poll:
    consent: { purpose: poll, mechanism: notice, text: You answer by sending. }
    items:
      - { name: team, question: Do you have a team?, type: yes-no, required: true }
      - { name: people, question: How many?, type: number, min: 1, required: true, when: team == 'yes' }
steps:
  ask:
    path: [/poll]
    ask: poll
    show: [{ type: question, next: Next, previous: Back, finish: Finish, notice: You answer by sending. }]
    next: reach
  reach:
    form: contact
    show: [{ type: form, submit: Send }]
    submit: { calls: [{ post: /api/poll }], onError: { toast: Error } }
    next: done
  done: { title: Done, show: [{ type: text, title: 'Thank you' }], final: true }
`;
const api = `api: poll
intakes:
  poll: { post: /api/poll, form: poll-poll, moreForms: [contact], records: polls, retention: { days: 30 }, lookupBy: email }
`;
const loaded = (given = api) => load(baseWith({ 'poll.flow.yaml': flow, 'poll.api.yaml': given }));

/** The intake at work. */
function intakeOf({ site } = loaded()) {
  const intake = site?.intakes['poll'];
  if (!site || intake === undefined) throw new Error('no intake');
  return { site, intake, ...prepareAcceptance(site, intake, formMessages(site.site), messagesFor(site.site)) };
}

const person = { name: 'Eva', email: 'eva@example.com', plan: 'basic', agree: true };

test('one submission carries the fields of all its forms, with the rules and conditions of each', () => {
  expect(loaded().problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { accept } = intakeOf();
  expect(accept({ team: 'yes', people: 7, ...person })).toMatchObject({
    ok: true,
    values: { team: 'yes', people: 7, ...person },
  });
  expect(accept({ team: 'yes', ...person })).toMatchObject({ ok: false, errors: { people: expect.any(String) } });
  expect(accept({ team: 'no', ...person, email: 'eva' })).toMatchObject({
    ok: false,
    errors: { email: expect.any(String) },
  });
});

test('the consent of a set is proved by a submission with its answers', () => {
  const { site, intake } = intakeOf();
  const request = { body: {}, address: '203.0.113.7', page: '/poll' };
  expect(metaOf(site, intake, request as never, 5)['consent']).toMatchObject({
    purpose: 'poll',
    text: 'You answer by sending.',
    given: true,
  });
});

test.each([
  ['without a first form', 'form: poll-poll, moreForms', 'moreForms', 'intake-forms'],
  ['for a look-up', '  poll: { post: /api/poll', '  poll: { get: /api/poll', 'intake-forms'],
  ['that nobody has', 'moreForms: [contact]', 'moreForms: [contacts]', 'form-unknown'],
])('more forms %s are a mistake', (_, from, to, code) => {
  const { problems } = loaded(api.replace(from, to));
  expect(problems.map((each) => each.code)).toContain(code);
});

test('two forms of an intake that have a field of one name are a mistake', () => {
  const asking = flow.replace('name: people', 'name: plan');
  const files = baseWith({ 'poll.flow.yaml': asking, 'poll.api.yaml': api });
  const said = load(files).problems.filter(({ severity }) => severity === 'error');
  expect(said.map(({ code, file, line, message }) => `${file}:${line} ${code}: ${message}`)).toEqual([
    'poll.api.yaml:3 intake-forms: The forms poll-poll and contact both have the field plan, so a submission has one value for both.',
  ]);
});
