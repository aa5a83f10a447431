/** The messages that follow a submission, and the settings of destinations. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Purpose } from '../../../engine/consent/consent.ts';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { evaluate } from '../../../engine/expressions/evaluate.ts';
import { submissionScope } from '../../../engine/intakes/submission-scope.ts';
import { canonicalJson } from '../../../engine/values/canonical-json.ts';
import type { Code, Json, Payload } from '../../../schemas/compiled.ts';
import type { DeliveryDefinition } from '../../../schemas/generated/types.ts';
import { dueMessages, onTheirWay } from '../../../server/deliveries/due.ts';
import { messageEntries } from '../../../server/deliveries/entries.ts';
import { makePayload, submissionId } from '../../../server/deliveries/make.ts';
import { messagePayload } from '../../../server/deliveries/payloads.ts';
import { deliveryPlanOf, type MessageSettings, readPlan } from '../../../server/deliveries/plan.ts';
import { networkCookies } from '../../../server/outbox/cookies.ts';
import { settingsOf } from '../../../server/outbox/settings.ts';

const values: Record<string, Json> = { name: 'Zoë  da Silva', email: ' Zoe@Example.com ', phone: '(11) 98765-4321' };
const submission = submissionId('lead', 'key-12345678');
const all: ReadonlySet<Purpose> = new Set(['necessary', 'analytics', 'marketing']);

/** The messages of a submission, as they are made of what the store keeps of it. */
const sent = (
  deliver: Readonly<Record<string, DeliveryDefinition>>,
  {
    purposes = all,
    cookies = {},
    configured = true,
    site = {},
    values: given = values,
  }: {
    site?: Partial<MessageSettings>;
    values?: Readonly<Record<string, Json>>;
    purposes?: ReadonlySet<Purpose>;
    cookies?: Readonly<Record<string, string>>;
    configured?: boolean;
  } = {},
) => {
  const settings = { locale: 'pt-BR', timeZone: 'America/Sao_Paulo', ...site } as MessageSettings;
  const lookup = submissionScope(settings, given, null, () => submission);
  const permissions = { purposes, isConfigured: () => configured };
  const due = dueMessages({ deliver }, (code) => evaluate(code, lookup), permissions);
  const sender = { address: '192.0.2.7', userAgent: 'Browser', cookies, marketing: purposes.has('marketing') };
  const plan = deliveryPlanOf(settings, { id: 'lead', deliver });
  const stored = {
    ...{ key: 'key-12345678', meta: { page: '/guia' }, receivedAt: 1_795_000_000_000 },
    data: JSON.parse(canonicalJson(given)) as typeof given,
  };
  const entries = messageEntries({ id: 'lead', deliver }, due, {
    ...{ plan, visitor: 'v1', sender },
    evaluate: (code) => evaluate(code, lookup),
  }).map((entry) => ({ ...entry, ...makePayload(readPlan(plan), entry.delivery, entry.sender, stored) }));
  return { entries, onTheirWay: onTheirWay({ deliver }, due) };
};
const payloads = (result: ReturnType<typeof sent>) => result.entries.map(({ payload }) => payload);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const webhook: DeliveryDefinition = { kind: 'webhook', destination: 'crm' };
const meta: DeliveryDefinition = {
  kind: 'meta',
  destination: 'ads',
  event: 'Lead',
  user: { email: ['$', 'email'], phone: ['$', 'phone'], name: ['$', 'name'] },
  data: { value: 0 },
};

