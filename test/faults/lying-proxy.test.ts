/**
 * Submissions over a proxy that answers by itself, against the product's server: a page says "saved" only for a stored submission.
 * `VISITS=2000 npx vitest run lying-proxy` sends as many random visits.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallEffect } from '../../engine/session/effects.ts';
import { makeCall } from '../../renderer/islands/calls.ts';
import { type Lie, type LyingProxy, lies, lyingProxy } from '../harness/lying-proxy.ts';
import { seeded } from '../harness/random-form.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

const visits = Number(process.env['VISITS'] ?? 100);
const concurrent = 50;

let server: ServerProcess;
let proxy: LyingProxy;

beforeAll(async () => {
  server = await serverProcess();
  await server.start();
  proxy = await lyingProxy(server.url);
  const { fetch: send } = globalThis;
  let calls = 0;
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', () => {});
  // Each attempt has an address of its own: rate limits are per address.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    calls += 1;
    const address = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
    return send(proxy.url + path, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } });
  });
  // The pauses before retries pass quickly; time limits do not.
  const { setTimeout: later } = globalThis;
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0, ...values: []) =>
    later(work, ms < 2000 ? ms / 50 : ms, ...values),
  );
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterAll(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  proxy.close();
  await server.remove();
});

const callOf = (email: string, number: number): CallEffect =>
  ({
    ...({ kind: 'call', id: email, method: 'POST', path: '/api/lead', background: false } as const),
    ...{ timeout: 30_000, times: [] },
    payload: { name: 'Ana Souza', email, phone: `119${String(10_000_000 + number)}` },
  }) as unknown as CallEffect;

const storedTimes = (): ReadonlyMap<string, number> => {
  const database = new DatabaseSync(join(server.dataDir, 'store.sqlite'), { readOnly: true });
  const rows = database.prepare('select subject, count(*) as count from records group by subject').all();
  database.close();
  return new Map(rows.map(({ subject, count }) => [String(subject), Number(count)]));
};

const emailOf = ({ payload }: CallEffect): string => String((payload as { email: string }).email);

/** The lies that the next attempts of each lead get. */
const planned = new Map<string, Lie[]>();
const plannedFor = (body: string): Lie | null =>
  planned.get((JSON.parse(body) as { email: string }).email)?.shift() ?? null;

/** Runs some work for each item, several at a time. */
async function each<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: concurrent }, worker));
}

test(`${lies.length} kinds of answers: none is taken for the intake's`, { timeout: 10 * 60_000 }, async () => {
  expect(lies.length).toBeGreaterThanOrEqual(50);
  proxy.choose = plannedFor;
  const untrue: string[] = [];
  await each(lies, async (lie, number) => {
    const call = callOf(`mentira-${number}@exemplo.com.br`, number);
    planned.set(emailOf(call), [lie, lie, lie]);
    const outcome = await makeCall(call, '', () => {});
    if (outcome.ok) untrue.push(`${lie.name}: ${JSON.stringify(outcome)}`);
    planned.delete(emailOf(call));
    // What the visitor presses next is stored, once.
    const again = await makeCall(call, '', () => {});
    if (!again.ok || storedTimes().get(emailOf(call)) !== 1) untrue.push(`${lie.name}: not stored once afterwards`);
  });
  expect(untrue).toEqual([]);
});

test(`${visits} random visits over a lying proxy`, { timeout: 10 * 60_000 }, async () => {
  proxy.choose = plannedFor;
  const random = seeded(38);
  const calls = Array.from({ length: visits }, (_, number) => {
    const call = callOf(`visita-${number}@exemplo.com.br`, 1000 + number);
    // Some attempts reach the server.
    const some = Array.from(
      { length: Math.floor(random() * 13) },
      () => lies[Math.floor(random() * lies.length)] as Lie,
    );
    planned.set(emailOf(call), some);
    return call;
  });
  let untrue = 0;
  let said = 0;
  let presses = 0;
  await each(calls, async (call) => {
    for (let saved = false; !saved; ) {
      presses += 1;
      saved = (await makeCall(call, '', () => {})).ok;
      if (!saved) continue;
      said += 1;
      if (storedTimes().get(emailOf(call)) !== 1) untrue += 1;
    }
  });
  const stored = [...storedTimes()].filter(([email]) => email.startsWith('visita-'));
  console.log(`${visits} visits, ${presses} presses: ${said} saved, ${stored.length} stored, ${untrue} untrue`);
  expect(untrue).toBe(0);
  expect(stored).toHaveLength(visits);
  expect(stored.filter(([, count]) => count > 1)).toEqual([]);
});
