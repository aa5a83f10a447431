/**
 * A proxy between visitors and a server that answers submissions itself: portals, firewalls, caches, cut connections. Each
 * lie says whether the server receives the submission.
 */
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Received {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Lie {
  readonly name: string;
  /** Answers a submission. `forward` gives it to the server. */
  answer(exchange: {
    readonly socket: Socket;
    readonly request: IncomingMessage;
    readonly forward: () => Promise<Received>;
  }): Promise<void> | void;
}

export interface LyingProxy {
  readonly url: string;
  /** The lie that answers a submission with this body; null passes it on. */
  choose: (body: string) => Lie | null;
  close(): void;
}

const html = '<!doctype html><title>Wi-Fi</title><form method="post"><input name="room"></form>';

const write = (socket: Socket, status: string, headers: Readonly<Record<string, string>>, body: string): void => {
  const lines = Object.entries({ connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
};

const sized = (type: string, body: string): Readonly<Record<string, string>> => ({
  ...(type === '' ? {} : { 'content-type': type }),
  'content-length': String(Buffer.byteLength(body)),
});

const said = (name: string, status: string, type: string, body: string, headers: Record<string, string> = {}): Lie => ({
  name,
  answer: ({ socket }) => write(socket, status, { ...sized(type, body), ...headers }, body),
});

/** The server stores the submission, and something else is answered. */
const stored = (name: string, answer: (socket: Socket, reply: Received) => void): Lie => ({
  name,
  answer: async ({ socket, forward }) => answer(socket, await forward()),
});

const json = 'application/json; charset=utf-8';
const bodies: readonly (readonly [name: string, type: string, body: string])[] = [
  ['a page', 'text/html', html],
  ['a page as JSON', json, html],
  ['nothing', json, ''],
  ['an empty object', json, '{}'],
  ['a list', json, '[]'],
  ['null', json, 'null'],
  ['a text', json, '"ok"'],
  ['true', json, 'true'],
  ['zero', json, '0'],
  ['success of a stranger', json, '{"success":true}'],
  ['a message of a stranger', json, '{"message":"Login ok","redirectUrl":"/portal"}'],
  ['plain text', 'text/plain', 'OK'],
  ['half an object', json, '{"success":tr'],
  ['a byte order mark', json, '\uFEFF{"success":true}'],
  ['no type', '', '{"success":true}'],
];

/** The ways in which a submission is answered by something else than the intake. */
export const lies: readonly Lie[] = [
  ...bodies.map(([name, type, body]) => said(`200 with ${name}`, '200 OK', type, body)),
  ...(['201 Created', '202 Accepted', '203 Non-Authoritative', '206 Partial Content', '226 IM Used'] as const).map(
    (status) => said(`${status} with success`, status, json, '{"success":true}'),
  ),
  said('204', '204 No Content', '', ''),
  said('205', '205 Reset Content', '', ''),
  said('the key of another submission', '200 OK', json, '{"success":true}', { 'call-key': 'another-key-of-somebody' }),
  said('an empty key', '200 OK', json, '{"success":true}', { 'call-key': '' }),
  ...[301, 302, 303, 307, 308].map((status) =>
    said(`${status} to a page`, `${status} Moved`, 'text/html', '', { location: '/portal' }),
  ),
  said('300', '300 Multiple Choices', 'text/html', html),
  said('304', '304 Not Modified', '', ''),
  said('302 without a location', '302 Found', 'text/html', html),
  ...[
    '400 Bad Request',
    '401 Unauthorized',
    '403 Forbidden',
    '404 Not Found',
    '407 Proxy',
    '413 Too Large',
    '429 Many',
  ].map((status) => said(`${status} with a page`, status, 'text/html', html)),
  ...['500 Error', '502 Bad Gateway', '503 Away', '504 Time-out', '511 Network Authentication Required'].map((status) =>
    said(`${status} with a page`, status, 'text/html', html),
  ),
  said('999', '999 Denied', json, '{"success":true}'),
  { name: 'a reset at once', answer: ({ socket }) => void socket.resetAndDestroy() },
  { name: 'a closed connection', answer: ({ socket }) => void socket.end() },
  {
    name: 'a reset in the headers',
    answer: ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\ncontent-', () => socket.resetAndDestroy()),
  },
  { name: 'no HTTP', answer: ({ socket }) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n') },
  {
    name: 'early hints, then a page',
    answer: ({ socket }) =>
      void socket.end(
        `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${html}`,
      ),
  },
  {
    name: 'fewer bytes than announced',
    answer: ({ socket }) =>
      write(socket, '200 OK', { 'content-type': json, 'content-length': '400' }, '{"success":true}'),
  },
  {
    name: 'a chunk that is cut off',
    answer: ({ socket }) =>
      write(socket, '200 OK', { 'content-type': json, 'transfer-encoding': 'chunked' }, '10\r\n{"success":true}\r\n'),
  },
  {
    name: 'the request as its reply',
    answer: async ({ socket, request }) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      write(
        socket,
        '200 OK',
        { ...headers, ...sized(json, '{"success":true}'), connection: 'close' },
        '{"success":true}',
      );
    },
  },
  stored('stored, then a page', (socket) => write(socket, '200 OK', sized('text/html', html), html)),
  stored('stored, then nothing', (socket) => write(socket, '200 OK', sized(json, ''), '')),
  stored('stored, then a reset', (socket) => void socket.resetAndDestroy()),
  stored('stored, then 403', (socket) => write(socket, '403 Forbidden', sized('text/html', html), html)),
  stored('stored, then 502', (socket) => write(socket, '502 Bad Gateway', sized('text/html', html), html)),
  stored('stored, then half of the reply', (socket, { headers, body }) => {
    const half = body.subarray(0, body.length >> 1).toString();
    write(socket, '200 OK', { ...sized(json, half), 'call-key': String(headers['call-key']) }, half);
  }),
  stored('stored, then a body that is cut off', (socket, { headers, body }) => {
    const all = { 'content-length': String(body.length), 'call-key': String(headers['call-key']) };
    write(socket, '200 OK', { 'content-type': json, ...all }, body.subarray(0, -1).toString());
  }),
];

/** Starts the proxy. It passes everything on but the submissions that `choose` names. */
export async function lyingProxy(target: string): Promise<LyingProxy> {
  const forward = (request: IncomingMessage, body: Buffer): Promise<Received> =>
    new Promise((done, fail) => {
      const { method, url, headers } = request;
      const sent = send(`${target}${url}`, { method, headers: { ...headers, connection: 'close' } }, (reply) => {
        buffer(reply).then((received) => {
          done({ status: reply.statusCode ?? 502, headers: reply.headers, body: received });
        }, fail);
      });
      sent.on('error', fail).end(body);
    });
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const lie = request.method === 'POST' && request.url?.startsWith('/api/') ? proxy.choose(body.toString()) : null;
    if (lie !== null) {
      await lie.answer({ socket: request.socket, request, forward: () => forward(request, body) });
      return;
    }
    const reply = await forward(request, body);
    response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  const server = createServer((request, response) => {
    request.socket.on('error', () => {});
    pass(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const proxy: LyingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    choose: () => null,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}
