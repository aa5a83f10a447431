/** Connections that clients open, keep and misuse. */
import { Agent, request as ask, createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { limitWaiting } from '../../../server/http/crowding.ts';
import { listen } from '../../../server/http/server.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { startTestServer, type TestServer, type TestServerOptions, until } from './running.ts';

let site: TestServer;
afterEach(() => site.stop());
const start = async (options: TestServerOptions = {}) => {
  site = await startTestServer(options);
};

/** Everything received for a raw request, until the connection closes. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(site.server.port, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    socket.on('error', reject).on('close', () => resolve(received));
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
  test('shows paths of the site, and hides all others', async () => {
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

/** Opens connections, writes to each, and counts those that the server closes. */
function open(port: number, count: number, text: string) {
  let closed = 0;
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) {
    socket
      .on('error', () => {})
      .on('close', () => {
        closed += 1;
      })
      .resume();
    if (text !== '') socket.write(text);
  }
  const opened = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  return { opened, closed: () => closed, end: () => sockets.map((socket) => socket.destroy()) };
}

describe('one address with many connections', () => {
  const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{';
  test.each([
    ['that say nothing', ''],
    ['whose request never ends', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['whose body never comes', post],
    ['that stay after an answer', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('keeps a limited number of those %s, and is still served', async (_, text) => {
    await start();
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.end('served'));
    });
    limitWaiting(server, 20);
    const port = await listen(server, 0, '127.0.0.1');
    const crowd = open(port, 50, text);
    try {
      await until(() => crowd.closed() >= 30);
      const reply = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } });
      expect([await reply.text(), crowd.closed()]).toEqual(['served', expect.toSatisfy((count: number) => count < 33)]);
    } finally {
      crowd.end();
      server.close();
    }
  });

  test('does not lose one whose response is slow', async () => {
    await start();
    const held: (() => void)[] = [];
    const server = createServer((_request, response) => {
      held.push(() => response.end('served'));
    });
    limitWaiting(server, 5);
    const port = await listen(server, 0, '127.0.0.1');
    const slow = fetch(`http://127.0.0.1:${port}`);
    await until(() => held.length === 1);
    const crowd = open(port, 50, '');
    try {
      await until(() => crowd.closed() >= 45);
      held[0]?.();
      expect(await (await slow).text()).toBe('served');
    } finally {
      crowd.end();
      server.close();
    }
  });

  test('leaves the rest of the 5,000 connections to other addresses', async () => {
    await start();
    const crowds: ReturnType<typeof open>[] = [];
    const closed = () => crowds.reduce((sum, crowd) => sum + crowd.closed(), 0);
    try {
      // In waves that fit the backlog of the listening socket.
      for (let wave = 0; wave < 4; wave += 1) {
        const crowd = open(site.server.port, 300, '');
        crowds.push(crowd);
        await crowd.opened;
      }
      await until(() => closed() >= 200);
      expect((await site.post('/api/checkout', { plano: 'basico' })).status).toBe(200);
      expect(closed()).toBeLessThan(210);
    } finally {
      for (const crowd of crowds) crowd.end();
    }
  });
});

describe('a stop', () => {
  test('closes each connection after its pending response', async () => {
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
