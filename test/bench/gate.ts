/** How long the gate of a publication takes with the visits and leads of a week. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteHash } from '../../engine/definition.ts';
import { judgeByStored } from '../../server/impact/gate.ts';
import { toSubject, toSubmissionKey } from '../../server/store/ids.ts';
import { openStore } from '../../server/store/open.ts';
import { driveEngine, startAt } from '../harness/engine-driver.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { type Random, randomFrom } from '../harness/random-visit.ts';
import { projectRoot } from '../harness/site-server.ts';

export interface GateCost {
  /** Seconds of processor time of all threads, with reading, loading and attributing. */
  readonly neutral: number;
  readonly breaking: number;
  /** Visits whose course no other one has. */
  readonly visits: number;
  readonly leads: number;
}

const uid = startAt().ids['uid'] as string;
const word = (random: Random, least: number): string =>
  'abcdefghijklmnopqrst'.slice(0, least + Math.floor(random.next() * 12));

/**
 * The traces of visits to the diagnostic: each is left at a random place, or goes to the end.
 * @param isAlike whether most visits have the course of others, as those that only look and answer
 */
async function recordVisits(folder: string, count: number, isAlike: boolean): Promise<void> {
  const compiled = compiledFlow(await loadFunnels(), 'diagnostico');
  const random = randomFrom(41);
  for (let index = 0; index < count; index += 1) {
    let result = {};
    const at = Date.UTC(2026, 10, 20) + index * 60_000;
    const visit = isAlike ? {} : { src: `fonte-${index}` };
    const driver = await driveEngine(compiled, startAt({ screen: 'quiz', at, visit }), async ({ path, payload }) => {
      const { score, level, focusPillar } = payload;
      if (path.endsWith('/finish')) result = { score, level, focusPillar };
      if (path.endsWith('/user')) return { output: { nome: 'Maria' } };
      return { output: path.endsWith('/result') ? { uid, ...result } : { uid } };
    });
    const last = isAlike ? Math.floor(random.next() * 8) : 7;
    for (let question = 0; question < Math.min(4, last); question += 1) {
      await driver.choose(random.pick([0, 5, 10]));
      await driver.next();
    }
    if (last >= 5) {
      await driver.type('nome', `${word(random, 2)} ${word(random, 3)}`);
      await driver.type('email', `${word(random, 4)}@${word(random, 3)}.com.br`);
      await driver.type('wa', random.pick(['11987654321', '1134567890']));
    }
    if (last >= 6) await driver.submit();
    if (last >= 7) await driver.press('talk');
    const visitId = `1f0k3q9z${String(index).padStart(8, '0')}`;
    const lines = driver.trace(true).map((line) => JSON.stringify(line.kind === 'head' ? { ...line, visitId } : line));
    writeFileSync(join(folder, `${visitId}-00000000.jsonl`), `${lines.join('\n')}\n`);
  }
}

async function storeLeads(dataDir: string, count: number): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl: null });
  const send = (index: number) =>
    store.submit({
      ...{ intake: 'ebook-lead', collection: 'guia_leads', subject: toSubject(`a${index}@x.example`), meta: {} },
      ...{ key: toSubmissionKey(`key-${index}-0000`), bodyHash: String(index).padStart(64, '0') },
      ...{ definition: 'v1' as SiteHash, receivedAt: 1000 + index },
      data: { name: 'Ana Prado', email: `a${index}@x.example`, phone: '11987654321' },
      ...{ reply: { status: 200, body: {} }, deliveries: [] },
    });
  for (let from = 0; from < count; from += 500)
    await Promise.all(Array.from({ length: Math.min(500, count - from) }, (_, index) => send(from + index)));
  await store.close();
}

/** Judges a neutral and a breaking edit by what a data folder has stored. */
export async function measureGate(visits = 10_000, leads = 10_000, isAlike = true): Promise<GateCost> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-gate-'));
  try {
    const day = join(dataDir, 'traces', '2026-11-20');
    mkdirSync(day, { recursive: true });
    await recordVisits(day, visits, isAlike);
    await storeLeads(dataDir, leads);
    const funnels = join(projectRoot, 'funnels');
    const judge = async (file: string, before: string, after: string) => {
      const folder = join(dataDir, `edited-${after.length}`);
      cpSync(funnels, folder, { recursive: true });
      const path = join(folder, file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(before, after));
      const used = process.cpuUsage();
      const versions = { today: { folder: funnels }, edited: { folder } };
      const report = await judgeByStored(versions, { dataDir, databaseUrl: null });
      const { user, system } = process.cpuUsage(used);
      return { seconds: (user + system) / 1e6, report };
    };
    const form = 'diagnostico/identificacao.form.yaml';
    const neutral = await judge(form, 'label: Nome completo', 'label: O seu nome');
    const breaking = await judge('diagnostico/diagnostico.flow.yaml', "VISIVEL: '>= 70'", "VISIVEL: '>= 60'");
    if (neutral.report.exceeded.length > 0 || breaking.report.exceeded.length === 0)
      throw new Error('The gate did not judge as it should.');
    return {
      ...{ neutral: neutral.seconds, breaking: breaking.seconds },
      ...{ visits: neutral.report.visits.compared, leads: neutral.report.leads ?? 0 },
    };
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}
