/** `funnel dropoff`, on the traces that a running server has collected. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompiledFlow } from '../../../engine/flow/index.ts';
import type { TraceLine } from '../../../engine/trace/record.ts';
import type { EngineDriver } from '../../harness/engine-driver.ts';
import { runFunnel } from '../../harness/funnel-command.ts';
import { compiledFlow, loadFunnels } from '../../harness/load-site.ts';
import { type Course, sendTrace, traceLines } from '../../harness/recorded-trace.ts';
import { projectRoot } from '../../harness/site-server.ts';
import { startTestServer, type TestServer } from './running.ts';

let site: TestServer;
let flow: CompiledFlow;
let lines: TraceLine[];
const begin = (driver: EngineDriver) => driver.press('begin');
async function untilSecond(driver: EngineDriver): Promise<void> {
  await begin(driver);
  await driver.choose(5);
  await driver.next();
}
const at = (day: string) => ({ at: Date.parse(`${day}T12:00:00-03:00`) });
/** Visits by id. The definitions of the flow contain the word quiz, so traces keep it as a source. */
const visits: Readonly<Record<string, readonly Course[]>> = {
  '0visit01': [{ input: { ...at('2026-11-20'), visit: { src: 'direct_access' } } }],
  '0visit02': [{ input: { ...at('2026-11-20'), visit: { src: 'direct_access' } }, run: untilSecond }],
  '0visit03': [
    { input: { ...at('2026-11-21'), visit: { src: 'quiz' } }, run: begin },
    { input: { ...at('2026-11-21'), screen: 'perguntas.um', visit: { src: 'quiz' } }, reason: null },
  ],
  '0visit04': [{ input: { ...at('2026-11-21'), visit: { src: 'instagram' } }, run: begin }],
};

beforeAll(async () => {
  site = await startTestServer();
  flow = compiledFlow(await loadFunnels(site.config.funnelsDir), 'quiz');
  for (const [id, courses] of Object.entries(visits))
    for (const course of courses) {
      lines = await traceLines(flow, course);
      await sendTrace(site.url, id, lines);
    }
});
afterAll(() => site.stop());

const environment = (dataDir = site.config.dataDir): Record<string, string> => ({
  DATA_DIR: dataDir,
  FUNNELS_DIR: site.config.funnelsDir,
});

const funnel = (...args: string[]) => runFunnel(['dropoff', ...args], environment());
const columns = (out: string): string[] => out.split('\n').map((line) => line.replace(/ {2,}/g, ' | '));

