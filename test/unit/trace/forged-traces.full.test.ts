/**
 * Traces that only a program writes: lines that pass the schema, and name what no visit contains. None of them ends a
 * command, or hides another trace. `FORGED=3000 npx vitest run forged-traces` tries as many.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeStepQuery } from '../../../engine/flow/step-query.ts';
import { courseOfTrace } from '../../../engine/trace/course.ts';
import type { TraceLine } from '../../../engine/trace/record.ts';
import type { Json } from '../../../schemas/compiled.ts';
import { inspectVisit } from '../../../server/studio/inspection.ts';
import { createVisitList } from '../../../server/studio/visits.ts';
import type { timelineOf } from '../../../server/timelines/timeline.ts';
import { readTracedVisit } from '../../../server/traces/visits.ts';
import { fixtureFolder, loadFixture } from '../../harness/fixture-sites.ts';
import { runFunnel } from '../../harness/funnel-command.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { type Random, seeded } from '../../harness/random-form.ts';
import { traceLines } from '../../harness/recorded-trace.ts';

const traces = Number(process.env['FORGED'] ?? 150);
const site = await loadFixture('visits');
const compiled = compiledFlow(site, 'teste');
const answered = { query: writeStepQuery(compiled.flow, 'pessoa', { answers: [5, 5] }), screen: 'pessoa' };
const recorded = await Promise.all([
  traceLines(compiled, { run: (driver) => driver.press('begin') }),
  traceLines(compiled, { input: answered, run: (driver) => driver.submit() }),
  traceLines(compiledFlow(site, 'pedido'), {
    run: async (driver) => {
      await driver.type('name', 'Ana Prado');
      await driver.type('email', 'ana@x.example');
      await driver.submit();
      await driver.elapse(4000);
    },
  }),
]);

const data = mkdtempSync(join(tmpdir(), 'forged-'));
const folder = join(data, 'traces');
afterAll(() => rmSync(data, { recursive: true }));
const day = join(folder, '2026-11-20');
mkdirSync(day, { recursive: true });

const pick = <Of>(random: Random, all: readonly Of[]): Of => all[Math.floor(random() * all.length)] as Of;
const nested = (levels: number): Json => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as Json;
const values: readonly Json[] = [
  ...[null, true, '', 'constructor', '__proto__', 'toString', 'ask.constructor', 'x'.repeat(3000)],
  ...[-1, 0, 1, 1e21, 1.5, 8.64e15 + 1, 253402214400000, [], {}, [null], [{}], nested(60), nested(2000)],
  ...[{ kind: 'call' }, { kind: 'leave' }, { kind: 'track', event: {} }, { toString: 1 }, { message: {}, status: 'x' }],
  ...[
    { type: 'FAILED', id: 'call-0' },
    { type: 'DONE', id: {} },
    { type: 'INPUT', field: { toString: null } },
  ],
];

/** What the schema leaves free: most faults are made there. */
const free = ['event', 'effects', 'patch', 'input', 'query', 'visit', 'saved', 'data', 'error', 'report'];

/** Replaces a member of a value, at any depth. */
function forge(value: Json, random: Random, depth = 0): Json {
  if (typeof value !== 'object' || value === null || random() < depth * 0.1) return pick(random, values);
  const keys = Object.keys(value);
  const key = pick(
    random,
    random() < 0.8 && keys.some((each) => free.includes(each)) ? keys.filter((each) => free.includes(each)) : keys,
  );
  if (key === undefined) return pick(random, values);
  if (Array.isArray(value))
    return value.with(Number(key), forge(value[Number(key)] as Json, random, depth + 1)) as Json;
  const { [key]: member, ...others } = value as Readonly<Record<string, Json>>;
  if (random() < depth * 0.05) return others;
  if (random() < depth * 0.05)
    return { ...value, [pick(random, ['constructor', 'error', 'report', 'value'])]: pick(random, values) };
  return { ...value, [key]: forge(member as Json, random, depth + 1) };
}

const textOf = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const [whole = []] = recorded;
const store = { deliveries: { list: async () => [] } } as unknown as Parameters<typeof timelineOf>[1]['store'];

