/** Every log line of a request and its error response have the same id. */
import { afterEach, describe, expect, test } from 'vitest';
import { StoreError } from '../../../server/store/errors.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { startTestServer, type TestServer, type TestServerOptions, until } from './running.ts';

let site: TestServer | null = null;
afterEach(async () => {
  await site?.stop();
  site = null;
});

const start = async (options: TestServerOptions = {}): Promise<TestServer> => {
  site = await startTestServer(options);
  return site;
};

const lead = { nome: 'Ana Souza', email: 'ana@x.example', phone: '11987654321', aceite: true };
const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const header = 'x-request-id';

const lines = (running: TestServer, event: string): Record<string, unknown>[] =>
  running.logged().filter((line) => line['event'] === event);

/** The ids of the requests logged so far, once there are `count`. */
async function requestIds(running: TestServer, count: number): Promise<unknown[]> {
  await until(() => lines(running, 'request').length >= count);
  return lines(running, 'request').map((line) => line['requestId']);
}

/** A store that fails after a turn, so that concurrent requests overlap. */
const failing: NonNullable<TestServerOptions['openStore']> = async (dir, events) => {
  const store = await openSqliteStore({ dir, ...events });
  return {
    ...store,
    async submit() {
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new StoreError('STORE_FULL', 'injected');
    },
  };
};

test('each of several failed requests has its own id in its response and its log lines', async () => {
  const running = await start({ openStore: failing });
  const replies = await Promise.all(
    Array.from({ length: 4 }, (_, index) => running.post('/api/lead', { ...lead, email: `p${index}@x.example` })),
  );
  const ids = replies.map((reply) => reply.headers.get(header));
  expect(replies.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  for (const id of ids) expect(id).toMatch(uuid);
  expect(new Set(ids).size).toBe(4);
  expect(new Set(await requestIds(running, 4))).toEqual(new Set(ids));
  expect(new Set(lines(running, 'intake-failed').map((line) => line['requestId']))).toEqual(new Set(ids));
});

describe('an error response has the id', () => {
  test.each([
    ['an unknown page', '/nao-existe', 404],
    ['an unknown intake', '/api/nada', 404],
    ['a malformed path', '/_f/flows/%E0%A4%A', 400],
  ])('%s', async (_, path, status) => {
    const running = await start();
    const reply = await running.get(path);
    expect([reply.status, reply.headers.get(header)]).toEqual([status, (await requestIds(running, 1))[0]]);
  });

  test('a request of the wrong method', async () => {
    const running = await start();
    const reply = await fetch(`${running.url}/sobre`, { method: 'PUT' });
    expect([reply.status, reply.headers.get(header)]).toEqual([405, (await requestIds(running, 1))[0]]);
  });
});

test('a response that succeeds has no id, because a cache may share it', async () => {
  const running = await start();
  for (const path of ['/', '/quiz', '/robots.txt', '/calendario/oficina.ics']) {
    const reply = await running.get(path);
    expect([path, reply.status, reply.headers.get(header)]).toEqual([path, 200, null]);
  }
});

describe('an id that a client sends', () => {
  const sent = { 'X-Request-Id': 'from-the-proxy-1' };

  test('is ignored by default', async () => {
    const running = await start();
    expect((await running.get('/nao-existe', sent)).headers.get(header)).toMatch(uuid);
  });

  test('is used when a header is configured', async () => {
    const running = await start({ env: { REQUEST_ID_HEADER: 'X-Request-Id' } });
    expect((await running.get('/nao-existe', sent)).headers.get(header)).toBe('from-the-proxy-1');
    expect(await requestIds(running, 1)).toEqual(['from-the-proxy-1']);
  });

  test.each(['short', 'with "quotes" in it', 'x'.repeat(129)])('is replaced when it is malformed: %s', async (id) => {
    const running = await start({ env: { REQUEST_ID_HEADER: 'X-Request-Id' } });
    expect((await running.get('/nao-existe', { 'X-Request-Id': id })).headers.get(header)).toMatch(uuid);
  });
});

test('work outside a request has no id', async () => {
  const running = await start();
  expect(lines(running, 'listening')[0]).not.toHaveProperty('requestId');
});
