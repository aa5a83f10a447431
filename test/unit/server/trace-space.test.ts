import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitKeyOf } from '../../../server/limits/address.ts';
import { createTraceSpace } from '../../../server/traces/space.ts';

let folder: string;
let now = Date.UTC(2026, 10, 22, 12);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'traces-'));
  now = Date.UTC(2026, 10, 22, 12);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keep = (day: string, bytes: number, name = 'a.jsonl') => {
  mkdirSync(join(folder, day), { recursive: true });
  writeFileSync(join(folder, day, name), 'x'.repeat(bytes));
};
const client = limitKeyOf('203.0.113.7');
const spaceOf = (most: number, clientPart = 1) =>
  createTraceSpace({ folder, clock: () => now, maxBytes: () => most, days: () => 14, clientPart });
const kept = () => readdirSync(folder).sort();

test('traces are removed after their days, and no other file', async () => {
  for (const day of ['2026-11-01', '2026-11-07', '2026-11-08', '2026-11-21', 'notes']) keep(day, 10);
  expect(await spaceOf(1000).claim(10, client)).toBe(true);
  expect(kept()).toEqual(['2026-11-08', '2026-11-21', 'notes']);
});

test('the folder is checked again on the next day', async () => {
  keep('2026-11-08', 10);
  const space = spaceOf(1000);
  await space.claim(10, client);
  expect(kept()).toEqual(['2026-11-08']);
  now += 24 * 60 * 60 * 1000;
  await space.claim(10, client);
  expect(kept()).toEqual([]);
});

test('the oldest days are removed to make space for today', async () => {
  for (const day of ['2026-11-19', '2026-11-20', '2026-11-21']) keep(day, 300);
  const space = spaceOf(1000);
  expect(await space.claim(200, client)).toBe(true);
  expect(kept()).toEqual(['2026-11-20', '2026-11-21']);
  expect(await space.claim(600, client)).toBe(true);
  expect(kept()).toEqual([]);
});

test('the traces of today never exceed the limit', async () => {
  keep('2026-11-21', 300);
  keep('2026-11-22', 600);
  const space = spaceOf(1000);
  const claims = await Promise.all([300, 200, 100].map((bytes) => space.claim(bytes, client)));
  expect(claims).toEqual([true, false, true]);
  expect(kept()).toEqual(['2026-11-22']);
  now += 24 * 60 * 60 * 1000;
  expect(await space.claim(900, client)).toBe(true);
});

test('a sweep removes old days without an upload, and says which', async () => {
  for (const day of ['2026-11-07', '2026-11-01', '2026-11-08', '2026-11-21']) keep(day, 10);
  const purges: (readonly string[])[] = [];
  const space = createTraceSpace({ folder, clock: () => now, purged: (days) => purges.push(days) });
  await space.sweep();
  await space.sweep();
  expect([kept(), purges]).toEqual([['2026-11-08', '2026-11-21'], [['2026-11-01', '2026-11-07']]]);
  expect(await space.claim(10, client)).toBe(true);
});

test('one client pushes out nothing once it has had its part, and others still do', async () => {
  keep('2026-11-20', 400);
  keep('2026-11-21', 400);
  const space = spaceOf(1000, 0.1);
  expect(await space.claim(100, client)).toBe(true);
  expect([await space.claim(1, client), kept()]).toEqual([false, ['2026-11-20', '2026-11-21']]);
  expect(await space.claim(100, limitKeyOf('203.0.113.8'))).toBe(true);
  expect(await space.claim(100, limitKeyOf('2001:db8::1'))).toBe(true);
  expect(kept()).toEqual(['2026-11-21']);
  // The same customer has many addresses of this network.
  expect(await space.claim(1, limitKeyOf('2001:db8::2'))).toBe(false);
  now += 24 * 60 * 60 * 1000;
  expect(await space.claim(100, client)).toBe(true);
});

test('one client may use half of the space while it is free', async () => {
  const space = spaceOf(1000, 0.1);
  const claims = [];
  for (let count = 0; count < 6; count += 1) claims.push(await space.claim(100, client));
  expect(claims).toEqual([true, true, true, true, true, false]);
});