describe('messages', () => {
  test('contain all values by default, or those of the body at any depth', () => {
    expect(payloads(sent({ crm: webhook }))).toEqual([{ body: values }]);
    const body: Payload = {
      members: { person: { members: { mail: { code: ['$', 'email'] } } }, tags: { list: [{ code: 'x' }] } },
    };
    expect(payloads(sent({ crm: { ...webhook, body } }))).toEqual([
      { body: { person: { mail: ' Zoe@Example.com ' }, tags: ['x'] } },
    ]);
  });

  test('are left out where the condition does not hold, or an e-mail has no recipient', () => {
    const email: DeliveryDefinition = { kind: 'email', destination: 'post', template: 'hello', to: ['$', 'email'] };
    const result = sent({
      a: { ...webhook, when: ['==', ['$', 'name'], 'Other'] },
      b: { ...email, to: ['$', 'missing'] },
      c: { ...email, values: { nome: ['$', 'name'] } },
    });
    expect(payloads(result)).toEqual([
      { template: 'hello', to: ' Zoe@Example.com ', values: { nome: 'Zoë  da Silva' } },
    ]);
    expect(result.onTheirWay).toEqual({ a: false, b: false, c: true });
  });

  test('of an ads network contain only hashes of the person, and what identifies the browser', () => {
    const { entries } = sent({ lead: meta }, { cookies: networkCookies('_fbp=fb.1.2.3; other=x; _fbc=fb.1.2.Ab_c-d') });
    expect(entries[0]?.payload).toEqual({
      ...{ event: 'Lead', eventId: submission, time: 1_795_000_000_000, page: '/guia', data: { value: 0 } },
      user: {
        ...{ em: [sha256('zoe@example.com')], ph: [sha256('11987654321')] },
        ...{ fn: [sha256('zoë')], ln: [sha256('silva')] },
      },
      client: { address: '192.0.2.7', userAgent: 'Browser', fbp: 'fb.1.2.3', fbc: 'fb.1.2.Ab_c-d' },
    });
    expect(JSON.stringify(entries)).not.toMatch(/zo[eë]|silva|98765/i);
  });

  test('contain the hash of a number with and without its country code', () => {
    const masks = { br: { formats: ['(##) #####-####'], prefixes: ['55'] } };
    const site = { phoneCode: '55', phoneMask: 'br', masks };
    for (const phone of ['11987654321', '+55 11 98765-4321']) {
      const { entries } = sent({ lead: meta }, { site, values: { ...values, phone } });
      // The vectors of the reference.
      const [payload] = entries.map((entry) => entry.payload as { readonly user: { readonly ph: readonly string[] } });
      expect(payload?.user.ph).toEqual([
        '4fd70d38eff60fe8cf9f324b3979a076c595ebec57da7b6f0a5fb6a2b6723015',
        '029c7290f14c4516673508635f0519db95f7daf42057fd0e4ad1de84c5408a66',
      ]);
    }
    // The mask and the code are not those of a number of another country.
    const { entries } = sent({ lead: meta }, { site, values: { ...values, phone: '+12125550123' } });
    expect(JSON.stringify(entries.map(({ payload }) => payload))).toContain(`"ph":["${sha256('12125550123')}"]`);
  });

  test('have a key where they are sent once per value', () => {
    const keys = (deliver: Readonly<Record<string, DeliveryDefinition>>) =>
      sent(deliver).entries.map(({ dedupeKey }) => dedupeKey);
    expect(keys({ a: webhook, b: webhook })).toEqual([null, null]);
    const [once] = keys({ a: { ...webhook, once: ['$', 'email'] } });
    expect(once).toMatch(/^lead:a:[0-9a-f]{32}$/);
    expect(keys({ b: { ...webhook, once: ['$', 'name'] } })).not.toContain(once);
    const { entries } = sent({ a: { ...webhook, once: ['$', 'email'] } }, { values: { ...values, email: '' } });
    expect(entries.map(({ dedupeKey }) => dedupeKey)).toEqual([null]);
  });

  test('contain the same, made of the request or of what is stored of it', () => {
    const odd: Record<string, Json> = { ...values, z: -0, a: 1e21, list: [0.1, null, { b: 'ç"\u2028', a: true }] };
    const cookies = { _ga: 'GA1.1.1.2', _fbp: 'fb.1.2.3' };
    const deliver: Record<string, DeliveryDefinition> = {
      ...{
        whole: webhook,
        lead: meta,
        event: { kind: 'ga4', destination: 'g', event: 'e', params: { n: ['$', 'a'] } },
      },
      mail: { kind: 'email', destination: 'post', template: 'hello', to: ['$', 'email'] },
    };
    const site: Partial<MessageSettings> = { consent: { mode: 'opt-in', version: '1', policy: '/' } };
    const request = {
      ...{ site, values: odd, submission, at: 1_795_000_000_000, page: '/guia', address: '192.0.2.7' },
      ...{ userAgent: 'Browser', cookies, marketing: true },
      evaluate: (code: Code) => evaluate(code, (name) => odd[name] ?? null),
    };
    const atOnce = Object.values(deliver).map((delivery) => messagePayload(delivery, request));
    expect(payloads(sent(deliver, { site, values: odd, cookies }))).toEqual(
      JSON.parse(JSON.stringify(atOnce)) as typeof atOnce,
    );
  });

  test('that cannot be made say why, and stop no other', () => {
    const broken: DeliveryDefinition = { ...webhook, body: { code: ['/', 1, ['-', ['size', ['$', 'name']], 13]] } };
    expect(sent({ a: broken, constructor: webhook }).entries).toMatchObject([
      { delivery: 'a', status: 'waiting', fault: 'not computed: divide-by-zero', payload: null },
      { delivery: 'constructor', status: 'waiting', fault: null, payload: { body: values } },
    ]);
    expect(sent({ constructor: { ...webhook, when: false }, b: webhook }).entries).toMatchObject([{ delivery: 'b' }]);
  });

  test('wait for consent and for settings', () => {
    const statuses = (options: Parameters<typeof sent>[1]) => {
      const result = sent({ crm: webhook, lead: meta }, options);
      return [result.entries.map(({ status }) => status), result.onTheirWay];
    };
    expect(statuses({})).toEqual([['waiting', 'waiting'], { crm: true, lead: true }]);
    expect(statuses({ purposes: new Set(['necessary']) })).toEqual([
      ['waiting', 'withheld'],
      { crm: true, lead: false },
    ]);
    expect(statuses({ configured: false })).toEqual([['unconfigured', 'unconfigured'], { crm: false, lead: false }]);
    expect(
      sent({ lead: { ...meta, purpose: 'necessary' } }, { purposes: new Set(['necessary']) }).entries,
    ).toMatchObject([{ purpose: 'necessary', status: 'waiting', kind: 'meta', destination: 'ads', delivery: 'lead' }]);
  });
});

