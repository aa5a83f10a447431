/** The connector of Meta's Conversions API against a real server. */
import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { personValues } from '../../../engine/values/person.ts';
import type { Json } from '../../../schemas/compiled.ts';
import type { MetaDestination } from '../../../schemas/generated/types.ts';
import { type MetaOptions, openMeta } from '../../../server/outbox/connectors/meta/connector.ts';
import { type Sink, startSink } from '../../harness/sink.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const day = 24 * 60 * 60 * 1000;
const email = hash('sha256', 'bia@x.example');
let sink: Sink;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  sink = await startSink();
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await sink.stop();
});

const client = {
  ...{ address: '8.8.4.4', userAgent: 'Browser/1', fbp: 'fb.1.1596403881668.1098115397' },
  fbc: 'fb.1.1554763741205.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk',
};
const stored = (over: Record<string, Json> = {}): Json => ({
  ...{ event: 'Lead', eventId: 'lead-1', time: now - 5_400, page: '/guia?email=bia@x.example#x' },
  ...{ user: { em: [email] }, data: { value: 0, currency: 'BRL' }, client },
  ...over,
});
function sender(settings: Partial<MetaDestination> = {}, options: MetaOptions = { timeoutMs: 5_000 }) {
  const destination = { type: 'meta', token: 's3cret&', pixel: '1234', ...settings } as const;
  const context = { clock: () => now, origin: () => 'https://site.example' };
  const connector = openMeta(destination, context, { base: sink.url, allowPrivate: true, ...options });
  closing.push(() => connector.close?.());
  return (payload: Json = stored()) =>
    connector.send(
      { id: 'm', dedupeKey: 'k', createdAt: now, sequence: 7, attempt: 1, payload },
      new AbortController().signal,
    );
}
const received = () => JSON.parse(sink.requests.at(-1)?.body ?? '') as { data: Record<string, unknown>[] };

test('an event arrives in the shape of the API', async () => {
  sink.answer((_, response) => response.end('{"events_received":1,"messages":[],"fbtrace_id":"A"}'));
  expect(await sender()()).toEqual({ result: 'delivered', detail: 'HTTP 200' });
  expect(sink.requests[0]?.path).toBe('/v26.0/1234/events?access_token=s3cret%26');
  expect(received()).toEqual({
    data: [
      {
        ...{ event_name: 'Lead', event_time: Math.floor((now - 5_400) / 1000), event_id: 'lead-1' },
        ...{ action_source: 'website', event_source_url: 'https://site.example/guia' },
        user_data: {
          em: [email],
          ...{ client_ip_address: '8.8.4.4', client_user_agent: 'Browser/1', fbp: client.fbp, fbc: client.fbc },
        },
        custom_data: { value: 0, currency: 'BRL' },
      },
    ],
  });
});

