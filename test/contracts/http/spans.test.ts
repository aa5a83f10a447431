/** OpenTelemetry: spans of requests reach a collector, without personal data. */
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSpanConfig } from '../../../server/span-config.ts';
import { StoreError } from '../../../server/store/errors.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { startTestServer, type TestServer, type TestServerOptions, until } from './running.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
}
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

let collector: Server;
let url: string;
let exported: { readonly path: string | undefined; readonly key: string | undefined; readonly body: Sent }[];
let status: number;
let site: TestServer | null = null;

beforeEach(async () => {
  exported = [];
  status = 200;
  collector = createServer(async (request, response) => {
    exported.push({
      path: request.url,
      key: request.headers['api-key'] as string | undefined,
      body: (await json(request)) as Sent,
    });
    response.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(collector.address() as { port: number }).port}`;
});
afterEach(async () => {
  await site?.stop();
  site = null;
  collector.closeAllConnections();
  collector.close();
});

async function start(env: Record<string, string> = {}, options: TestServerOptions = {}): Promise<TestServer> {
  site = await startTestServer({
    ...options,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '20', ...env },
  });
  return site;
}

const spans = (): SentSpan[] =>
  exported.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)),
  );
const valuesOf = (attributes: readonly Attribute[]): Record<string, string | undefined> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
const spanNamed = async (name: string): Promise<SentSpan> => {
  await until(() => spans().some((span) => span.name === name));
  return spans().find((span) => span.name === name) as SentSpan;
};

const lead = { nome: 'Ana Souza', email: 'ana@x.example', phone: '11987654321', aceite: true };

test('a lead is two spans of one trace: the request, and what it stores', async () => {
  const running = await start({
    OTEL_SERVICE_NAME: 'casa',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test%20run',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret%3D1',
  });
  const before = Date.now();
  expect((await running.post('/api/lead?nome=Ana', lead)).status).toBe(200);
  const request = await spanNamed('POST /api/lead');
  const stored = await spanNamed('store.submit');
  expect(request).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), kind: 2, status: {} });
  expect(request.parentSpanId).toBeUndefined();
  expect(stored).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId, kind: 1, status: {} });
  const [line] = running.logged().filter(({ event }) => event === 'request');
  expect(valuesOf(request.attributes)).toEqual({
    'http.request.method': 'POST',
    'url.path': '/api/lead',
    'http.response.status_code': '200',
    'funnel.request_id': line?.['requestId'],
  });
  expect(valuesOf(stored.attributes)).toEqual({
    'funnel.intake': 'lead',
    'funnel.collection': 'leads',
    'funnel.outcome': 'accepted',
  });
  const [from, storing, to] = [request.startTimeUnixNano, stored.startTimeUnixNano, request.endTimeUnixNano].map(
    (text) => Number(BigInt(text) / 1_000_000n),
  ) as [number, number, number];
  expect(from).toBeGreaterThanOrEqual(before - 50);
  expect(storing).toBeGreaterThanOrEqual(from);
  expect(to).toBeGreaterThanOrEqual(storing);
  const [sent] = exported;
  expect([sent?.path, sent?.key]).toEqual(['/v1/traces', 'secret=1']);
  expect(valuesOf(sent?.body.resourceSpans[0]?.resource.attributes ?? [])).toEqual({
    'service.name': 'casa',
    'deployment.environment': 'test run',
  });
});

test('a failed store makes both spans failed', async () => {
  const running = await start(
    {},
    {
      openStore: async (dir, events) => ({
        ...(await openSqliteStore({ dir, ...events })),
        submit: async () => {
          throw new StoreError('STORE_FULL', 'injected');
        },
      }),
    },
  );
  await running.post('/api/lead', lead);
  const stored = await spanNamed('store.submit');
  expect([stored.status, valuesOf(stored.attributes)['error.type']]).toEqual([{ code: 2 }, 'STORE_FULL']);
  expect((await spanNamed('POST /api/lead')).status).toEqual({ code: 2 });
});

test('spans contain nothing that a visitor sent', async () => {
  const running = await start();
  await running.post('/api/lead?nome=planted', lead);
  await running.get('/planted-path?nome=planted', { referer: 'https://planted.example/', 'user-agent': 'planted' });
  await until(() => spans().length === 3);
  const text = JSON.stringify(exported);
  for (const planted of ['planted', 'ana@', '11987654321', 'Souza']) expect(text).not.toContain(planted);
});

describe('a trace of a caller', () => {
  const caller = (flags: string) => ({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flags}` });

  test('is continued behind a trusted proxy', async () => {
    const running = await start({ TRUST_PROXY: '1' });
    await running.get('/sobre', caller('01'));
    expect(await spanNamed('GET /sobre')).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) });
  });

  test('is not recorded when the caller does not record it', async () => {
    const running = await start({ TRUST_PROXY: '1' });
    await running.get('/sobre', caller('00'));
    await running.get('/quiz', caller('01'));
    await spanNamed('GET /quiz');
    expect(spans().map(({ name }) => name)).toEqual(['GET /quiz']);
  });

  test('is ignored without a trusted proxy', async () => {
    const running = await start();
    await running.get('/sobre', caller('00'));
    expect((await spanNamed('GET /sobre')).traceId).not.toBe('a'.repeat(32));
  });
});