describe('funnel dropoff', () => {
  test('prints a row per screen in the order of the flow, and the total', async () => {
    const { code, out, err } = await funnel('quiz');
    expect([code, err]).toEqual([0, '']);
    expect(columns(out)).toEqual([
      'screen | came | went on | went back | finished here | failed here | left here | still open | lost sight of | share that went on',
      'Comece (inicio) | 4 | 3 | 0 | 0 | 0 | 1 | 0 | 0 | 75 %',
      // An open visit is lost sight of after a day.
      expect.stringMatching(
        /^Primeira\? \(perguntas\.um\) \| 3 \| 1 \| 0 \| 0 \| 0 \| 1 \| (1 \| 0|0 \| 1) \| 33\.3 %$/,
      ),
      'Segunda? (perguntas.dois) | 1 | 0 | 0 | 0 | 0 | 1 | 0 | 0 | 0 %',
      'Quem é você? (pessoa) | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | –',
      'O seu resultado (resultado) | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | –',
      expect.stringMatching(
        /^all visits, and those that finished \| 4 \| 0 \| \(0\) \| – \| 0 \| 3 \| (1 \| 0|0 \| 1) \| 0 %$/,
      ),
    ]);
  });

  test('counts the visits of a period, a version or a source', async () => {
    const cameTo = async (...args: string[]) =>
      (JSON.parse((await funnel('quiz', '--json', ...args)).out) as { total: { came: number } }).total.came;
    expect(await cameTo('--from', '2026-11-21')).toBe(2);
    expect(await cameTo('--to', '2026-11-20')).toBe(2);
    expect(await cameTo('--version', flow.flow.hash.slice(0, 8))).toBe(4);
    expect(await cameTo('--source', 'quiz')).toBe(1);
    expect(await funnel('quiz', '--version', '00000000')).toMatchObject({ code: 1, out: '' });
    expect((await funnel('quiz', '--source', 'instagram')).err).toContain(
      'No recorded visit of the flow quiz matches.',
    );
  });

  test('adds a table by source, and says which sources are redacted', async () => {
    const { out, err } = await funnel('quiz', '--by', 'source');
    expect(err).toContain('The source of 1 visit is redacted');
    const rows = columns(out).slice(columns(out).indexOf('') + 1);
    expect(rows[0]).toMatch(/^source \| screen \| came/);
    expect(rows.filter((row) => row.includes('(inicio)'))).toEqual([
      'direct_access | Comece (inicio) | 2 | 1 | 0 | 0 | 0 | 1 | 0 | 0 | 50 %',
      'quiz | Comece (inicio) | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 100 %',
      'redacted | Comece (inicio) | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 100 %',
    ]);
    // The server has written the version of the site that drew the page.
    const { hash } = site.server.definitions.current().site;
    expect((await funnel('quiz', '--by', 'version')).out).toContain(`\n${hash.slice(0, 12)}  Comece`);
    expect((await funnel('quiz', '--by', 'version', '--csv')).out).toContain(`\n${hash},inicio`);
    expect((await funnel('quiz', '--version', hash.slice(0, 8))).code).toBe(0);
    expect((await funnel('quiz', '--version', flow.flow.hash.slice(0, 8))).code).toBe(0);
  });

  test('prints CSV that a spreadsheet does not run', async () => {
    const { out } = await funnel('quiz', '--csv', '--by', 'source');
    const rows = out.split('\r\n');
    expect(rows.slice(0, 3)).toEqual([
      'source,screen,title,came,went on,went back,finished here,failed here,left here,still open,lost sight of,share that went on',
      ',inicio,Comece,4,3,0,0,0,1,0,0,0.75',
      expect.stringMatching(/^,perguntas\.um,Primeira\?,3,1,0,0,0,1,(1,0|0,1),0\.3333/),
    ]);
    expect(rows).toContain('quiz,inicio,Comece,1,1,0,0,0,0,0,0,1');
    const forged = lines.map((line) =>
      line.kind === 'head' ? { ...line, input: { ...line.input, visit: { src: '=1+1!' } } } : line,
    );
    const folder = join(site.config.dataDir, 'traces', '2026-11-22');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '0visit05-x.jsonl'), forged.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect((await funnel('quiz', '--csv', '--by', 'source')).out).toContain('\r\n"\'=1+1!",inicio');
    rmSync(folder, { recursive: true });
  });

  test.each([
    [[], 2, 'Give the id of a flow'],
    [['quizz'], 2, 'Did you mean quiz?'],
    [['quiz', 'other'], 2, 'one flow only'],
    [['quiz', '--by', 'colour'], 2, 'version, source'],
    [['quiz', '--from', 'soon'], 2, '--from must be a day'],
    [['quiz', '--version', '?'], 2, '--version must be'],
    [['quiz', '--json', '--csv'], 2, 'Choose --json or --csv'],
    [['quiz', '--from', '2030-01-01'], 1, 'No recorded visit'],
  ])('%j is refused with a reason', async (args, code, reason) => {
    const { code: actual, out, err } = await funnel(...args);
    expect([actual, out]).toEqual([code, '']);
    expect(err).toContain(reason);
  });

  test('needs little memory for many traces, and skips a line that is being written', async () => {
    const dataDir = join(site.config.dataDir, 'many');
    const folder = join(dataDir, 'traces', '2026-11-20');
    mkdirSync(folder, { recursive: true });
    const [head, ...steps] = lines;
    const wide = { ...head, input: { ...(head as { input: object }).input, query: { x: 'x'.repeat(80_000) } } };
    const whole = [wide, ...steps].map((line) => `${JSON.stringify(line)}\n`).join('');
    const count = 1200;
    // 96 MB of text; kept in memory it would exceed the heap.
    for (let index = 0; index < count; index += 1)
      writeFileSync(join(folder, `v${String(index).padStart(7, '0')}-x.jsonl`), `${whole}{"kind":"st`);
    const child = spawn(
      process.execPath,
      ['--max-old-space-size=64', join(projectRoot, 'server/cli/funnel.mjs'), 'dropoff', 'quiz', '--json'],
      { env: { ...process.env, ...environment(dataDir), NODE_ENV: 'test' }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    expect([child.exitCode, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ total: { came: count } });
  });
});
