/** How fast `funnel replay` and `funnel impact` take recorded visits. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../server/cli/main.ts';
import { answerAll, identify, maria } from '../harness/diagnostic.ts';
import { driveEngine, startAt } from '../harness/engine-driver.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { projectRoot } from '../harness/site-server.ts';

export interface ReplayCost {
  /** Steps per second of processor time, with reading, checking and reporting. */
  readonly replayed: number;
  readonly judged: number;
  /** Seconds of wall time for all visits. */
  readonly seconds: number;
}

/** The traces of visits to the end of the diagnostic, as lines; 18 steps each. */
async function recordVisits(): Promise<string[][]> {
  const flow = compiledFlow(await loadFunnels(), 'diagnostico');
  const uid = startAt().ids['uid'] as string;
  const visits: string[][] = [];
  for (const first of [0, 5, 10])
    for (const last of [0, 5, 10]) {
      let result = {};
      const driver = await driveEngine(flow, startAt({ screen: 'quiz' }), async ({ path, payload }) => {
        const { score, level, focusPillar } = payload;
        if (path.endsWith('/finish')) result = { score, level, focusPillar };
        if (path.endsWith('/user')) return { output: { nome: 'Maria' } };
        return { output: path.endsWith('/result') ? { uid, ...result } : { uid } };
      });
      await answerAll(driver, [first, 10, 10, last]);
      await identify(driver, { ...maria });
      await driver.submit();
      await driver.press('talk');
      const [head, ...lines] = driver.trace(true);
      // Without a visit, replies are not compared with the intakes.
      visits.push([{ ...head, visitId: '1f0k3q9z7m2x5c8v' }, ...lines].map((line) => JSON.stringify(line)));
    }
  return visits;
}

/** @returns seconds of wall and of processor time. @throws Error for an unexpected exit code */
async function timed(args: readonly string[], expected: number): Promise<{ wall: number; processor: number }> {
  const [began, used] = [performance.now(), process.cpuUsage()];
  let last = '';
  const code = await main(args, { out: (text) => (last = text), err: (text) => (last = text), colours: false });
  const { user, system } = process.cpuUsage(used);
  if (code !== expected) throw new Error(`funnel ${args[0]} ended with ${code}: ${last.slice(-500)}`);
  return { wall: (performance.now() - began) / 1000, processor: (user + system) / 1e6 };
}

/** Replays visits on the unchanged site, and on one whose edit concerns a part of them. */
export async function measureReplay(visits = 10_000, judged = 2000): Promise<ReplayCost> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-replay-'));
  try {
    const recorded = await recordVisits();
    const write = (name: string, count: number): { path: string; steps: number } => {
      const path = join(folder, name);
      mkdirSync(path);
      let steps = 0;
      for (let index = 0; index < count; index += 1) {
        const lines = recorded[index % recorded.length] as string[];
        steps += lines.length - 2;
        writeFileSync(join(path, `${index}.jsonl`), lines.join('\n'));
      }
      return { path, steps };
    };
    const funnels = join(projectRoot, 'funnels');
    const edited = join(folder, 'edited');
    cpSync(funnels, edited, { recursive: true });
    const file = join(edited, 'diagnostico/diagnostico.flow.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace("VISIVEL: '>= 70'", "VISIVEL: '>= 60'"));
    // Loads what the commands import, and compiles it.
    const warm = write('warm', 200);
    await timed(['replay', warm.path, '--funnels', funnels], 0);
    const all = write('all', visits);
    const replay = await timed(['replay', all.path, '--funnels', funnels], 0);
    const some = write('some', judged);
    const impact = await timed(['impact', some.path, '--against', edited, '--funnels', funnels], 1);
    return {
      replayed: all.steps / replay.processor,
      judged: some.steps / impact.processor,
      seconds: replay.wall,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