test(`${traces} forged traces: a visit that has another trace shows it`, { timeout: 10 * 60_000 }, async () => {
  let readable = 0;
  const kept = join(day, 'wholeone-1.jsonl');
  writeFileSync(kept, textOf(whole));
  for (let number = 0; number < traces; number += 1) {
    const random = seeded(40_000 + number);
    let lines = [...pick(random, recorded)] as unknown as Json[];
    for (let count = 0; count < 1 + random() * 2; count += 1) {
      const at = Math.floor(random() * lines.length);
      if (random() < 0.1) lines.splice(at, 0, pick(random, lines));
      else if (random() < 0.05) lines = lines.toReversed();
      else lines[at] = forge(lines[at] as Json, random);
    }
    const file = join(day, `forged${String(number).padStart(5, '0')}-1.jsonl`);
    writeFileSync(file, textOf(lines as unknown as object[]));
    const traced = await readTracedVisit([file, kept]);
    const context = { site, origin: 'http://site.example', store, tracesOf: () => readTracedVisit([file]) };
    const inspected = await inspectVisit('visit', traced, [], context).catch((error: Error) => error);
    if (inspected instanceof Error)
      throw new Error(`${number}: ${textOf(lines as unknown as object[])}`, { cause: inspected });
    expect(inspected.sessions.length + inspected.faults.length, String(number)).toBeGreaterThan(1);
    expect(
      inspected.sessions.some((session) => session.frames.length === whole.length - 2),
      String(number),
    ).toBe(true);
    JSON.stringify(inspected);
    readable += inspected.sessions.length > 1 ? 1 : 0;
  }
  console.log(`${traces} forged traces, of which ${readable} can be shown`);
  const list = createVisitList(folder);
  const everything = { flow: null, screen: null, version: null, outcome: null, finding: null, page: 1 };
  const first = await list.list(site, everything);
  expect(first.total).toBe(traces + 1);
  for (const flow of first.flows) await list.list(site, { ...everything, flow });
  const env = { DATA_DIR: data, FUNNELS_DIR: fixtureFolder('visits'), DATABASE_URL: '' };
  for (const args of [
    ['traces', 'list', '--limit', '100000'],
    ['traces', 'export', '--output', join(data, 'exported')],
    ['dropoff', 'teste'],
    ['dropoff', 'pedido', '--by', 'source', '--json'],
    ['replay', folder],
    ['replay', folder, '--junit'],
    ['coverage', folder],
    ['impact', folder, '--against', fixtureFolder('visits')],
  ]) {
    const own = ['replay', 'coverage', 'impact'].includes(args[0] as string)
      ? ['--funnels', fixtureFolder('visits')]
      : [];
    const { code, out, err } = await runFunnel([...args, ...own], env);
    // Each ends with a result: one message instead of it would be a trace that has ended the command.
    expect(
      [args[0], out.length > 100 || out.includes('written to'), code < 2 || own.length > 0],
      err.slice(-500),
    ).toEqual([args[0], true, true]);
  }
});

test('a trace of as many changes as a file can hold is read in little time', () => {
  const [head] = whole;
  const changes = (step: number) =>
    Array.from({ length: 5000 }, (_, n) => ({ op: 'add' as const, path: `/x${step}-${n}`, value: 1 }));
  const at = 1;
  const step = (n: number, patch: object) => ({
    ...{ kind: 'step', n, at, event: null, state: 'inicio.ready' },
    patch,
    effects: [],
  });
  const many = [head, ...Array.from({ length: 24 }, (_, n) => step(n, changes(n)))] as TraceLine[];
  const refused = (n: number) => [{ op: 'add', path: `/errors/x${n}`, value: 'x' }];
  const errors = [head, ...Array.from({ length: 20_000 }, (_, n) => step(n, refused(n)))] as TraceLine[];
  const before = process.cpuUsage();
  expect(courseOfTrace(null, many).steps).toHaveLength(24);
  expect(() => courseOfTrace(null, errors)).toThrow('more refused fields than a visit can have');
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000_000).toBeLessThan(5);
});
