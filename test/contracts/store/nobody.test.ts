/**
 * An empty e-mail address or telephone number is nobody's: a lead each, no guard, no deduplication. On every store.
 * `SUBMISSIONS=5000` sets the number of random submissions.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { createOwners } from '../../../server/intakes/owner.ts';
import { createIntakeRunner, type IntakeRunner } from '../../../server/intakes/runner.ts';
import { exportText, leadSiteOf, leadWriter } from '../../../server/leads/formats.ts';
import { zonedTimes } from '../../../server/leads/times.ts';
import { createRateLimit } from '../../../server/limits/rate-limit.ts';
import type { Lead, Store } from '../../../server/store/types.ts';
import { baseWith, load } from '../../unit/load/fixtures.ts';
import { type Place, stores } from './stores.ts';

const count = Number(process.env['SUBMISSIONS'] ?? 300);

const files = {
  'survey.form.yaml': `form: survey
fields:
  score: { type: nps, label: Score, required: Choose. }
  email: { type: email, label: E-mail, pii: email, rules: [{ rule: email, message: E-mail? }] }
  phone: { type: tel, label: Phone, countries: [BR], pii: phone }
`,
  'survey.api.yaml': `api: survey
intakes:
  survey:
    post: /api/survey
    form: survey
    records: surveys
    retention: { days: 9 }
    lookupBy: email
    dedupe: { by: [email], minutes: 10 }
  guarded:
    post: /api/guarded
    form: survey
    records: guarded
    retention: { days: 9 }
    lookupBy: email
    protect: { perPerson: 2 }
  owned:
    post: /api/owned
    form: survey
    records: owned
    retention: { days: 9 }
    lookupBy: phone
    ownerOnly: true
`,
};

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const empties = ['', '  ', undefined];

describe.each(stores)('$name store', ({ makePlace }) => {
  let place: Place;
  let store: Store;
  let runner: IntakeRunner;
  let site: SiteDefinition;

  beforeEach(async () => {
    const loaded = load(baseWith(files));
    expect(loaded.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    site = loaded.site as SiteDefinition;
    place = await makePlace();
    store = await place.open();
    const clock = () => 1_795_000_000_000;
    runner = createIntakeRunner({
      ...{ site, store, clock },
      ...{ limits: createRateLimit(clock), owners: createOwners(Buffer.from('secret')) },
    });
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  let senders = 0;
  /** Each submission comes from an address of its own, which has its own limit. */
  const send = (path: string, body: Record<string, unknown>, key: string | null = null) => {
    senders += 1;
    const address = `10.${senders >> 16}.${(senders >> 8) & 255}.${senders & 255}`;
    return runner.handle('POST', path, {
      ...{ body, key, page: null, address, userAgent: null, owner: [], cookie: null },
    });
  };
  const leads = (collection: string): Promise<Lead[]> => collect(store.leads({ collections: [collection] }));

  test.each(['email', 'phone'])('four people without %s are four leads', async (name) => {
    const path = name === 'email' ? '/api/survey' : '/api/owned';
    for (const [index, empty] of [...empties, ''].entries())
      expect(await send(path, { score: '7', [name]: empty }, `key-number-${index}`)).toMatchObject({ status: 200 });
    const found = await leads(name === 'email' ? 'surveys' : 'owned');
    expect(found.map(({ subject, submissions }) => [subject, submissions])).toEqual(Array(4).fill([null, 1]));
  });

  test('two people with equal answers and without a key are two, a person who repeats is one', async () => {
    for (const email of ['', '', 'ana@x.example', 'ANA@x.example']) await send('/api/survey', { score: '7', email });
    expect((await leads('surveys')).map(({ subject }) => subject)).toEqual([null, null, 'ana@x.example']);
  });

  test('the limit of a person is none for nobody', async () => {
    const statuses = async (email: unknown) => {
      const replies = [];
      for (let nth = 0; nth < 4; nth++)
        replies.push((await send('/api/guarded', { score: String(nth), email })).status);
      return replies;
    };
    expect(await statuses('ana@x.example')).toEqual([200, 200, 429, 429]);
    for (const empty of empties) expect(await statuses(empty)).toEqual([200, 200, 200, 200]);
  });

  test('a subject that is empty has no owner', async () => {
    for (let nth = 0; nth < 3; nth++)
      expect(await send('/api/owned', { score: String(nth), phone: '' })).toMatchObject({ status: 200 });
    const phone = '+55 11 98765-4321';
    expect(await send('/api/owned', { score: '1', phone })).toMatchObject({ status: 200 });
    expect(await send('/api/owned', { score: '2', phone })).toMatchObject({ status: 403 });
  });

  test('a record of an earlier version with an empty subject is a lead of its own', async () => {
    for (const key of ['one', 'two'])
      await store.submit({
        ...{
          intake: 'survey',
          key,
          bodyHash: 'a'.repeat(64),
          collection: 'surveys',
          subject: '',
          data: { score: 7 },
          meta: {},
        },
        ...{ definition: 'd', receivedAt: 1, reply: { status: 200, body: {} }, deliveries: [] },
      } as never);
    expect((await leads('surveys')).map(({ subject, submissions }) => [subject, submissions])).toEqual([
      [null, 1],
      [null, 1],
    ]);
  });

  test('leads, exports and deduplication agree with a model', async () => {
    const submission = fc.record({
      score: fc.integer({ min: 0, max: 2 }).map(String),
      email: fc.constantFrom('', ' ', undefined, 'ana@x.example', 'Ana@X.example', 'bia@x.example', 'caio@x.example'),
      key: fc.constantFrom(null, null, 'first', 'second'),
    });
    const [all = []] = fc.sample(fc.array(submission, { minLength: count, maxLength: count, size: 'max' }), {
      seed: 3,
      numRuns: 1,
    });
    // The model: the first submission under an identity counts; an identity is a key with its own number, or a person's answers.
    const stored = new Map<string, { person: string; score: string }>();
    let nobody = 0;
    for (const [index, { score, email, key }] of all.entries()) {
      const person = (email ?? '').trim().toLowerCase();
      const keyed = key === null ? null : `${key}-${index % 50}-${score}-${(email ?? '').trim()}`;
      const identity = keyed ?? (person === '' ? `nobody ${nobody++}` : `${person} ${score}`);
      if (!stored.has(identity)) stored.set(identity, { person, score });
      const reply = await send(
        '/api/survey',
        { score, email },
        keyed === null ? null : Buffer.from(keyed).toString('hex'),
      );
      expect(reply.status).toBe(200);
    }
    const rows = [...stored.values()];
    const people = new Set(rows.map(({ person }) => person).filter((person) => person !== ''));
    const expected = people.size + rows.filter(({ person }) => person === '').length;

    const found = await leads('surveys');
    expect(found).toHaveLength(expected);
    expect(found.reduce((sum, { submissions }) => sum + submissions, 0)).toBe(rows.length);
    const writer = leadWriter('csv', leadSiteOf(site, zonedTimes('UTC')), ['surveys']);
    const text = (await collect(exportText(store.leads({ collections: ['surveys'] }), writer))).join('');
    expect(text.trimEnd().split('\r\n')).toHaveLength(expected + 1);
  });
});
