/** Sessions recorded at random on the unchanged site, all of them replayed: how many replays differ. */
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../server/cli/main.ts';
import { startTestServer } from '../contracts/http/running.ts';
import { loadFunnels } from '../harness/load-site.ts';
import { type RecordedSessions, recordSessions } from '../harness/recorded-sessions.ts';
import { projectRoot } from '../harness/site-server.ts';

interface ReplayedTrace {
  readonly name: string;
  readonly result: string;
  readonly flow?: string;
  readonly strayedAt?: number | null;
  readonly divergence?: unknown;
  readonly error?: string;
}

export interface RecordedReplay extends Pick<RecordedSessions, 'flows'> {
  readonly traces: readonly ReplayedTrace[];
  /** What visitors typed into personal fields and a trace contains, with the trace. */
  readonly exposed: readonly string[];
  /** The replays on the edited definitions that differ; empty without such definitions. */
  readonly onEdited: readonly ReplayedTrace[];
  /** Of the replay, with its start. */
  readonly seconds: number;
}

/** Replays the traces of a folder as `funnel replay` does. */
async function replayOn(traces: string, funnels: string): Promise<ReplayedTrace[]> {
  let out = '';
  await main(['replay', traces, '--funnels', funnels, '--json'], {
    out: (text) => (out = text),
    err: (text) => {
      throw new Error(text);
    },
    colours: false,
  });
  return (JSON.parse(out) as { traces: ReplayedTrace[] }).traces;
}

/**
 * Records sessions of all flows of the site on a server of their own, and replays them.
 * @param edited a folder with edited definitions, on which they are replayed, too
 */
export async function replayRecorded(count: number, edited: string | null = null, seed = 1): Promise<RecordedReplay> {
  const funnels = mkdtempSync(join(tmpdir(), 'recorded-'));
  cpSync(join(projectRoot, 'funnels'), funnels, { recursive: true });
  const server = await startTestServer({ funnels, env: { TRUST_PROXY: '1', TRACES: 'on', LOG_LEVEL: 'error' } });
  try {
    const site = await loadFunnels();
    const { flows, typed } = await recordSessions({ site, url: server.url, count, seed });
    const folder = join(server.config.dataDir, 'traces');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
    const exposed = files.flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8').toLowerCase();
      return [...typed]
        .filter((each) => text.includes(JSON.stringify(each).slice(1, -1)))
        .map((each) => `${name}: ${each}`);
    });
    const began = performance.now();
    const traces = await replayOn(folder, join(projectRoot, 'funnels'));
    const seconds = (performance.now() - began) / 1000;
    const again = edited === null ? [] : await replayOn(folder, edited);
    return { flows, exposed, seconds, traces, onEdited: again.filter(({ result }) => result === 'different') };
  } finally {
    await server.stop();
  }
}
