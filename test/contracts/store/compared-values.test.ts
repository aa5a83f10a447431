/**
 * What an intake compares: `dedupe` and `lookupBy` take an e-mail address in any case and a telephone number in any
 * writing as one, wherever the definitions mark the value as such. On every store.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { createOwners } from '../../../server/intakes/owner.ts';
import { createIntakeRunner, type IntakeRunner } from '../../../server/intakes/runner.ts';
import { createRateLimit } from '../../../server/limits/rate-limit.ts';
import type { Store } from '../../../server/store/types.ts';
import { base, baseWith, load } from '../../unit/load/fixtures.ts';
import { type Place, stores } from './stores.ts';

const files = {
  'people.form.yaml': `form: people
fields:
  mail: { type: email, label: E-mail, pii: email, rules: [{ rule: email, message: E-mail? }] }
  fone: { type: tel, label: Phone, countries: [BR, PT], pii: phone }
`,
  'more.api.yaml': `api: more
intakes:
  by-mail:
    post: /api/by-mail
    input: { mail: { type: text, pii: email }, note: { type: text, optional: true } }
    records: by_mail
    retention: { days: 9 }
    lookupBy: mail
    dedupe: { by: [mail], minutes: 10 }
  mail-found:
    get: /api/mail-found
    input: { mail: { type: text, pii: email } }
    records: by_mail
    lookupBy: mail
    response: { note: note }
  known:
    post: /api/known
    input: { mail: { type: text, pii: email } }
    require: { records: by_mail, message: Who is this? }
    records: known
    retention: { days: 9 }
    lookupBy: mail
  by-phone:
    post: /api/by-phone
    input: { phone: { type: text, pii: phone } }
    records: by_phone
    retention: { days: 9 }
    lookupBy: phone
    dedupe: { by: [phone], minutes: 10 }
  phone-found:
    get: /api/phone-found
    input: { phone: { type: text, pii: phone } }
    records: by_phone
    lookupBy: phone
    response: { phone: phone }
  people:
    post: /api/people
    form: people
    records: people
    retention: { days: 9 }
    lookupBy: fone
  person-found:
    get: /api/person-found
    input: { number: { type: text } }
    records: people
    lookupBy: number
    response: { mail: mail }
`,
};
const masks = `masks: { br: { formats: ['(##) ####-####', '(##) #####-####'], prefixes: ['55', '0'] } }\nphoneMask: br\n`;

describe.each(stores)('$name store', ({ makePlace }) => {
  let place: Place;
  let store: Store;
  let runner: IntakeRunner;

  beforeEach(async () => {
    const { text } = base.find(({ path }) => path === 'site.yaml') as { text: string };
    const { site, problems } = load(baseWith({ ...files, 'site.yaml': text + masks }));
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    place = await makePlace();
    store = await place.open();
    const clock = () => 1_795_000_000_000;
    runner = createIntakeRunner({
      ...{ site: site as SiteDefinition, store, clock },
      ...{ limits: createRateLimit(clock), owners: createOwners(Buffer.from('secret')) },
    });
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const send = (method: 'GET' | 'POST', name: string, body: Record<string, string>) =>
    runner.handle(method, `/api/${name}`, {
      ...{ body, key: null, page: null, address: '203.0.113.7', userAgent: null, owner: [] },
    });
  const stored = async (records: string) => (await store.list(records)).map(({ data }) => data);

  test('takes an e-mail address in any case as one person', async () => {
    expect(await send('POST', 'known', { mail: 'ana@x.br' })).toMatchObject({ status: 404 });
    expect((await send('POST', 'by-mail', { mail: 'Ana@x.br', note: 'a' })).status).toBe(200);
    expect((await send('POST', 'by-mail', { mail: ' ana@X.br ', note: 'a' })).status).toBe(200);
    // Once, as it was written first.
    expect(await stored('by_mail')).toEqual([{ mail: 'Ana@x.br', note: 'a' }]);
    expect(await send('GET', 'mail-found', { mail: 'ANA@x.br' })).toMatchObject({ status: 200, body: { note: 'a' } });
    expect(await send('GET', 'mail-found', { mail: 'eva@x.br' })).toMatchObject({ status: 404 });
    expect(await send('POST', 'known', { mail: 'aNa@x.br' })).toMatchObject({ status: 200 });
  });

  test('takes a telephone number in any writing as one, but not words in place of it', async () => {
    for (const phone of ['(81) 98765-4321', '+55 81 98765 4321', '081 987654321'])
      expect((await send('POST', 'by-phone', { phone })).status).toBe(200);
    expect(await stored('by_phone')).toHaveLength(1);
    expect(await send('GET', 'phone-found', { phone: '81987654321' })).toMatchObject({ status: 200 });
    for (const phone of ['none', 'later']) await send('POST', 'by-phone', { phone });
    expect(await stored('by_phone')).toHaveLength(3);
    expect(await send('GET', 'phone-found', { phone: 'None of them' })).toMatchObject({ status: 404 });
  });

  test('finds by the form in which another intake stores the subject', async () => {
    const person = { mail: 'ana@x.br', fone: '81987654321', fone_country: 'BR' };
    expect(await send('POST', 'people', person)).toMatchObject({ status: 200 });
    expect(await stored('people')).toMatchObject([{ fone: '+5581987654321' }]);
    for (const number of ['+5581987654321', '+55 (81) 98765-4321', '5581987654321'])
      expect(await send('GET', 'person-found', { number }), number).toMatchObject({
        status: 200,
        body: { mail: 'ana@x.br' },
      });
  });
});
