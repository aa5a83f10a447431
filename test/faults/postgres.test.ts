/**
 * Two servers on one PostgreSQL, under load: one of them is killed, the database is stopped at once and started again,
 * and it is frozen. Every acknowledged lead is stored exactly once. ROUNDS=10 for more than the default of one.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { freePort, projectRoot } from '../harness/site-server.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 1);
const loops = 16;
const frozenMs = 6000;
const givesUpMs = 12_000;

interface ServerProcess {
  readonly url: string;
  /** Starts it, also again, and waits until it is ready. */
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** The product's server with its definitions and minimal pages, as a process. */
async function serverProcess(env: Record<string, string>): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(process.env['TEST_DATA'] ?? tmpdir(), 'faults-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess;
  return {
    url,
    async start() {
      const given = {
        PORT: String(port),
        HOST: '127.0.0.1',
        ADMIN_PORT: 'off',
        DATA_DIR: dataDir,
        FUNNELS_DIR: 'funnels',
      };
      const options = {
        cwd: projectRoot,
        env: { ...process.env, ...given, ...env },
        stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[],
      };
      child = spawn(process.execPath, ['test/contracts/http/serve.ts'], options);
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
        return await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      });
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe.skipIf(!canStartPostgres)('two servers on one PostgreSQL', () => {
  let postgres: PostgresServer;
  let database: TestDatabase;
  let servers: readonly [ServerProcess, ServerProcess];
  const env = () => ({ DATABASE_URL: database.url, NODE_ENV: 'production', TRUST_PROXY: '1', LOG_LEVEL: 'error' });
  beforeAll(async () => {
    postgres = await startPostgres(true);
    database = await createDatabase(postgres.url);
    servers = [await serverProcess(env()), await serverProcess(env())];
    await Promise.all(servers.map((server) => server.start()));
  });
  afterAll(async () => {
    for (const server of servers ?? []) await server.kill();
    await postgres?.remove();
  });

  let drawn = 0;
  const seen = { acknowledged: new Map<string, string>(), refused: 0, cut: 0, lastAt: 0, replayed: 0 };

  /** Posts a lead until it is acknowledged, with one key, to whichever server answers. */
  async function submit(): Promise<void> {
    const number = ++drawn;
    const email = `visitante-${number}@exemplo.com.br`;
    const key = randomUUID();
    for (let attempt = number; ; attempt += 1) {
      try {
        const response = await fetch(`${(servers[attempt % 2] as ServerProcess).url}/api/consultoria`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'idempotency-key': key,
            'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
          },
          body: JSON.stringify({ name: 'Ana Souza', email, phone: `119${String(10_000_000 + number)}` }),
          signal: AbortSignal.timeout(givesUpMs),
        });
        const text = await response.text();
        if (response.status === 200) {
          seen.acknowledged.set(email, text);
          seen.lastAt = performance.now();
          if (response.headers.get('idempotent-replayed') !== null) seen.replayed += 1;
          return;
        }
        expect(response.status).toBe(503);
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
    for (let round = 0; round < ROUNDS; round += 1) {
      await untilAcknowledged(100);
      const killed = servers[round % 2] as ServerProcess;
      await killed.kill();
      await untilAcknowledged(50);
      await killed.start();

      await untilAcknowledged(50);
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
      `${acknowledged.size} leads, ${refused} refused, ${cut} cut off, ${replayed} told again; first ones after ${returned.join(', ')} ms`,
    );
    expect([...acknowledged.keys()].filter((email) => counts.get(email) !== 1)).toEqual([]);
    expect(counts.size).toBe(acknowledged.size);
    expect(Math.max(...returned)).toBeLessThanOrEqual(1000);
    // Faults that interrupt no request would test nothing.
    expect(cut).toBeGreaterThan(0);
    for (const server of servers) expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test('while the database is away, readiness says so and leads get 503 with Retry-After', async () => {
    const [{ url }] = servers;
    const ready = async () => {
      const response = await fetch(`${url}/readyz`);
      return [response.status, ((await response.json()) as { reason?: string }).reason];
    };
    await postgres.stop();
    await until(async () => (await ready())[0] === 503);
    expect(await ready()).toEqual([503, 'STORE_UNREACHABLE']);
    const refused = await fetch(`${url}/api/consultoria`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ana Souza', email: 'ausente@exemplo.com.br', phone: '11987654321' }),
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    await postgres.start();
    await until(async () => (await ready())[0] === 200);
  });

  test('negative control: detects a server that acknowledges before the commit', { timeout: 180_000 }, async () => {
    const early = await serverProcess({ ...env(), EARLY: '1' });
    const lost: string[] = [];
    for (let round = 0; round < 20 && lost.length === 0; round += 1) {
      await early.start();
      const told: string[] = [];
      const loop = async (name: number): Promise<void> => {
        for (let count = 0; ; count += 1) {
          const email = `cedo-${round}-${name}-${count}@exemplo.com.br`;
          const response = await fetch(`${early.url}/api/consultoria`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${name}.${count & 255}` },
            body: JSON.stringify({ name: 'Ana Souza', email, phone: '11987654321' }),
          }).catch(() => null);
          if (response?.status !== 200) return;
          told.push(email);
        }
      };
      const all = Promise.all(Array.from({ length: loops }, (_, name) => loop(name)));
      while (told.length < 50) await sleep(2);
      await early.kill();
      await all;
      const rows = await database.query("select subject from records where subject like 'cedo-%'");
      const kept = new Set(rows.map(({ subject }) => subject));
      lost.push(...told.filter((email) => !kept.has(email)));
    }
    expect(lost.length).toBeGreaterThan(0);
  });
});
