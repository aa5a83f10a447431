/**
 * Two servers on one PostgreSQL, under load: one of them is killed, the database is stopped at once and started again,
 * and it is frozen. Every acknowledged lead is stored exactly once. ROUNDS=10 for more than the default of one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../contracts/http/running.ts';
import {
  canStartPostgres,
  createDatabase,
  type PostgresServer,
  startPostgres,
  type TestDatabase,
} from '../harness/postgres.ts';
import { newLead, postLead } from './leads.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 1);
const loops = 16;
const frozenMs = 6000;
const givesUpMs = 12_000;

describe.skipIf(!canStartPostgres)('two servers on one PostgreSQL', () => {
  let postgres: PostgresServer;
  let database: TestDatabase;
  let servers: readonly [ServerProcess, ServerProcess];
  beforeAll(async () => {
    postgres = await startPostgres(true);
    database = await createDatabase(postgres.url);
    const env = { DATABASE_URL: database.url };
    servers = [await serverProcess(env), await serverProcess(env)];
    await Promise.all(servers.map((server) => server.start()));
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.remove();
    await postgres?.remove();
  });

  const seen = { acknowledged: new Map<string, string>(), refused: 0, cut: 0, lastAt: 0, replayed: 0 };

  /** Posts a lead until it is acknowledged, with one key, to whichever server answers. */
  async function submit(): Promise<void> {
    const lead = newLead();
    for (let attempt = lead.number; ; attempt += 1) {
      try {
        const { url } = servers[attempt % 2] as ServerProcess;
        const { status, body, replayed } = await postLead(url, lead, AbortSignal.timeout(givesUpMs));
        if (status === 200) {
          seen.acknowledged.set(lead.email, body);
          seen.lastAt = performance.now();
          if (replayed) seen.replayed += 1;
          return;
        }
        expect(status).toBe(503);
        seen.refused += 1;
      } catch (error) {
        if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error;
        seen.cut += 1;
      }
      await sleep(20);
    }
  }

  /** Waits for so many further acknowledgements. */
  async function untilAcknowledged(more: number): Promise<void> {
    const wanted = seen.acknowledged.size + more;
    while (seen.acknowledged.size < wanted) await sleep(2);
  }

  /** The time from a moment to the next acknowledgement, in ms. */
  async function firstAfter(moment: number): Promise<number> {
    while (seen.lastAt <= moment) await sleep(2);
    return Math.round(performance.now() - moment);
  }

  test(`${ROUNDS} × a killed server, a stopped and a frozen database: nothing is lost, and nothing is stored twice`, {
    timeout: ROUNDS * 120_000,
  }, async () => {
    let running = true;
    const load = Promise.all(
      Array.from({ length: loops }, async () => {
        while (running) await submit();
      }),
    );
    const returned: number[] = [];
    const usual: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await untilAcknowledged(100);
      const killed = servers[round % 2] as ServerProcess;
      await killed.kill();
      await untilAcknowledged(50);
      await killed.start();

      await untilAcknowledged(50);
      for (let lead = 0; lead < 10; lead += 1) usual.push(await firstAfter(performance.now()));
      await postgres.stop();
      // Long enough that the servers no longer hold submissions.
      await sleep(round % 2 === 0 ? 500 : 3000);
      await postgres.start();
      returned.push(await firstAfter(performance.now()));

      await untilAcknowledged(50);
      postgres.signal('SIGSTOP');
      await sleep(frozenMs);
      postgres.signal('SIGCONT');
      returned.push(await firstAfter(performance.now()));
    }
    await untilAcknowledged(50);
    running = false;
    await load;

    const rows = await database.query(
      "select data::json ->> 'email' as email, count(*) as count from records group by 1",
    );
    const counts = new Map(rows.map(({ email, count }) => [email, count]));
    const { acknowledged, refused, cut, replayed } = seen;
    console.log(
      `${acknowledged.size} leads, ${refused} refused, ${cut} cut off, ${replayed} replayed; first ones after ${returned.join(', ')} ms, usually at most ${Math.max(...usual)} ms`,
    );
    expect([...acknowledged.keys()].filter((email) => counts.get(email) !== 1)).toEqual([]);
    expect(counts.size).toBe(acknowledged.size);
    // On a busy machine every lead takes longer.
    expect(Math.max(...returned)).toBeLessThanOrEqual(Math.max(1000, 10 * Math.max(...usual)));
    // Faults that interrupt no request would test nothing.
    expect(cut).toBeGreaterThan(0);
    for (const server of servers) expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test('while the database is away, readiness says so and leads get 503 with Retry-After', async () => {
    const [{ url, readiness }] = servers;
    await postgres.stop();
    await until(async () => (await readiness())[0] === 503);
    expect(await readiness()).toEqual([503, 'STORE_UNREACHABLE']);
    expect(await postLead(url, newLead())).toMatchObject({ status: 503, retryAfter: '5' });
    await postgres.start();
    await until(async () => (await readiness())[0] === 200);
  });
});
