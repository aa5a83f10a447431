/** `funnel traces` and `funnel coverage`, on traces as a server stores them. */
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeStepQuery } from '../../../engine/flow/step-query.ts';
import type { TraceLine } from '../../../engine/trace/record.ts';
import { findFlowPaths } from '../../../engine/walks/paths.ts';
import { walkTrace } from '../../../engine/walks/walk-trace.ts';
import { fixtureFolder, loadFixture } from '../../harness/fixture-sites.ts';
import { runFunnel } from '../../harness/funnel-command.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { traceLines } from '../../harness/recorded-trace.ts';

const site = await loadFixture('visits');
const compiled = compiledFlow(site, 'teste');
const funnels = fixtureFolder('visits');

/** A data folder with these traces, by the name of their file. */
function dataWith(traces: Readonly<Record<string, readonly TraceLine[]>>): string {
  const data = mkdtempSync(join(tmpdir(), 'stored-'));
  const day = join(data, 'traces', '2026-11-20');
  mkdirSync(day, { recursive: true });
  for (const [name, lines] of Object.entries(traces))
    writeFileSync(join(day, `${name}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return data;
}

const left = await traceLines(compiled, { run: async (driver) => driver.press('begin') });
const refused = await traceLines(compiled, {
  input: { screen: 'pessoa', query: writeStepQuery(compiled.flow, 'pessoa', { answers: [5, 5] }) },
  run: async (driver) => driver.submit(),
});
const data = dataWith({ 'aaaaaaaaaaaaaaaa-1': left, 'bbbbbbbbbbbbbbbb-1': refused });
const env = { DATA_DIR: data, FUNNELS_DIR: funnels, DATABASE_URL: '' };

test('traces list shows how each visit ended, and filters', async () => {
  const all = await runFunnel(['traces', 'list'], env);
  expect([all.code, all.out.split('\n').length]).toEqual([0, 3]);
  const some = await runFunnel(['traces', 'list', '--outcome', 'refused', '--json'], env);
  expect(JSON.parse(some.out)).toMatchObject({ all: 1, traces: [{ flow: 'teste', outcome: 'refused', steps: 2 }] });
  expect(await runFunnel(['traces', 'list', '--to', '2026-01-01'], env)).toMatchObject({ code: 1 });
  expect(await runFunnel(['traces', 'list', '--version', 'zzzz'], env)).toMatchObject({ code: 1 });
  expect((await runFunnel(['traces', 'list', '--outcome', 'lost'], env)).err).toContain('must be one of bought');
  expect((await runFunnel(['traces', 'list', '--with', 'lost'], env)).err).toContain('must be one of errors, repeated');
  expect((await runFunnel(['traces', 'list', '--flow', 'test'], env)).err).toContain('Did you mean teste?');
});

test('traces list shows the newest, whatever the names of their files, and says how many there are', async () => {
  const day = 24 * 60 * 60 * 1000;
  const begun = (days: number): TraceLine[] => {
    const [head, ...lines] = JSON.parse(JSON.stringify(left)) as (TraceLine & { input: { at: number } })[];
    return [{ ...head, input: { ...head?.input, at: Date.UTC(2026, 0, 1, 12) + days * day } } as TraceLine, ...lines];
  };
  // The names are in another order than the times.
  const files = Object.fromEntries([5, 1, 4, 0, 3, 2, 6].map((days, index) => [`${'abcdefg'[index]}-1`, begun(days)]));
  const own = { ...env, DATA_DIR: dataWith(files) };
  const { err, out } = await runFunnel(['traces', 'list', '--json', '--limit', '3'], own);
  const { traces, all } = JSON.parse(out) as { traces: { begun: string }[]; all: number };
  expect([all, traces.map((each) => each.begun.slice(0, 10))]).toEqual([7, ['2026-01-07', '2026-01-06', '2026-01-05']]);
  expect(err).toContain('The newest 3 of 7 traces; --limit COUNT shows more.');
  const folder = join(mkdtempSync(join(tmpdir(), 'exported-')), 'traces');
  await runFunnel(['traces', 'export', '--output', folder, '--limit', '2'], own);
  expect(readdirSync(folder).map((name) => name.slice(0, 10))).toEqual(['2026-01-06', '2026-01-07']);
});

test('traces export writes files that replay takes', async () => {
  const out = join(mkdtempSync(join(tmpdir(), 'exported-')), 'traces');
  expect((await runFunnel(['traces', 'export', '--output', out, '--flow', 'teste'], env)).code).toBe(0);
  expect(readdirSync(out)).toHaveLength(2);
  expect(await runFunnel(['replay', out, '--funnels', funnels])).toMatchObject({ code: 0 });
});

test('coverage lists what no visit has reached', async () => {
  const some = await runFunnel(['coverage', join(data, 'traces'), '--funnels', funnels]);
  expect(some.code).toBe(1);
  expect(some.out).toMatch(/^teste +3 of 5 screens .* 2 traces\n/);
  const [, screens = ''] = /screens that no visit has reached\n([\s\S]*?)\n\n/.exec(some.out) ?? [];
  expect(screens.trim().split(/\s+/)).toEqual(['perguntas.dois', 'resultado']);
  expect(some.out).not.toContain('pessoa: field name breaks rule 1');
  expect(some.out).toContain('pessoa: field email breaks rule 2');
});

test('the walks of a flow cover all of it', async () => {
  const walks = findFlowPaths(compiled).walks.map(({ steps }) => steps.map(({ move }) => move));
  const whole = dataWith(Object.fromEntries(walks.map((moves, n) => [`walk0000-${n}`, walkTrace(compiled, moves)])));
  const ran = await runFunnel(['coverage', join(whole, 'traces'), '--funnels', funnels, '--json']);
  const { flows } = JSON.parse(ran.out) as { flows: { goals: { name: string; kind: string; traces: number }[] }[] };
  // Masked values break rules of their own.
  const never = flows[0]?.goals.filter(({ traces, kind }) => traces === 0 && kind !== 'rule');
  expect(never).toEqual([]);
});

/** Traces that only a program writes, each in one line of text. */
const forged = (lines: readonly TraceLine[]): Readonly<Record<string, string>> => {
  const [head = '', ...steps] = lines.map((line) => JSON.stringify(line));
  const step = steps[0] ?? '';
  const late = 8.64e15 + 1;
  return {
    date: [head.replace(/"at":\d+/, `"at":${late}`), ...steps].join('\n'),
    stepDate: [head, step.replace(/"at":\d+/, `"at":${late}`)].join('\n'),
    prototype: [
      head,
      step.replace(/"patch":.*(?=,"effects")/, '"patch":[{"op":"add","path":"/__proto__/x","value":1}]'),
    ].join('\n'),
    member: [head, step.replace(/"event":null/, '"event":{"type":"a","__proto__":{"x":1}}')].join('\n'),
    number: [head, step.replace(/"n":0/, '"n":1000000000000')].join('\n'),
    infinite: [head, step.replace(/"event":null/, '"event":{"type":"a","x":1e400}')].join('\n'),
    nesting: [head, step.replace(/"event":null/, `"event":{"type":"a","x":${'['.repeat(1e5)}${']'.repeat(1e5)}}`)].join(
      '\n',
    ),
    path: [
      head,
      step.replace(/"patch":.*(?=,"effects")/, `"patch":[{"op":"add","path":"${'/x'.repeat(500)}","value":1}]`),
    ].join('\n'),
    message: [
      head,
      step.replace(/"patch":.*(?=,"effects")/, '"patch":[{"op":"add","path":"/errors","value":{"a":{"toString":1}}}]'),
    ].join('\n'),
    patch: [head, step.replace(/"patch":.*(?=,"effects")/, '"patch":[{}]')].join('\n'),
    effect: [head, step.replace(/"effects":\[.*\]/, '"effects":[{}]')].join('\n'),
    random: [head.replace(/"random":[\d.]+/, '"random":5'), ...steps].join('\n'),
    query: [head.replace(/"query":\{.*?\}/, '"query":{"a":{}}'), ...steps].join('\n'),
  };
};

test('a forged trace is one line, and ends no command', async () => {
  const faulty = dataWith({ 'aaaaaaaaaaaaaaaa-1': left });
  const day = join(faulty, 'traces', '2026-11-20');
  for (const [name, text] of Object.entries(forged(left))) writeFileSync(join(day, `${name}-1.jsonl`), `${text}\n`);
  const count = Object.keys(forged(left)).length;
  const own = { ...env, DATA_DIR: faulty };
  const listed = await runFunnel(['traces', 'list'], own);
  expect([listed.code, listed.out.split('\n').length]).toEqual([0, 2]);
  const named = (err: string): string[] =>
    err
      .trim()
      .split('\n')
      .map((line) => /([a-z]+)-1\.jsonl: ./i.exec(line)?.[1] ?? line)
      .sort();
  expect(named(listed.err)).toEqual(Object.keys(forged(left)).sort());
  const out = join(mkdtempSync(join(tmpdir(), 'exported-')), 'traces');
  const exported = await runFunnel(['traces', 'export', '--output', out], own);
  expect([exported.code, named(exported.err)]).toEqual([0, named(listed.err)]);
  expect(readdirSync(out)).toHaveLength(1);
  const counted = await runFunnel(['dropoff', 'teste', '--json'], own);
  expect([counted.code, named(counted.err)]).toEqual([0, named(listed.err)]);
  expect(JSON.parse(counted.out)).toMatchObject({ total: { came: 1 } });
  const replayed = await runFunnel(['replay', join(faulty, 'traces'), '--funnels', funnels, '--json'], own);
  expect(JSON.parse(replayed.out)).toMatchObject({ traces: expect.any(Array) });
  expect(replayed.out.match(/is not a valid trace line/g)).toHaveLength(count - 1);
  expect(replayed.out.match(/"error": "/g)?.length).toBeGreaterThanOrEqual(count - 1);
});

test('spec goes back and forward through the history as the visitor did', async () => {
  const lines = await traceLines(compiled, {
    run: async (driver) => {
      await driver.press('begin');
      await driver.choose(5);
      await driver.next();
      await driver.send({ type: 'GO', screen: 'perguntas.um' });
      await driver.send({ type: 'GO', screen: 'perguntas.dois' });
      await driver.send({ type: 'GO', screen: 'inicio' });
    },
  });
  const file = join(mkdtempSync(join(tmpdir(), 'spec-')), 'visit.jsonl');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { out } = await runFunnel(['spec', file, '--funnels', funnels]);
  expect(out.match(/(goBack|goForward|history\.go)\([^)]*\)/g)).toEqual(['goBack()', 'goForward()', 'history.go(-2)']);
});
