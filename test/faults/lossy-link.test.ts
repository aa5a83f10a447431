/**
 * The calls of a browser over a link that loses 15 % of the requests and 15 % of the replies, against the product's
 * server: how many visitors see a confirmation, and what is stored. A visitor who sees a failure presses
 * again. `npm run faults -- lossy` sends 4,000 leads.
 */
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallEffect } from '../../engine/session/effects.ts';
import { makeCall } from '../../renderer/islands/calls.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

const leads = Number(process.env['LEADS'] ?? 300);
const concurrent = 40;
const loss = 0.15;
/** On a busy machine fewer retries fit into the time of a press. */
const presses = 8;

let server: ServerProcess;
let link: ReturnType<typeof createServer>;
let lost = 0;

/** Forwards requests to the server, and loses some of them and of their replies. */
const lossyLink = (target: string) =>
  createServer(async (incoming, outgoing) => {
    const drop = (): void => {
      lost += 1;
      incoming.socket.destroy();
    };
    const body = await buffer(incoming).catch(() => null);
    if (body === null) return;
    if (Math.random() < loss) return drop();
    const { method, url, headers } = incoming;
    const request = forward(`${target}${url}`, { method, headers: { ...headers, connection: 'close' } }, (reply) => {
      void buffer(reply).then((text) => {
        if (Math.random() < loss) return drop();
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers).end(text);
      });
    });
    request.on('error', drop);
    request.end(body);
  });

beforeAll(async () => {
  server = await serverProcess();
  await server.start();
  link = lossyLink(server.url);
  await new Promise<void>((resolve) => link.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(link.address() as AddressInfo).port}`;
  const { fetch: send } = globalThis;
  let calls = 0;
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', () => {});
  // Each lead has an address of its own: rate limits are per address.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    calls += 1;
    const address = `10.1.${(calls >> 8) & 255}.${calls & 255}`;
    return send(base + path, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } });
  });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterAll(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  link.closeAllConnections();
  link.close();
  await server.remove();
});

/** A second try of the test stores other leads. */
let attempt = 0;

/** After this time a call fails, in ms. */
const timeout = 30_000;

const callOf = (number: number): CallEffect =>
  ({
    ...({ kind: 'call', id: `call-${number}`, method: 'POST', path: '/api/lead', background: false } as const),
    ...{ timeout, times: [] },
    payload: {
      name: 'Ana Souza',
      email: `lossy-${attempt}-${number}@exemplo.com.br`,
      phone: `119${String(10_000_000 + 1000 * attempt + number)}`,
    },
  }) as unknown as CallEffect;

test(`${leads} leads over a link that loses a quarter of the calls`, { timeout: 10 * 60_000 }, async () => {
  attempt += 1;
  const acknowledged: string[] = [];
  const firstRetries: number[] = [];
  let atOnce = 0;
  let next = 0;
  const visitor = async (): Promise<void> => {
    while (next < leads) {
      const number = next;
      next += 1;
      const call = callOf(number);
      for (let press = 1; press <= presses; press += 1) {
        const pressed = performance.now();
        let retried: number | null = null;
        const outcome = await makeCall(call, '', () => {
          retried ??= performance.now() - pressed;
        });
        if (retried !== null) firstRetries.push(retried);
        if (!outcome.ok) continue;
        if (press === 1) atOnce += 1;
        acknowledged.push(String((call.payload as { email: string }).email));
        break;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrent }, visitor));
  const database = new DatabaseSync(join(server.dataDir, 'store.sqlite'), { readOnly: true });
  const rows = database.prepare('select subject, count(*) as count from records group by subject').all();
  database.close();
  const stored = new Map(rows.map(({ subject, count }) => [String(subject), Number(count)]));
  const share = acknowledged.length / leads;
  console.log(
    `${leads} leads, ${lost} calls lost: ${(100 * share).toFixed(2)} % acknowledged, ${((100 * atOnce) / leads).toFixed(2)} % by the first press; first retry after at most ${Math.round(Math.max(...firstRetries))} ms`,
  );
  expect(share).toBeGreaterThanOrEqual(0.999);
  expect(acknowledged.filter((email) => !stored.has(email))).toEqual([]);
  expect([...stored].filter(([, count]) => count > 1)).toEqual([]);
  expect(lost).toBeGreaterThan(leads * 0.2);
  // The button says that it is tried again.
  expect(Math.max(...firstRetries)).toBeLessThan(timeout / 3);
});
