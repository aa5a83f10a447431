/** The uploader of traces against a real server, over a link that fails: the server gets each line once and in order. */
import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUploader } from '../../../renderer/islands/upload-trace.ts';
import { startTestServer, type TestServer, until } from './running.ts';
import { head, step, trace } from './written-trace.ts';

/** What becomes of a request: no connection, no reply although the server has the lines, or another reply. */
type Fault = 'dropped' | 'reply lost' | 404 | 503;

const day = Date.parse('2026-11-20T12:00:00Z');

let site: TestServer;
let link: Server;
/** The faults of the next requests, in order. */
let faults: (Fault | null)[];
/** The first line of each request, and how many requests there were at a time. */
let starts: number[];
let open: number;
let most: number;

beforeEach(async () => {
  [faults, starts, open, most] = [[], [], 0, 0];
  site = await startTestServer({ clock: () => day });
  link = createServer(async (request, response) => {
    const body = await text(request);
    starts.push(Number(new URLSearchParams(request.url?.split('?')[1]).get('from')));
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    const fault = faults.shift() ?? null;
    if (fault === 'dropped') return void request.socket.destroy();
    if (typeof fault === 'number') return void response.writeHead(fault).end();
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const reply = await fetch(site.url + request.url, { method: 'POST', headers, body });
    if (fault === 'reply lost') return void request.socket.destroy();
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
  });
  await new Promise<void>((listening) => link.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  link.closeAllConnections();
  await new Promise((closed) => link.close(closed));
  await site.stop();
});

const address = (): string => `http://127.0.0.1:${(link.address() as AddressInfo).port}/_f/traces?session=sessao-01`;
const file = (): string => join(site.config.dataDir, 'traces/2026-11-20/sessao-01.jsonl');
const stored = async (): Promise<object[]> =>
  (await readFile(file(), 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as object);

/** Waits until the server has so many lines and no request is under way. */
const untilStored = (count: number) => until(async () => open === 0 && (await stored()).length === count);

test('failed uploads are repeated, one request at a time, so that no line is missing or comes twice', async () => {
  const uploader = createUploader(address());
  // After a success the pause before a repetition is one second again.
  for (const [fault, count] of [
    ['dropped', 3],
    [503, 5],
    ['reply lost', 7],
  ] as const) {
    faults = [fault];
    uploader.send(trace.slice(0, count - 1));
    uploader.send(trace.slice(0, count));
    await untilStored(count);
  }
  for (const count of [8, 9, 10]) uploader.send(trace.slice(0, count));
  await untilStored(10);
  expect(await stored()).toEqual(trace);
  expect(most).toBe(1);
  expect(starts.filter((start, index) => start < (starts[index - 1] ?? 0))).toEqual([]);
});

test('lines that the server has lost are sent again', async () => {
  const uploader = createUploader(address());
  uploader.send(trace.slice(0, 3));
  await untilStored(3);
  await rm(file());
  uploader.send(trace.slice(0, 5));
  await untilStored(5);
  expect(await stored()).toEqual(trace.slice(0, 5));
  expect(starts).toEqual([0, 3, 0]);
});

test('a refusal ends the uploads', async () => {
  faults = [404];
  const uploader = createUploader(address());
  uploader.send(trace.slice(0, 2));
  await until(() => starts.length === 1 && open === 0);
  uploader.send(trace.slice(0, 4));
  // Another uploader has reached the server by then.
  createUploader(address()).send(trace.slice(0, 3));
  await untilStored(3);
  expect(starts).toEqual([0, 0]);
});

test('leaving the page sends what the server has not acknowledged', async () => {
  const beacons: Promise<unknown>[] = [];
  vi.stubGlobal('navigator', {
    sendBeacon: (url: string, body: string) => beacons.push(fetch(url, { method: 'POST', body })),
  });
  const uploader = createUploader(address());
  uploader.send(trace.slice(0, 3));
  await untilStored(3);
  faults = ['dropped'];
  uploader.send(trace.slice(0, 4));
  await until(() => faults.length === 0);
  uploader.sendNow(trace.slice(0, 6));
  await Promise.all(beacons);
  expect(await stored()).toEqual(trace.slice(0, 6));
  // The page stayed after all.
  uploader.send(trace);
  await untilStored(10);
  expect(await stored()).toEqual(trace);
  expect(beacons).toHaveLength(1);
});

test('a request has at most 60 KB, or one line', async () => {
  const steps = Array.from({ length: 900 }, (_, n) => step(n));
  const large = [{ ...head, input: { ...head.input, query: { x: 'x'.repeat(70_000) } } }, ...steps];
  createUploader(address()).send(large);
  await untilStored(large.length);
  // No step of the flow reads this parameter, so the server leaves it out.
  expect(await stored()).toMatchObject([{ ...head, input: { query: {} } }, ...steps.map(({ n }) => ({ n }))]);
  // 675 steps are 60 KB.
  expect(starts).toEqual([0, 1, expect.toSatisfy((third: number) => third > 650 && third < 700)]);
});
