/** The guarded client against real servers. */
import { createServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
  largestAnswer,
  type PostRequest,
  type Resolve,
  type Target,
} from '../../../server/outbox/guard/client.ts';
import { selfSigned } from '../../harness/certificate.ts';
import { type Sink, startSink } from '../../harness/sink.ts';

let sink: Sink;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  sink = await startSink();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await sink.stop();
});

function open(options: HttpClientOptions = { allowPrivate: true }): HttpClient {
  const client = createHttpClient(options);
  closing.push(() => client.close());
  return client;
}

const post = (client: HttpClient, address: string, request: Partial<PostRequest> = {}) =>
  client.post(client.target(address) as Target, {
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Ênio"}',
    signal: new AbortController().signal,
    ...request,
  });

/** A resolver that counts. */
function resolver(address: string): { readonly resolve: Resolve; count: number } {
  const counter = {
    count: 0,
    resolve: ((_, done) => {
      counter.count += 1;
      done(null, [{ address, family: 4 }]);
    }) as Resolve,
  };
  return counter;
}

describe('a request', () => {
  test('arrives whole, and its connection is used again without another resolution', async () => {
    const names = resolver('127.0.0.1');
    const client = open({ allowPrivate: true, resolve: names.resolve });
    const { port } = new URL(sink.url);
    sink.answer((_, response) => response.writeHead(202, { 'x-id': '7' }).end('stored'));
    for (let round = 0; round < 3; round += 1)
      expect(await post(client, `http://hooks.example:${port}/a/b?c=d`)).toMatchObject({
        ...{ answered: true, status: 202, headers: { 'x-id': '7' }, text: 'stored' },
      });
    const [request] = sink.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/a/b?c=d', body: '{"name":"Ênio"}' });
    expect(request?.headers).toMatchObject({ host: `hooks.example:${port}`, 'content-length': '16' });
    expect(names.count).toBe(1);
  });

  test('a redirect is an answer and is not followed', async () => {
    sink.answer((request, response) =>
      response.writeHead(request.path === '/' ? 302 : 200, { location: `${sink.url}/inner` }).end(),
    );
    expect(await post(open(), sink.url)).toMatchObject({ answered: true, status: 302 });
    expect(sink.requests.map(({ path }) => path)).toEqual(['/']);
  });

  test('an answer that is too large is cut, and the connection closed', async () => {
    sink.answer((_, response) => {
      response.writeHead(200);
      const write = (): boolean => !response.destroyed && response.write('x'.repeat(1 << 16), () => void write());
      write();
    });
    const outcome = await post(open(), sink.url);
    expect(outcome).toMatchObject({ answered: true, status: 200 });
    expect(outcome.answered && outcome.text.length).toBe(largestAnswer);
  });

  test('an answer that stops in the middle counts by its status', async () => {
    sink.answer((_, response) => response.writeHead(200, { 'content-length': 10 }).write('half'));
    expect(await post(open({ allowPrivate: true, timeoutMs: 1000 }), sink.url)).toMatchObject({
      ...{ answered: true, status: 200, text: 'half' },
    });
  });

  test('a server that hangs fails in time', async () => {
    sink.answer(() => {});
    const client = open({ allowPrivate: true, timeoutMs: 100 });
    expect(await post(client, sink.url)).toEqual({ answered: false, reason: 'no answer in time' });
  });

  test('a stop ends it', async () => {
    const stop = new AbortController();
    sink.answer(() => stop.abort());
    const stopped = { answered: false, reason: 'stopped, or no answer in time' };
    expect(await post(open(), sink.url, { signal: stop.signal })).toEqual(stopped);
    expect(await post(open(), sink.url, { signal: stop.signal })).toEqual(stopped);
    expect(sink.requests).toHaveLength(1);
  });

  test.each([
    ['closes the connection', (socket: Socket) => socket.destroy()],
    ['speaks another protocol', (socket: Socket) => socket.end('220 mail.example ESMTP\r\n')],
    ['sends endless headers', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1 << 20)}`)],
  ])('a server that %s fails', async (_, talk) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => talk(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const outcome = await post(open(), `http://127.0.0.1:${port}/?token=s3cret`);
    expect(outcome).toEqual({ answered: false, reason: expect.stringMatching(/^no answer \((ECONN|HPE_)\w+\)$/) });
  });

  test('no server, and a header that is not one', async () => {
    const { url } = sink;
    const badHeader = { headers: { 'x-key': 'a\nb' } };
    expect(await post(open(), url, badHeader)).toMatchObject({ reason: expect.stringContaining('a header') });
    await sink.stop();
    expect(await post(open(), url)).toEqual({ answered: false, reason: 'no answer (ECONNREFUSED)' });
    sink = await startSink();
  });
});

describe('over TLS', () => {
  let server: Server;
  let ca: string;
  let connected = 0;

  beforeEach(async () => {
    const { key, cert } = selfSigned('hooks.example');
    ca = cert;
    connected = 0;
    server = createServer({ key, cert }, (_, response) => response.end('safe'));
    server.on('connection', () => {
      connected += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = (host: string) => `https://${host}:${(server.address() as AddressInfo).port}/`;

  test('the certificate is checked against the name in the address', async () => {
    const { resolve } = resolver('127.0.0.1');
    const client = open({ allowPrivate: true, resolve, ca });
    expect(await post(client, address('hooks.example'))).toMatchObject({ status: 200, text: 'safe' });
    expect(await post(client, address('other.example'))).toEqual({
      ...{ answered: false, reason: 'no answer (ERR_TLS_CERT_ALTNAME_INVALID)' },
    });
    expect(await post(open({ allowPrivate: true, resolve }), address('hooks.example'))).toEqual({
      ...{ answered: false, reason: 'no answer (DEPTH_ZERO_SELF_SIGNED_CERT)' },
    });
  });

  test('a public name that resolves to an inner address gets no connection', async () => {
    const names = resolver('127.0.0.1');
    expect(await post(open({ resolve: names.resolve, ca }), address('hooks.example'))).toEqual({
      answered: false,
      reason: expect.stringMatching(/^hooks\.example resolves to a loopback address/),
    });
    // The names that the machine itself knows.
    const own = await post(open({}), address('localhost'));
    expect(own).toEqual({ answered: false, reason: expect.stringContaining('localhost resolves to a loopback') });
    expect([names.count, connected]).toEqual([1, 0]);
  });
});
