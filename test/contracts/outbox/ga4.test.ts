/** The connector of GA4's Measurement Protocol against a real server. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../../schemas/compiled.ts';
import type { Ga4Destination } from '../../../schemas/generated/types.ts';
import { clientIdOf, openGa4 } from '../../../server/outbox/connectors/ga4/connector.ts';
import { type Sink, startSink } from '../../harness/sink.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
let sink: Sink;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  sink = await startSink();
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await sink.stop();
});

const stored = { clientId: 'GA1.1.123.456', event: 'generate_lead', params: { value: 7 }, time: now - 5_400 };
function sender(settings: Partial<Ga4Destination> = {}, timeoutMs = 5_000) {
  const destination = { type: 'ga4', measurement: 'G-ABC123DEF4', secret: 's3cret&', ...settings } as const;
  const connector = openGa4(destination, { clock: () => now }, { base: sink.url, allowPrivate: true, timeoutMs });
  closing.push(() => connector.close?.());
  return (payload: Json = stored) =>
    connector.send(
      { id: 'm', dedupeKey: 'k', createdAt: now, sequence: 7, attempt: 1, payload },
      new AbortController().signal,
    );
}
const answer = (status: number, body: unknown) =>
  sink.answer((_, response) => response.writeHead(status).end(JSON.stringify(body)));

test('an event arrives in the shape of the protocol', async () => {
  sink.answer(204);
  expect(await sender()()).toEqual({ result: 'delivered', detail: 'HTTP 204' });
  expect(sink.requests[0]?.path).toBe('/mp/collect?measurement_id=G-ABC123DEF4&api_secret=s3cret%26');
  expect(JSON.parse(sink.requests[0]?.body ?? '')).toEqual({
    client_id: '123.456',
    timestamp_micros: (now - 5_400) * 1000,
    events: [{ name: 'generate_lead', params: { value: 7 } }],
  });
});

test.each([
  [true, 'GRANTED'],
  [false, 'DENIED'],
])('a visitor who was asked, and allows marketing: %s', async (marketing, consent) => {
  sink.answer(204);
  await sender()({ ...stored, marketing });
  expect(JSON.parse(sink.requests[0]?.body ?? '')).toHaveProperty('consent', {
    ad_user_data: consent,
    ad_personalization: consent,
  });
});

test('a time in the future is clamped, and a message of another kind refused', async () => {
  await sender()({ ...stored, time: now + 1 });
  expect(JSON.parse(sink.requests[0]?.body ?? '')).toHaveProperty('timestamp_micros', now * 1000);
  expect(await sender()({ body: {} })).toEqual({ result: 'refused', reason: 'the message is not an event' });
});

test.each([
  ['GA1.1.123.456', '123.456'],
  ['GA1.2-2.123.456', '123.456'],
])('the client id of %s is %s', (given, id) => expect(clientIdOf(given)).toBe(id));

test('without the cookie, a submission has a client id of its own that stays', () => {
  const ids = ['a'.repeat(32), 'b'.repeat(32), 'GA1.1.made-up'].map(clientIdOf);
  for (const id of ids) expect(id).toMatch(/^\d{1,10}\.\d{1,10}$/);
  expect(new Set(ids).size).toBe(3);
  expect(clientIdOf('a'.repeat(32))).toBe(ids[0]);
});

test('a failure is one, and its reason has no secret', async () => {
  answer(500, 'api_secret=s3cret');
  expect(await sender()()).toEqual({ result: 'failed', reason: 'HTTP 500' });
  sink.answer(() => {});
  expect(await sender({}, 80)()).toEqual({ result: 'failed', reason: 'no answer in time' });
});

describe('with debug: true', () => {
  test('a valid event is checked and not recorded', async () => {
    answer(200, { validationMessages: [] });
    expect(await sender({ debug: true })()).toEqual({
      ...{ result: 'delivered', detail: 'valid; the validation server records nothing' },
    });
    expect(sink.requests[0]?.path).toMatch(/^\/debug\/mp\/collect\?/);
  });

  test('mistakes are failures with their codes, not with what was sent', async () => {
    const description = 'The value bia@x.example is not valid';
    answer(200, {
      validationMessages: [
        { fieldPath: 'events[0].name', description, validationCode: 'NAME_INVALID' },
        { fieldPath: 'a bia@x.example', description, validationCode: 'VALUE_INVALID' },
      ],
    });
    expect(await sender({ debug: true })()).toEqual({
      result: 'failed',
      reason: 'not valid: NAME_INVALID at events[0].name, VALUE_INVALID at unknown',
    });
    sink.answer(200);
    expect(await sender({ debug: true })()).toMatchObject({ result: 'failed' });
  });
});
