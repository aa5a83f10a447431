/** The webhook connector against a real server. */
import { createHmac, type KeyObject } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../../schemas/compiled.ts';
import type { WebhookDestination } from '../../../schemas/generated/types.ts';
import type { OutgoingMessage } from '../../../server/outbox/connector.ts';
import { openWebhook } from '../../../server/outbox/connectors/webhook/connector.ts';
import { readWebhookSecret, webhookSignature } from '../../../server/outbox/connectors/webhook/sign.ts';
import { type Sink, startSink } from '../../harness/sink.ts';

const key = Buffer.alloc(32, 7);
const secret = `whsec_${key.toString('base64')}`;
let now = Date.parse('2026-11-20T12:00:00Z');
let sink: Sink;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  sink = await startSink();
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await sink.stop();
});

const message = (body: Json, over: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  ...{ id: 'msg-1', dedupeKey: 'lead:crm:1', createdAt: now, sequence: 7, attempt: 1, payload: { body } },
  ...over,
});
function sender(settings: Partial<WebhookDestination> = {}, timeoutMs = 5_000) {
  const destination = { type: 'webhook', url: `${sink.url}/hook?token=s3cret`, private: true, ...settings } as const;
  const connector = openWebhook(destination, { clock: () => now }, { timeoutMs });
  closing.push(() => connector.close?.());
  return (sent = message({ name: 'Bia Lima' })) => connector.send(sent, new AbortController().signal);
}

describe('the signature', () => {
  test('of the published vector', () => {
    const published = readWebhookSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw') as KeyObject;
    expect(webhookSignature(published, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  test.each([
    '',
    'whsec_',
    'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    'whsec_c2hvcnQ=',
    'whsec_not base64 at all, but long enough',
  ])('needs more of a secret than %j', (text) => expect(readWebhookSecret(text)).toBeNull());

  test('covers the body as sent; the id stays and the time moves with each attempt', async () => {
    const send = sender({ secret });
    for (const attempt of [1, 2]) {
      expect(await send(message({ name: 'Ênio', n: 1 }, { attempt }))).toEqual({
        ...{ result: 'delivered', detail: 'HTTP 200' },
      });
      now += 90_000;
    }
    const seen = sink.requests.map(({ headers, body }) => {
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
      expect(signature).toBe(`v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`);
      expect(body).toBe('{"name":"Ênio","n":1}');
      return { id, at: Number(at) };
    });
    expect(seen.map(({ id }) => id)).toEqual(['msg-1', 'msg-1']);
    expect((seen[1]?.at ?? 0) - (seen[0]?.at ?? 0)).toBe(90);
  });

  test('is absent without a secret', async () => {
    await sender()();
    expect(sink.requests[0]?.headers).toMatchObject({ 'webhook-id': 'msg-1', 'content-type': 'application/json' });
    expect(sink.requests[0]?.headers).not.toHaveProperty('webhook-signature');
  });
});

test("a destination's headers are sent and may replace the content type", async () => {
  await sender({ headers: { 'Api-Token': 'abc', 'Content-Type': 'application/vnd.crm+json' } })();
  expect(sink.requests[0]?.headers).toMatchObject({ 'api-token': 'abc', 'content-type': 'application/vnd.crm+json' });
});

test.each([
  [201, { result: 'delivered', detail: 'HTTP 201' }],
  [302, { result: 'failed', reason: 'HTTP 302: redirects are not followed' }],
  [400, { result: 'failed', reason: 'HTTP 400' }],
  [401, { result: 'failed', reason: 'HTTP 401' }],
  [410, { result: 'paused', reason: 'HTTP 410' }],
  [413, { result: 'failed', reason: 'HTTP 413' }],
  [422, { result: 'failed', reason: 'HTTP 422' }],
  [503, { result: 'failed', reason: 'HTTP 503' }],
])('an answer of %i', async (status, result) => {
  sink.answer(status);
  expect(await sender()()).toEqual(result);
});

test.each([
  [429, '120', 120_000],
  [503, () => new Date(now + 45_000).toUTCString(), 45_000],
])('Retry-After of a %i is honoured', async (status, header, retryAfterMs) => {
  now = Date.parse('2026-11-20T12:00:00Z');
  const value = typeof header === 'string' ? header : header();
  sink.answer((_, response) => response.writeHead(status, { 'retry-after': value }).end());
  expect(await sender()()).toEqual({ result: 'failed', reason: `HTTP ${status}`, retryAfterMs });
});

test('a service that hangs fails in time', async () => {
  sink.answer(() => {});
  expect(await sender({}, 80)()).toEqual({ result: 'failed', reason: 'no answer in time' });
});

test('a body of the longest answers is sent, and one over 1 MB is refused', async () => {
  const fitting = 'x'.repeat(1024 * 1024 - 2);
  const send = sender();
  expect((await send(message(fitting))).result).toBe('delivered');
  expect(await send(message(`${fitting}x`))).toEqual({
    ...{ result: 'refused', reason: 'the body has 1048577 bytes; webhooks have at most 1048576' },
  });
  expect(sink.requests).toHaveLength(1);
});

test.each<[string, Partial<WebhookDestination>, string]>([
  ['an address inside the network', { private: false }, 'the destination is a loopback address'],
  ['a name of the machine', { private: false, url: 'https://localhost/' }, 'localhost resolves to a loopback address'],
  ['credentials in the address', { url: 'https://me:s3cret@crm.example/' }, 'contains a user name or a password'],
  ['a mistaken secret', { secret: 's3cret' }, 'the secret of the destination is not whsec_'],
  ['a header of the connection', { headers: { Host: 's3cret' } }, 'cannot set the header Host'],
  ['a header with a line break', { headers: { 'X-Key': 's3cret\nx: y' } }, 'a header of the destination contains'],
])('%s fails before anything is sent, and its reason repeats no secret', async (_, settings, reason) => {
  const result = await sender(settings)();
  expect(result).toEqual({ result: 'failed', reason: expect.stringContaining(reason) });
  expect(JSON.stringify(result)).not.toMatch(/s3cret|Bia/);
  expect(sink.requests).toEqual([]);
});

test('a status that the destination accepts means that the message has arrived', async () => {
  sink.answer(302);
  expect(await sender({ accepts: [302] })()).toEqual({ result: 'delivered', detail: 'HTTP 302' });
  sink.answer(301);
  expect(await sender({ accepts: [302] })()).toMatchObject({ result: 'failed' });
});

test('no reason repeats the query, the token or what a service answers', async () => {
  const answers: number[] = [200, 302, 400, 404, 410, 429, 500];
  const send = sender({ secret, headers: { Authorization: 'Bearer s3cret' } });
  const results: unknown[] = [];
  for (const status of answers) {
    sink.answer((request, response) => response.writeHead(status).end(`${request.path} ${request.body}`));
    results.push(await send());
  }
  await sink.stop();
  results.push(await send());
  sink = await startSink();
  expect(JSON.stringify(results)).not.toMatch(/s3cret|token|Bia|whsec/);
});
