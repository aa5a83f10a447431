/**
 * kill -9 of the whole server while leads arrive over HTTP: every acknowledged lead is stored exactly once, and a retry
 * with its key gets the same response. `npm run faults -- kills` kills each store's server 100 times and expects at
 * least 100,000 acknowledged leads.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createDatabase, postgresMissing, type TestDatabase } from '../harness/postgres.ts';
import { type LeadReply, newLead, postLead, type TestLead } from './leads.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

const rounds = Number(process.env['ROUNDS'] ?? 2);
const leastLeads = Number(process.env['LEADS'] ?? rounds * 50);
const loops = 32;

interface KilledServer {
  readonly server: ServerProcess;
  /** How often each e-mail is stored. */
  stored(): Promise<Map<string, number>>;
  remove(): Promise<void>;
}

const subjects = "select subject, count(*) as count from records where collection = 'leads' group by subject";
const countsOf = (rows: readonly Record<string, unknown>[]): Map<string, number> =>
  new Map(rows.map(({ subject, count }) => [String(subject), Number(count)]));

async function sqliteServer(env: Record<string, string>): Promise<KilledServer> {
  const server = await serverProcess(env);
  return {
    server,
    async stored() {
      const database = new DatabaseSync(join(server.dataDir, 'store.sqlite'), { readOnly: true });
      const rows = database.prepare(subjects).all();
      database.close();
      return countsOf(rows);
    },
    remove: () => server.remove(),
  };
}

async function postgresServer(env: Record<string, string>): Promise<KilledServer> {
  const database: TestDatabase = await createDatabase();
  const server = await serverProcess({ DATABASE_URL: database.url, ...env });
  return {
    server,
    stored: async () => countsOf(await database.query(subjects)),
    async remove() {
      await server.remove();
      await database.remove();
    },
  };
}

const stores = [
  { name: 'SQLite', open: sqliteServer },
  ...(postgresMissing === null ? [{ name: 'PostgreSQL', open: postgresServer }] : []),
];

interface Outcome {
  readonly acknowledged: number;
  /** Requests that a kill left without a response. */
  readonly cut: number;
  /** Acknowledged leads that are not stored. */
  readonly lost: readonly string[];
  /** Leads that are stored more than once. */
  readonly twice: readonly string[];
  /** Acknowledged leads whose retry got another response. */
  readonly changed: readonly string[];
}

/** Posts leads in loops until the server is killed. @param untilKill acknowledgements before the kill */
async function killUnderLoad({ server }: KilledServer, untilKill: number) {
  const acknowledged = new Map<TestLead, LeadReply>();
  const unanswered: TestLead[] = [];
  let running = true;
  const loop = async (): Promise<void> => {
    while (running) {
      const lead = newLead();
      try {
        const reply = await postLead(server.url, lead);
        expect(reply.status).toBe(200);
        acknowledged.set(lead, reply);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        unanswered.push(lead);
        return;
      }
    }
  };
  const all = Promise.all(Array.from({ length: loops }, loop));
  while (acknowledged.size < untilKill) await sleep(1);
  await server.kill();
  running = false;
  await all;
  return { acknowledged, unanswered };
}

/** Kills a server again and again; stops at the first loss. */
async function killRounds(killed: KilledServer, times: number, leads: number): Promise<Outcome> {
  const { server, stored } = killed;
  const replies = new Map<string, string>();
  const [lost, changed]: [string[], string[]] = [[], []];
  let cut = 0;
  await server.start();
  for (let round = 0; round < times && lost.length === 0; round += 1) {
    // After a random number of leads, so that a kill hits any point of a batch.
    const left = (leads - replies.size) / (times - round);
    const seen = await killUnderLoad(killed, Math.ceil(left * (round === times - 1 ? 1 : 0.5 + Math.random())));
    const before = await stored();
    for (const [{ email }, { body }] of seen.acknowledged) {
      replies.set(email, body);
      if (!before.has(email)) lost.push(email);
    }
    cut += seen.unanswered.length;
    await server.start();
    // Leads without a response are retried with the same key, and so is a tenth of the acknowledged ones.
    const answers = seen.unanswered.map(async (lead) => {
      const { status, body } = await postLead(server.url, lead);
      expect(status).toBe(200);
      replies.set(lead.email, body);
    });
    const repeats = [...seen.acknowledged].filter(([{ number }]) => number % 10 === 0);
    const comparisons = repeats.map(async ([lead, { body }]) => {
      const again = await postLead(server.url, lead);
      if (again.status !== 200 || again.body !== body || !again.replayed) changed.push(lead.email);
    });
    await Promise.all([...answers, ...comparisons]);
  }
  const after = await stored();
  return {
    acknowledged: replies.size,
    cut,
    lost: [...new Set([...lost, ...[...replies.keys()].filter((email) => !after.has(email))])],
    twice: [...after].filter(([, count]) => count > 1).map(([email]) => email),
    changed,
  };
}

describe.each(stores)('$name', ({ name, open }) => {
  let killed: KilledServer;
  afterEach(() => killed?.remove());

  test(`${rounds} kills of the server: no acknowledged lead is lost or stored twice`, {
    timeout: rounds * 60_000 + leastLeads * 20,
  }, async () => {
    killed = await open({});
    const { acknowledged, cut, lost, twice, changed } = await killRounds(killed, rounds, leastLeads);
    console.log(
      `${name}: ${rounds} kills, ${acknowledged} acknowledged, ${lost.length} lost, ${twice.length} twice, ${cut} cut off`,
    );
    expect({ lost, twice, changed }).toEqual({ lost: [], twice: [], changed: [] });
    expect(acknowledged).toBeGreaterThanOrEqual(leastLeads);
    // A kill that interrupts no request would test nothing.
    expect(cut).toBeGreaterThan(0);
  });

  // A kill between a commit and the next response loses nothing, so one round may look clean.
  test('negative control: detects a server that acknowledges before the commit', { timeout: 20 * 60_000 }, async () => {
    killed = await open({ EARLY: '1' });
    expect((await killRounds(killed, 20, 1000)).lost).not.toEqual([]);
  });
});
