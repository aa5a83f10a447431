/** Connectors of a site's own: their code makes the request; the engine sends it and decides about failures. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import type { SiteDestination } from '../../../engine/deliveries/kinds.ts';
import { noExtensions } from '../../../engine/extensions/extensions.ts';
import type { ConnectorFile } from '../../../schemas/extensions/extensions.js';
import type { SendResult } from '../../../server/outbox/connector.ts';
import { openOwn } from '../../../server/outbox/connectors/extension/connector.ts';
import { type Sink, startSink } from '../../harness/sink.ts';

let sink: Sink;
let extension: ConnectorFile | undefined;
beforeAll(async () => {
  sink = await startSink();
});
afterAll(() => sink.stop());
beforeEach(() => sink.answer(200));

const site = () =>
  ({
    extensions: { ...noExtensions, connectors: extension === undefined ? {} : { crm: extension } },
  }) as SiteDefinition;

/** Sends one message. */
async function send(request: ConnectorFile['request'] | null, more: Partial<ConnectorFile> = {}, isPrivate = true) {
  extension = request === null ? undefined : { description: 'A CRM.', request, ...more };
  const destination: SiteDestination = {
    type: 'extension',
    connector: 'crm',
    private: isPrivate,
    with: { token: 'secret' },
  };
  const connector = openOwn(destination, { site, clock: Date.now });
  const message = {
    id: 'm1',
    dedupeKey: 'm1',
    createdAt: 1_795_500_000_000,
    sequence: 7,
    attempt: 1,
    payload: { body: { nome: 'Ana' } },
  };
  const result = await connector.send(message, new AbortController().signal);
  connector.close?.();
  return result;
}

const toSink: ConnectorFile['request'] = ({ id, body }, { token }) => ({
  url: `${sink.url}/leads`,
  headers: { Authorization: `Bearer ${token}`, 'X-Id': id },
  body,
});

test('the request has the url, headers and body that the code returns', async () => {
  expect(await send(toSink)).toEqual({ result: 'delivered', detail: 'HTTP 200' });
  expect(sink.requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/leads',
    headers: { authorization: 'Bearer secret', 'x-id': 'm1', 'content-type': 'application/json' },
    body: '{"nome":"Ana"}',
  });
  await send((message, settings) => ({
    ...toSink(message, settings),
    headers: { 'Content-Type': 'text/csv' },
    body: 'Ana;1',
  }));
  expect(sink.requests.at(-1)).toMatchObject({ headers: { 'content-type': 'text/csv' }, body: 'Ana;1' });
});

test.each<[string, number, ConnectorFile['meaning'], SendResult]>([
  ['is delivered where it says so', 409, () => 'delivered' as const, { result: 'delivered', detail: 'HTTP 409' }],
  [
    'is never sent again where it says so',
    422,
    () => 'refused' as const,
    { result: 'refused', reason: 'HTTP 422, which crm never accepts' },
  ],
  [
    'is tried again where a success means nothing',
    200,
    () => 'failed' as const,
    { result: 'failed', reason: 'HTTP 200, a failure for crm' },
  ],
  [
    'is tried again where its code fails',
    200,
    () => {
      throw new Error('Ana');
    },
    { result: 'failed', reason: 'HTTP 200, a failure for crm' },
  ],
  ['is judged by its status otherwise', 503, undefined, { result: 'failed', reason: 'HTTP 503' }],
])('an answer %s', async (_name, status, meaning, result) => {
  sink.answer(status);
  expect(await send(toSink, meaning === undefined ? {} : { meaning })).toEqual(result);
});

test.each<[string, ConnectorFile['request'] | null, string]>([
  [
    'its code fails',
    () => {
      throw new TypeError('ana@example.com');
    },
    'the connector crm failed (TypeError)',
  ],
  ['it returns no url', () => ({}) as never, 'the connector crm returned no url'],
  [
    'it sets a header of the connection',
    () => ({ url: sink.url, headers: { Host: 'evil' }, body: 1 }),
    'the connector crm cannot set the header Host',
  ],
  ['its file is gone', null, 'extensions/connectors/crm.ts is missing'],
])('a message waits while %s, and its values are in no reason', async (_name, request, reason) => {
  const before = sink.requests.length;
  expect(await send(request)).toEqual({ result: 'failed', reason });
  expect(sink.requests).toHaveLength(before);
});

test('an address inside the network is refused unless the destination is private', async () => {
  const before = sink.requests.length;
  const result = await send(toSink, {}, false);
  expect(result).toMatchObject({ result: 'failed', reason: expect.stringContaining('private: true') });
  expect(sink.requests).toHaveLength(before);
});