test('a collector that fails is reported, and visitors are served', async () => {
  status = 500;
  const running = await start();
  expect((await running.get('/')).status).toBe(200);
  await until(() => running.logged().some(({ event }) => event === 'spans-not-sent'));
  expect(running.logged().find(({ event }) => event === 'spans-not-sent')).toMatchObject({
    code: 'HTTP_500',
    spans: 1,
  });
  expect((await running.get('/')).status).toBe(200);
});

test('a stop sends the last spans', async () => {
  const running = await start({ OTEL_BSP_SCHEDULE_DELAY: '600000' });
  await running.get('/sobre');
  expect(spans()).toEqual([]);
  await running.server.stop();
  expect(spans().map(({ name }) => name)).toEqual(['GET /sobre']);
});

test('without an endpoint nothing is traced', async () => {
  const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: '' });
  await running.get('/sobre');
  await running.server.stop();
  expect(exported).toEqual([]);
});

describe('the environment', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
  const read = (env: Record<string, string>) => {
    const faults: string[] = [];
    return { config: readSpanConfig(env, faults), faults };
  };

  test('names the collector for all signals, or for traces only', () => {
    expect(read(endpoint).config?.url).toBe('http://collector:4318/v1/traces');
    expect(read({ ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://x/spans' }).config?.url).toBe(
      'http://x/spans',
    );
  });

  test.each([[{}], [{ ...endpoint, OTEL_SDK_DISABLED: 'true' }], [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }]])(
    '%j turns tracing off',
    (env) => expect(read(env)).toEqual({ config: null, faults: [] }),
  );

  test.each([
    [undefined, undefined, 1, true],
    ['always_on', undefined, 1, false],
    ['always_off', undefined, 0, false],
    ['traceidratio', '0.25', 0.25, false],
    ['parentbased_traceidratio', '0.5', 0.5, true],
  ])('the sampler %s %s records a share of %d', (sampler, share, ratio, parentBased) => {
    const env = {
      ...endpoint,
      ...(sampler === undefined ? {} : { OTEL_TRACES_SAMPLER: sampler }),
      ...(share === undefined ? {} : { OTEL_TRACES_SAMPLER_ARG: share }),
    };
    expect(read(env)).toMatchObject({ config: { ratio, parentBased }, faults: [] });
  });

  test.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }],
    [{ ...endpoint, OTEL_TRACES_SAMPLER: 'some' }],
    [{ ...endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'zipkin' }],
  ])('%j is a fault', (env) => expect(read(env).faults).toHaveLength(1));
});
