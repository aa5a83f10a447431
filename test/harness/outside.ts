/**
 * External hosts, as the browsers of tests see them: one local HTTPS server per worker answers for all of them. Chromium
 * resolves every name to it, because a request that Playwright intercepts is lost when its page leaves meanwhile.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach } from 'vitest';
import { selfSigned } from './certificate.ts';

export interface Answer {
  readonly type: string;
  readonly body: string;
}

type Answerer = (request: IncomingMessage) => Answer | null;

export interface Outside {
  /** Makes these hosts answer until the end of the test. Other external hosts close the connection. */
  reach(): void;
  /** Requested paths and queries, oldest first. */
  readonly requested: string[];
}

/** Hosts that links lead to in every test. */
const always: Readonly<Record<string, Answerer>> = Object.fromEntries(
  ['wa.me', 'chat.whatsapp.com'].map((host) => [
    host,
    () => ({ type: 'text/html', body: '<!doctype html><title>outside</title>' }),
  ]),
);

const reachable = new Map<string, Answerer>();

function respond(request: IncomingMessage, response: ServerResponse): void {
  const host = request.headers.host ?? '';
  const answer = reachable.get(host) ?? reachable.get('*') ?? always[host];
  if (answer === undefined) {
    request.socket.destroy();
    return;
  }
  const found = answer(request);
  response
    .writeHead(found === null ? 404 : 200, {
      'content-type': found?.type ?? 'text/plain',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
    .end(found?.body);
}

let listening: Promise<number> | undefined;

/** @returns the port of the worker's server, which is started on the first call and ends with the worker */
function outsidePort(): Promise<number> {
  listening ??= new Promise((done) => {
    const server = createServer(selfSigned('outside.example'), respond).unref();
    server.on('connection', (socket: Socket) => socket.unref());
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });
  return listening;
}

/** The flags with which a Chromium of this worker sees that server in place of every host on port 443. */
export const outsideArgs = async (): Promise<string[]> => [
  `--host-resolver-rules=MAP *:443 127.0.0.1:${await outsidePort()}`,
  '--ignore-certificate-errors',
];

/**
 * Prepares answers in place of hosts, for the tests of a file.
 * @param hosts - names; `*` stands for those that nobody else serves
 */
export function serveHosts(hosts: readonly string[], answer: Answerer): Outside {
  const requested: string[] = [];
  const record: Answerer = (request) => {
    requested.push(request.url ?? '');
    return answer(request);
  };
  afterEach(() => {
    for (const host of hosts) reachable.delete(host);
  });
  return {
    requested,
    reach: () => {
      for (const host of hosts) reachable.set(host, record);
    },
  };
}

/** The script of the ads pixel; it records its calls in `window.pixelCalls`, and what it can read itself in `window.seen`. */
export const servePixel = (): Outside =>
  serveHosts(['connect.facebook.net'], () => ({
    type: 'text/javascript',
    body: 'window.seen=[location.href,document.referrer];window.pixelCalls=[...fbq.queue.splice(0)];fbq.callMethod=(...command)=>window.pixelCalls.push(command)',
  }));
