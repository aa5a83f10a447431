/**
 * kill -9 of the server while leads arrive and their messages are sent: every acknowledged lead has its messages, every
 * message has its lead, and a message that was sent but not noted arrives once more under the same id.
 * `npm run faults -- deliveries` kills each store's server 100 times.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { createDatabase, postgresMissing, type TestDatabase } from '../harness/postgres.ts';
import { type Sink, startSink } from '../harness/sink.ts';
import { newLead, postLead } from './leads.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

const rounds = Number(process.env['ROUNDS'] ?? 2);
const leadsPerRound = 150;
const loops = 16;
/** Messages that a process sends at a time to a destination. */
const inFlight = 20;

type Query = (sql: string) => Promise<Record<string, unknown>[]>;

interface Place {
  readonly server: ServerProcess;
  readonly query: Query;
  remove(): Promise<void>;
}

async function sqlitePlace(env: Record<string, string>): Promise<Place> {
  const server = await serverProcess(env);
  return {
    server,
    async query(sql) {
      const database = new DatabaseSync(join(server.dataDir, 'store.sqlite'), { readOnly: true });
      const rows = database.prepare(sql).all();
      database.close();
      return rows;
    },
    remove: () => server.remove(),
  };
}

async function postgresPlace(env: Record<string, string>): Promise<Place> {
  const database: TestDatabase = await createDatabase();
  const server = await serverProcess({ DATABASE_URL: database.url, ...env });
  return {
    server,
    query: (sql) => database.query(sql),
    async remove() {
      await server.remove();
      await database.remove();
    },
  };
}

const places = [
  { name: 'SQLite', open: sqlitePlace },
  ...(postgresMissing === null ? [{ name: 'PostgreSQL', open: postgresPlace }] : []),
];

/** Posts leads until enough are acknowledged, and kills the server under them. */
async function killUnderLoad(server: ServerProcess, untilKill: number): Promise<string[]> {
  const acknowledged: string[] = [];
  let running = true;
  const loop = async (): Promise<void> => {
    while (running) {
      const lead = newLead();
      try {
        expect((await postLead(server.url, lead)).status).toBe(200);
        acknowledged.push(lead.email);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        return;
      }
    }
  };
  const all = Promise.all(Array.from({ length: loops }, loop));
  while (acknowledged.length < untilKill) await sleep(1);
  await server.kill();
  running = false;
  await all;
  return acknowledged;
}

describe.each(places)('$name', ({ name, open }) => {
  let place: Place;
  let sink: Sink;
  afterEach(async () => {
    await place?.remove();
    await sink?.stop();
  });

  test(`${rounds} kills: leads and messages are stored together, and a message arrives at most once more`, {
    timeout: rounds * 60_000 + 180_000,
  }, async () => {
    sink = await startSink();
    const site = { FUNNELS_DIR: 'test/fixtures/sites/deliveries' };
    const urls = { CRM_URL: `${sink.url}/crm`, CRM_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}` };
    place = await open({ ...site, ...urls });
    const acknowledged: string[] = [];
    await place.server.start();
    for (let round = 0; round < rounds; round += 1) {
      const share = leadsPerRound * (0.5 + Math.random());
      acknowledged.push(...(await killUnderLoad(place.server, share)));
      await place.server.start();
    }
    const waiting = "select count(*) as total from outbox where destination = 'crm' and status <> 'delivered'";
    // Leases of a killed process that shares its database end after a minute.
    while (Number((await place.query(waiting))[0]?.['total']) > 0) await sleep(200);

    const rows = await place.query(
      'select r.subject, o.delivery, o.status, o.id from records r left join outbox o on o.record_id = r.id',
    );
    const byLead = new Map<string, string[]>();
    for (const { subject, delivery } of rows)
      byLead.set(String(subject), [...(byLead.get(String(subject)) ?? []), String(delivery)]);
    const incomplete = [...byLead].filter(([, names]) => names.sort().join() !== 'chat,crm,lead');
    expect(incomplete).toEqual([]);
    expect(acknowledged.filter((email) => !byLead.has(email))).toEqual([]);
    const orphans = 'select count(*) as total from outbox where record_id not in (select id from records)';
    expect(Number((await place.query(orphans))[0]?.['total'])).toBe(0);

    const counts = new Map<string, number>();
    for (const { headers } of sink.requests) {
      const id = String(headers['webhook-id']);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const stored = new Set(rows.filter(({ delivery }) => delivery === 'crm').map(({ id }) => String(id)));
    const repeats = [...counts.values()].reduce((sum, count) => sum + count - 1, 0);
    console.log(
      `${name}: ${rounds} kills, ${acknowledged.length} acknowledged, ${stored.size} messages, ${repeats} sent twice`,
    );
    // Each message that was stored arrived, and nothing else did.
    expect([...stored].filter((id) => !counts.has(id))).toEqual([]);
    expect([...counts.keys()].filter((id) => !stored.has(id))).toEqual([]);
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(2);
    expect(repeats).toBeLessThanOrEqual(rounds * inFlight);
  });
});
