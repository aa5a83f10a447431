/** What an intake takes from a request: the values of its forms and its input, and those that it computes again. */
import { describe, expect, test } from 'vitest';
import type { IntakeDefinition, SiteDefinition } from '../../../engine/definition.ts';
import { fromQuery, prepareAcceptance } from '../../../engine/intakes/accept.ts';
import { verifiedValues } from '../../../engine/intakes/scope.ts';
import { formMessages, messagesFor } from '../../../engine/messages/catalogue.ts';
import { intakeErrors, refuse } from '../../../server/intakes/errors.ts';
import { queryValues } from '../../../server/intakes/request.ts';
import { identify, metaOf, withoutTimes } from '../../../server/intakes/submission.ts';
import { baseWith, load } from '../load/fixtures.ts';

const form = (id: string, fields: string) => `form: ${id}\nfields:\n${fields}`;
const files = {
  'person.form.yaml': form(
    'person',
    `  name: { type: text, label: Name, pii: name, rules: [{ rule: required, message: Your name. }] }
  team: { type: choice, label: Team, options: [{ value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }] }
  size: { type: number, label: Size, when: team == 'yes' }
  note: { type: text, label: Note, rules: [{ rule: minLength, length: 3, message: Longer. }] }
`,
  ),
  'mail.form.yaml':
    form('mail', '  mail: { type: email, label: E-mail, pii: email }\n  agree: { type: checkbox, label: I agree. }\n') +
    'consent: { purpose: news, mechanism: checkbox, field: agree, text: I agree. }\n',
  'more.api.yaml': `api: more
intakes:
  person:
    post: /api/person
    form: person
    omit: [note]
    input:
      src: { type: choice, of: [a, b], optional: true, aliases: [source, origin] }
      extra: { type: json, optional: true }
      place: { type: record, optional: true, fields: { city: { type: text }, zip: { type: text, optional: true } } }
    records: person
  steps:
    post: /api/steps
    input: { step: { type: number, allowed: [1, 2] } }
    forms: { by: step, cases: { '1': [person], '2': [mail] }, always: [name] }
    records: steps
`,
};
const loaded = load(baseWith(files));
const site = loaded.site as SiteDefinition;
const intakeOf = (id: string): IntakeDefinition => site.intakes[id] as IntakeDefinition;
const messages = messagesFor(site.site);
const acceptanceOf = (id: string) => prepareAcceptance(site, intakeOf(id), formMessages(site.site), messages);
const accept = (id: string, given: object) => acceptanceOf(id).accept(given);

/** The values that are sent of accepted ones. */
function accepted(...given: Parameters<typeof accept>): unknown {
  const outcome = accept(...given);
  return outcome.ok ? outcome.sent : outcome;
}