test('the test code and the version are sent', async () => {
  await sender({ testCode: 'TEST1', version: 'v27.0' })();
  expect(received()).toHaveProperty('test_event_code', 'TEST1');
  expect(sink.requests[0]?.path).toMatch(/^\/v27\.0\//);
});

test.each<[string, Record<string, Json>, Record<string, unknown>]>([
  ['an address inside the network is left out', { address: '10.0.0.7' }, { client_ip_address: undefined }],
  ['an IPv6 address is sent', { address: '2a00:1450::1' }, { client_ip_address: '2a00:1450::1' }],
  ['a fifth segment is kept', { fbp: `${client.fbp}.AQ` }, { fbp: `${client.fbp}.AQ` }],
  ['a made-up cookie is left out', { fbp: 'hello', fbc: 'fb.1.x.y' }, { fbp: undefined, fbc: undefined }],
  ['values without content are left out', { userAgent: null, address: null }, { client_user_agent: undefined }],
])('%s', async (_, over, expected) => {
  await sender()(stored({ client: { ...client, ...over } }));
  for (const [key, value] of Object.entries(expected))
    expect((received().data[0] as { user_data: Record<string, unknown> }).user_data[key]).toEqual(value);
});

describe('the time of an event', () => {
  test('is clamped if it is in the future', async () => {
    await sender()(stored({ time: now + day }));
    expect(received().data[0]).toHaveProperty('event_time', now / 1000);
  });

  test('may be 7 days ago and no longer', async () => {
    const send = sender();
    expect((await send(stored({ time: now - 7 * day }))).result).toBe('delivered');
    expect(await send(stored({ time: now - 7 * day - 1 }))).toEqual({
      result: 'refused',
      reason: expect.stringContaining('older than 7 days'),
    });
    expect(sink.requests).toHaveLength(1);
  });
});

test('an event that identifies nobody is refused', async () => {
  const nobody = { address: '127.0.0.1', userAgent: null, fbp: null, fbc: null };
  expect(await sender()(stored({ user: {}, client: nobody }))).toMatchObject({ result: 'refused' });
  expect(await sender()({ body: {} })).toEqual({ result: 'refused', reason: 'the message is not an event' });
});

test.each<[number, Record<string, unknown> | null, string, string]>([
  [400, { code: 190 }, 'paused', 'HTTP 400, error 190: the access token is not valid'],
  [401, { code: 190, error_subcode: 463 }, 'paused', 'error 190, subcode 463'],
  [400, { code: 100 }, 'refused', 'HTTP 400, error 100: Meta does not accept the event'],
  [400, { code: 100, error_subcode: 2804003 }, 'refused', 'subcode 2804003'],
  [400, { code: 100, error_subcode: 33 }, 'paused', 'the pixel is unknown'],
  [400, { code: 100, is_transient: true }, 'failed', 'HTTP 400, error 100'],
  [500, { code: 100 }, 'failed', 'HTTP 500, error 100'],
  [500, { code: 1 }, 'failed', 'HTTP 500, error 1'],
  [400, { code: 2 }, 'failed', 'error 2'],
  [400, { code: 4 }, 'failed', 'error 4'],
  [403, { code: 17, is_transient: false }, 'failed', 'error 17'],
  [403, { code: 200 }, 'failed', 'HTTP 403, error 200'],
  [400, { code: 'Bia' }, 'failed', 'HTTP 400, error unknown'],
  [503, null, 'failed', 'HTTP 503'],
  [302, null, 'failed', 'HTTP 302'],
])('%i with %j', async (status, error, result, reason) => {
  sink.answer((_, response) =>
    response
      .writeHead(status)
      .end(error === null ? 'Bia' : JSON.stringify({ error: { message: 'Invalid: Bia s3cret', type: 'X', ...error } })),
  );
  const given = await sender()();
  expect(given).toMatchObject({ result, reason: expect.stringContaining(reason) });
  expect(JSON.stringify(given)).not.toMatch(/Bia|s3cret/);
});

test('an answer that received no event is a failure', async () => {
  sink.answer((_, response) => response.end('{"events_received":0}'));
  expect(await sender()()).toEqual({ result: 'failed', reason: 'Meta received no event' });
});

test('a service that takes two seconds is heard', async () => {
  sink.answer((_, response) => setTimeout(() => response.end('{"events_received":1}'), 2_000));
  expect(await sender({}, {})()).toMatchObject({ result: 'delivered' });
});

test('a service that hangs fails', async () => {
  sink.answer(() => {});
  expect(await sender({}, { timeoutMs: 50 })()).toEqual({ result: 'failed', reason: 'no answer in time' });
});

test('a base address inside the network is refused unless the options permit it', async () => {
  expect(await sender({}, { allowPrivate: false })()).toEqual({
    result: 'failed',
    reason: expect.stringMatching(/^the destination is a loopback address/),
  });
  expect(sink.requests).toEqual([]);
});

test.each([
  [{ email: ' John_Smith@gmail.com ' }, 'em', '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
  [{ phone: '+1 (650) 555-1212' }, 'ph', 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'],
  [{ phone: '(11) 98765-4321' }, 'ph', '4fd70d38eff60fe8cf9f324b3979a076c595ebec57da7b6f0a5fb6a2b6723015'],
  [{ phone: '+55 11 98765-4321' }, 'ph', '029c7290f14c4516673508635f0519db95f7daf42057fd0e4ad1de84c5408a66'],
  [{ name: ' Vale\u0301ry ' }, 'fn', '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c'],
] as const)('the hash of %j is the one that Meta documents', (given, key, expected) =>
  expect(hash('sha256', personValues(given)[key])).toBe(expected),
);