test('cookies of networks are read, and values that no network writes are not', () => {
  expect(networkCookies('a=b; _ga=GA1.1.123.456;_fbp=fb.1.x')).toEqual({ _ga: 'GA1.1.123.456', _fbp: 'fb.1.x' });
  expect(networkCookies('_fbp=<script>; _fbc=')).toEqual({});
  expect(networkCookies(null)).toEqual({});
});

describe('settings', () => {
  const site = {
    site: { integrations: { pixel: { id: '12345', script: '' } } },
    destinations: {
      crm: { type: 'webhook', url: '$CRM_URL', headers: { Token: '$CRM_TOKEN', Plain: 'x$Y' } },
      post: { type: 'email', from: 'a@b.co' },
      ads: { type: 'meta', token: '$META_TOKEN', testCode: '$META_TEST' },
    },
  } as unknown as SiteDefinition;

  test('have the values of the environment', () => {
    expect(settingsOf(site, 'crm', { CRM_URL: 'https://crm.example/$x', CRM_TOKEN: ' t ' })).toEqual({
      ok: true,
      settings: { type: 'webhook', url: 'https://crm.example/$x', headers: { Token: 't', Plain: 'x$Y' } },
    });
    expect(settingsOf(site, 'crm', { CRM_URL: ' ' })).toEqual({ ok: false, missing: ['CRM_URL', 'CRM_TOKEN'] });
    expect(settingsOf(site, 'other', {})).toEqual({ ok: false, missing: [] });
  });

  test('have the names that operators expect, and optional ones may lack', () => {
    expect(settingsOf(site, 'post', {})).toEqual({ ok: false, missing: ['SMTP_URL'] });
    expect(settingsOf(site, 'ads', { META_TOKEN: 't' })).toEqual({
      ok: true,
      settings: { type: 'meta', token: 't', testCode: undefined, pixel: '12345' },
    });
  });
});

test('an event for Google contains the consent to marketing where visitors are asked', () => {
  const ga4: DeliveryDefinition = { kind: 'ga4', destination: 'google', event: 'generate_lead' };
  const asked: Partial<MessageSettings> = { consent: { mode: 'opt-in', version: '1', policy: '/' } };
  const marketing = (site: Partial<MessageSettings>, purposes: readonly Purpose[]) =>
    payloads(sent({ ga4 }, { site, purposes: new Set(purposes) })).map(
      (payload) => (payload as Record<string, Json>)['marketing'],
    );
  expect(marketing(asked, ['necessary', 'analytics', 'marketing'])).toEqual([true]);
  expect(marketing(asked, ['necessary', 'analytics'])).toEqual([false]);
  expect(marketing({}, ['necessary', 'analytics', 'marketing'])).toEqual([undefined]);
});