test('the site is valid', () => {
  expect(loaded.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});

describe('the values of a form', () => {
  test('are sent as their fields say, without those that are hidden or have no value', () => {
    expect(accepted('person', { name: ' Ana ', team: 'yes', size: '7', other: 1 })).toEqual({
      name: 'Ana',
      team: 'yes',
      size: 7,
    });
    expect(accepted('person', { name: 'Ana', team: 'no', size: '7' })).toEqual({ name: 'Ana', team: 'no' });
    expect(accepted('person', { name: 'Ana', team: 'yes', size: '' })).toEqual({ name: 'Ana', team: 'yes' });
  });

  test('have the message of the first wrong field; one of the input has none of its own', () => {
    expect(accept('person', { src: 'c' })).toEqual({
      ok: false,
      errors: { name: 'Your name.', src: messages.invalidValue },
      message: 'Your name.',
    });
    expect(accept('person', { name: 'Ana', src: 'c' })).toMatchObject({ ok: false, message: null });
  });

  test('that may be left out are judged when they are sent, and not stored', () => {
    expect(accept('person', { name: 'Ana', note: 'ab' })).toEqual({
      ...{ ok: false, errors: { note: 'Longer.' }, message: 'Longer.' },
    });
    expect(accept('person', { name: 'Ana', note: 'abc' })).toMatchObject({ ok: true, values: { name: 'Ana' } });
  });

  test('depend on the step, which has those of every step as well', () => {
    expect(accepted('steps', { step: 2, name: 'Ana', mail: 'a@x.example', agree: true })).toEqual({
      step: 2,
      name: 'Ana',
      mail: 'a@x.example',
      agree: true,
    });
    expect(accept('steps', { step: 2, mail: 'a@x.example' })).toMatchObject({
      ok: false,
      errors: { name: 'Your name.' },
    });
    expect(accept('steps', { step: 1, name: 'Ana', mail: 'x' })).toMatchObject({ ok: true, values: { step: 1 } });
    for (const step of [3, [1], { 1: 1 }, null])
      expect(accept('steps', { step, name: 'Ana' })).toMatchObject({ ok: false, errors: { step: expect.any(String) } });
    expect(accept('steps', {})).toMatchObject({ ok: false, errors: { step: messages.missingValue }, message: null });
  });

  test('belong to a person by the first e-mail address', () => {
    const { person, normal } = acceptanceOf('steps');
    expect(person({ name: 'Ana', mail: ' Ana@X.example ' })).toBe('ana@x.example');
    expect(person({ name: 'Ana' })).toBeNull();
    expect(normal('mail', ' Ana@X.example ')).toBe('ana@x.example');
  });
});

describe('the values of the input', () => {
  const values = (more: object) => {
    const accepted = accept('person', { name: 'Ana', ...more });
    if (!accepted.ok) return accepted.errors;
    const { name: _, team: __, ...others } = accepted.values;
    return others;
  };

  test('may have another name; the own one comes first', () => {
    expect(values({ source: 'b' })).toEqual({ src: 'b' });
    expect(values({ origin: 'b', source: 'a' })).toEqual({ src: 'a' });
    expect(values({ source: 'b', src: 'a' })).toEqual({ src: 'a' });
    expect(values({ src: null, source: 'b' })).toEqual({});
    expect(values({ src: '' })).toEqual({});
  });

  test('are copied as far as they are declared', () => {
    expect(values({ place: { city: 'Rio', zip: '20000', more: 1 } })).toEqual({ place: { city: 'Rio', zip: '20000' } });
    expect(values({ place: { city: 'Rio' } })).toEqual({ place: { city: 'Rio', zip: null } });
    expect(values({ place: { zip: '1' } })).toEqual({ place: messages.invalidValue });
    expect(values({ place: { city: 'a\0' } })).toEqual({ place: messages.invalidValue });
    expect(values({ place: { city: 'Rio', zip: '\ud800' } })).toEqual({ place: messages.invalidValue });
  });

  test.each<[unknown, boolean]>([
    [{}, true],
    [{ a: [1, 'ação', null, { b: true }] }, true],
    [{ a: 'x\0' }, false],
    [{ a: [[{ b: 'x\udfff' }]] }, false],
    [{ 'a\0': 1 }, false],
    [{ a: { 'b\ud800': 1 } }, false],
  ])('of type json are stored unless a database cannot: %j', (extra, stored) => {
    expect(values({ extra })).toEqual({ extra: stored ? extra : messages.invalidValue });
  });

  test('of a query are texts or JSON, as their types say', () => {
    expect(['text', 'uuid', 'choice'].map((type) => fromQuery({ type } as never, '1'))).toEqual(['1', '1', '1']);
    expect(['number', 'boolean', 'list'].map((type) => fromQuery({ type } as never, '[1'))).toEqual([
      ...[undefined, undefined, undefined],
    ]);
    expect(fromQuery({ type: 'list' }, '[1,2]')).toEqual([1, 2]);
    const query = queryValues({ a: { type: 'text' }, b: { type: 'text' } }, new URLSearchParams('a=&c=1'));
    expect(Object.entries(query)).toEqual([['a', '']]);
  });
});

describe('values that are computed again', () => {
  const { verify } = intakeOf('lead');
  const verified = (values: object, more: Partial<IntakeDefinition> = {}) =>
    verifiedValues(site, { ...intakeOf('lead'), ...more }, values as never);
  const naming = (...names: string[]) => ({ verify: { ...verify, values: names } as never });

  test('need not be sent, and must be right if they are', () => {
    expect(verified({ answers: [10, 10] })).toEqual({ score: 100 });
    expect(verified({ answers: [10, 0], score: 50 })).toEqual({ score: 50 });
    expect(verified({ answers: [10, 0], score: 49 })).toBeNull();
    expect(verified({ answers: [10, 0], score: '50' })).toBeNull();
  });

  test('may be made of each other, and of what was sent', () => {
    expect(verified({ answers: [10, 0] }, naming('level', 'score', 'weakest'))).toEqual({
      ...{ level: 'MIDDLE', score: 50, weakest: 'SECOND' },
    });
    expect(verified({ answers: [10, 0], email: 'a@x.example' }, naming('email'))).toEqual({ email: 'a@x.example' });
    expect(verified({ answers: [10, 0] }, naming('email'))).toBeNull();
    expect(verified({ answers: [10, 0] }, naming('toString'))).toBeNull();
    expect(verified({ answers: [10, 0] }, naming('texts'))).toHaveProperty('texts.levels.HIGH');
  });

  test('are made of what was not asked as the flow has it', () => {
    const funnel = `funnel: score
title: A score
description: ${'x'.repeat(130)}
questions:
  - { name: team, question: Team?, type: yes-no, points: 4, required: true }
  - { name: tools, question: Tools?, type: choices, when: team == 'yes', options: [{ value: a, label: A, points: 6 }, { value: b, label: B }] }
  - { name: grade, question: Grade?, type: scale, points: 2, when: team == 'yes' }
  - { name: places, question: Places?, type: choices, submitAs: joined, options: [{ value: x, label: X, points: 10 }, { value: y, label: Y, points: 10 }] }
  - { name: last, question: Last?, type: text, maxLength: 40 }
results:
  high: { from: 50, title: High, text: Well done. }
  low: { title: Low, text: Begin. }
`;
    const loaded = load(baseWith({ 'score.funnel.yaml': funnel })).site as SiteDefinition;
    const sent = (values: object) =>
      verifiedValues(loaded, loaded.intakes['score'] as IntakeDefinition, values as never);
    expect(sent({ team: 'no', score: 0, result: 'low' })).toEqual({ score: 0, result: 'low' });
    expect(sent({ team: 'yes', tools: ['a'], places: 'x, y', score: 75, result: 'high' })).toEqual({
      ...{ score: 75, result: 'high' },
    });
    expect(sent({ team: 'no', score: 50, result: 'high' })).toBeNull();
  });

  test('are none without a flow', () => {
    expect(verified({ score: 1 }, { verify: null })).toEqual({});
    expect(verified({ score: 1 }, { verify: { ...verify, flow: 'gone' } as never })).toEqual({});
  });
});

describe('the identity of a submission', () => {
  const intake = intakeOf('lead');
  const of = (more: object, key: string | null, at = 0, dedupe = intake.dedupe) =>
    identify(
      { ...intake, dedupe },
      acceptanceOf('lead'),
      { uid: 'u1', name: 'Ana', email: 'a@x.example', ...more },
      key,
      at,
    );

  test('is its key, else all of its values but the times', () => {
    expect(of({}, 'key-1', 0).key).toBe('key-1');
    expect(of({ at: 1 }, null, 0, null)).toEqual(of({ at: 2 }, null, 9, null));
    expect(of({}, null, 0, null).key).toMatch(/^body:[0-9a-f]{64}$/);
    expect(of({ name: 'Bia' }, null, 0, null).key).not.toBe(of({}, null, 0, null).key);
    expect(withoutTimes({ at: 1, b: 2, a: 3 }, { at: { type: 'time' } })).toBe('{"a":3,"b":2}');
  });

  test('is its window, its lead and its values for an intake with dedupe', () => {
    const hour = 3_600_000;
    const [window, lead] = of({}, null, hour).key.split(':').slice(1);
    expect([window, lead]).toEqual(['1', expect.stringMatching(/^[0-9a-f]{16}$/)]);
    expect(of({}, null, 2 * hour - 1)).toEqual(of({}, null, hour));
    expect(of({ email: ' A@X.example' }, null, hour)).toEqual(of({}, null, hour));
    const corrected = of({ name: 'Anna' }, null, hour).key.split(':');
    expect(corrected.slice(1, 3)).toEqual([window, lead]);
    expect(corrected[3]).not.toBe(of({}, null, hour).key.split(':')[3]);
    expect(of({ email: 'b@x.example' }, null, hour).key.split(':')[2]).not.toBe(lead);
    // Nobody: another one each time.
    const nobody = [of({ email: undefined }, null, hour).key, of({ email: ' ' }, null, hour).key];
    expect(nobody).toEqual([expect.stringMatching(/^nobody:/), expect.stringMatching(/^nobody:/)]);
    expect(nobody[0]).not.toBe(nobody[1]);
  });
});

test('the proof of consent belongs to the forms of the step', () => {
  const meta = (body: object, more: object = {}) =>
    metaOf(site, intakeOf('steps'), { body, page: '/p', address: null, userAgent: null, ...more } as never, 5);
  expect(meta({ step: 2, agree: true })).toMatchObject({ consent: { purpose: 'news', given: true, required: false } });
  expect(meta({ step: 2, agree: 'yes' })).toMatchObject({ consent: { given: null, address: null } });
  for (const body of [{ step: 1 }, { step: 3 }, {}]) expect(meta(body)).toEqual({ page: '/p' });
  expect(meta({ step: 1 }, { consent: { choice: { id: 'c1' } } })).toEqual({ page: '/p', consentId: 'c1' });
});

describe('an error response', () => {
  test.each(Object.entries(intakeErrors))('%s has its status and its text', (code, { status, message }) => {
    expect(refuse(messages, code as never)).toEqual({
      ...{ status, code, headers: {}, body: { code, message: messages[message] } },
    });
    expect(status).toBeGreaterThanOrEqual(400);
  });

  test('has the words and the members of its intake, which cannot replace its code', () => {
    const details = {
      message: 'No.',
      errors: { a: 'b' },
      headers: { 'Retry-After': '5' },
      values: { ok: false, code: 'x' },
    };
    expect(refuse(messages, 'invalid', details)).toMatchObject({
      ...{ headers: { 'Retry-After': '5' } },
      body: { ok: false, code: 'invalid', message: 'No.', errors: { a: 'b' } },
    });
    expect(refuse(messages, 'invalid', { message: null }).body).toMatchObject({ message: messages.refused });
  });
});
