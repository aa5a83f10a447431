import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
const spaceOf = (most: number, days = 14) =>
  createTraceSpace({ folder, clock: () => now, maxBytes: () => most, days: () => days });
const kept = () => readdirSync(folder).sort();

test('traces are removed after their days, and no other file', async () => {
  for (const day of ['2026-11-01', '2026-11-07', '2026-11-08', '2026-11-21', 'notes']) keep(day, 10);
  expect(await spaceOf(1000).claim(10)).toBe(true);
  expect(kept()).toEqual(['2026-11-08', '2026-11-21', 'notes']);
});

test('the folder is checked again on the next day', async () => {
  keep('2026-11-08', 10);
  const space = spaceOf(1000);
  await space.claim(10);
  expect(kept()).toEqual(['2026-11-08']);
  now += 24 * 60 * 60 * 1000;
  await space.claim(10);
  expect(kept()).toEqual([]);
});

test('the oldest days are removed to make space for today', async () => {
  for (const day of ['2026-11-19', '2026-11-20', '2026-11-21']) keep(day, 300);
  const space = spaceOf(1000);
  expect(await space.claim(200)).toBe(true);
  expect(kept()).toEqual(['2026-11-20', '2026-11-21']);
  expect(await space.claim(600)).toBe(true);
  expect(kept()).toEqual([]);
});

test('the traces of today never exceed the limit', async () => {
  keep('2026-11-21', 300);
  keep('2026-11-22', 600);
  const space = spaceOf(1000);
  const claims = await Promise.all([300, 200, 100].map((bytes) => space.claim(bytes)));
  expect(claims).toEqual([true, false, true]);
  expect(kept()).toEqual(['2026-11-22']);
  now += 24 * 60 * 60 * 1000;
  expect(await space.claim(900)).toBe(true);
});

test('a sweep removes old days without an upload, and says which', async () => {
  for (const day of ['2026-11-07', '2026-11-01', '2026-11-08', '2026-11-21']) keep(day, 10);
  const purges: (readonly string[])[] = [];
  const space = createTraceSpace({ folder, clock: () => now, purged: (days) => purges.push(days) });
  await space.sweep();
  await space.sweep();
  expect([kept(), purges]).toEqual([['2026-11-08', '2026-11-21'], [['2026-11-01', '2026-11-07']]]);
  expect(await space.claim(10)).toBe(true);
});
