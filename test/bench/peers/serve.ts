/** One server for all pages: HTTP/2 with brotli, peers from files and our own through a proxy. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Certificate, selfSigned } from '../../harness/certificate.ts';
import type { BuiltPeers } from './build.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** A certificate for localhost; null where openssl is not installed. */
function localCertificate(): Certificate | null {
  try {
    return selfSigned('localhost');
  } catch {
    return null;
  }
}

export interface PeerServer {
  readonly url: string;
  readonly protocol: 'HTTP/2' | 'HTTP/1.1';
  close(): void;
}

/** Headers of HTTP/1.1 that HTTP/2 forbids. */
const hops = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];

/** @param ours the origin of our own server */
export async function servePeers({ files, pages }: BuiltPeers, ours: string): Promise<PeerServer> {
  const compressed = new Map<string, Buffer>();
  const own = new Map([...pages].map(([name, html]) => [`/peer/${name}`, html]));
  const find = (path: string): Buffer | null => {
    const known = compressed.get(path);
    if (known !== undefined) return known;
    const html = own.get(path);
    const file = join(files, path);
    if (html === undefined && (path.includes('..') || !extname(path) || !existsSync(file))) return null;
    const body = brotliCompressSync(html ?? readFileSync(file));
    compressed.set(path, body);
    return body;
  };
  const serve = (incoming: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(incoming.url ?? '/', ours);
    const body = find(pathname);
    if (body !== null) {
      const type = types[extname(pathname) || '.html'] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'br', 'content-length': body.length });
      response.end(body);
      return;
    }
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')));
    const passed = request(ours + incoming.url, { method: incoming.method, headers }, (reply) => {
      const kept = Object.entries(reply.headers).filter(([name]) => !hops.includes(name));
      response.writeHead(reply.statusCode ?? 502, Object.fromEntries(kept));
      reply.pipe(response);
    });
    passed.once('error', () => response.writeHead(502).end());
    incoming.pipe(passed);
  };
  const secret = localCertificate();
  const server =
    secret === null
      ? createServer(serve)
      : // Browsers choose HTTP/2; the bench itself fetches scripts over HTTP/1.1 to weigh them.
        createSecureServer({ ...secret, allowHTTP1: true }, serve as never);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${secret === null ? 'http' : 'https'}://localhost:${port}`,
    protocol: secret === null ? 'HTTP/1.1' : 'HTTP/2',
    close: () => server.close(),
  };
}
