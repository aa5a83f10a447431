/** Connections as clients open, keep and misuse them. */
import { Agent, request as ask } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { startTestServer, type TestServer, type TestServerOptions, until } from './running.ts';

let site: TestServer;
afterEach(() => site.stop());
const start = async (options: TestServerOptions = {}) => {
  site = await startTestServer(options);
};

/** Everything that comes back for a request written as it stands here, until the connection closes. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(site.server.port, '127.0.0.1', () => socket.write(text));
    let said = '';
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    socket.on('error', reject).on('close', () => resolve(said));
  });
}

describe('a request with two Host headers', () => {
  test.each(['/', '/api/quiz/result'])('is refused at %s', async (path) => {
    await start();
    const two = await exchange(`GET ${path} HTTP/1.1\r\nHost: casa.example\r\nHOST: evil.example\r\n\r\n`);
    expect(two).toMatch(/^HTTP\/1\.1 400 /);
    expect(two.toLowerCase()).toContain('connection: close');
    expect(await exchange(`GET ${path} HTTP/1.1\r\nHost: casa.example\r\nConnection: close\r\n\r\n`)).not.toMatch(
      / 400 /,
    );
  });
});

describe('the log', () => {
  test('shows a path that the site has, and nothing of one that it has not', async () => {
    await start();
    const unknown = [
      '/maria-souza',
      '/cpf/maria',
      '/quiz/maria',
      '/api/maria',
      '/assets/maria.svg',
      '/calendario/maria.ics',
    ];
    for (const path of ['/quiz', '/healthz', '/assets/quiz/assets/logo.svg', '/calendario/oficina.ics', ...unknown])
      await (await site.get(path)).arrayBuffer();
    const paths = (): unknown[] =>
      site
        .logged()
        .filter(({ event }) => event === 'request')
        .map(({ path }) => path);
    await until(() => paths().length === 10);
    expect(paths()).toEqual([
      '/quiz',
      '/healthz',
      '/assets/quiz/assets/logo.svg',
      '/calendario/oficina.ics',
      ...unknown.map(() => '(other)'),
    ]);
    expect(site.logText()).not.toContain('maria');
  });
});

describe('a stop', () => {
  test('ends each connection with the answer under way', async () => {
    let release = (): void => {};
    let reached = false;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await start({
      openStore: async (dir) => {
        const store = await openSqliteStore({ dir });
        return {
          ...store,
          submit: async (submission) => {
            reached = true;
            await held;
            return store.submit(submission);
          },
        };
      },
    });
    const body = JSON.stringify({ plano: 'basico' });
    const answer = new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
      ask(
        {
          port: site.server.port,
          path: '/api/checkout',
          method: 'POST',
          agent: new Agent({ keepAlive: true }),
          headers: { 'content-type': 'application/json', 'content-length': body.length },
        },
        (reply) => {
          reply.resume();
          resolve([reply.statusCode, reply.headers.connection]);
        },
      )
        .on('error', reject)
        .end(body);
    });
    await until(() => reached);
    const stopped = site.server.stop(5000);
    release();
    expect(await answer).toEqual([200, 'close']);
    expect(await stopped).toBe(true);
  });
});
