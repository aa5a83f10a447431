/** Cases that only the PostgreSQL store has: several processes, sessions, a server that goes away. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrationsFor } from '../../../server/store/migrations.ts';
import { appendLock } from '../../../server/store/postgres/batch.ts';
import { acquire, createPool, postgresDialect } from '../../../server/store/postgres/pool.ts';
import { postgresSchema } from '../../../server/store/postgres/schema-dialect.ts';
import { openPostgresStore } from '../../../server/store/postgres/store.ts';
import type { Database } from '../../../server/store/schema.ts';
import type { Store } from '../../../server/store/types.ts';
import { createDatabase, postgresMissing, type TestDatabase } from '../../harness/postgres.ts';
import { until } from '../http/running.ts';
import { collect, storeErrorOf, submissionOf } from './submissions.ts';

describe.skipIf(postgresMissing !== null)('the PostgreSQL store', () => {
  let database: TestDatabase;
  let stores: Store[];
  const open = async (): Promise<Store> => {
    const store = await openPostgresStore({ url: database.url });
    stores.push(store);
    return store;
  };

  /** Queries in a session of the store's pool. */
  async function askSession(sql: string): Promise<Record<string, unknown>[]> {
    const pool = createPool(database.url, 1, { connect: 2000, query: 5000 });
    const client = await acquire(pool);
    const { rows } = await client.query(sql);
    client.release();
    await pool.end();
    return rows as Record<string, unknown>[];
  }

  beforeEach(async () => {
    database = await createDatabase();
    stores = [];
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    await database.remove();
  });

  test('accepts a key once, whichever process gets it, without a deadlock', async () => {
    const [one, other] = [await open(), await open()];
    const keys = Array.from({ length: 400 }, (_, index) => String(index));
    const outcomes = await Promise.all([
      ...keys.map((key) => one.submit(submissionOf(key))),
      ...keys.toReversed().map((key) => other.submit(submissionOf(key))),
    ]);
    const count = (name: string) => outcomes.filter(({ outcome }) => outcome === name).length;
    expect([count('accepted'), count('replayed')]).toEqual([400, 400]);
    expect(await one.count('diagnosticos')).toBe(400);
    expect(await other.outbox()).toMatchObject([{ depth: 400 }]);
  });

  /** Whether a session waits for a lock. */
  const isWaiting = async (): Promise<boolean> =>
    (await database.query('select 1 from pg_locks where not granted')).length > 0;

  test.each([
    ['a batch of submissions', `select pg_advisory_xact_lock_shared(${appendLock})`],
    [
      'a delivery',
      "insert into outbox (id, record_id, destination, payload, created_at) values ('a', 'a', 'a', '{}', 1)",
    ],
  ])('a migration waits for %s of an older process, and tries again', async (_, statement) => {
    const db = new Kysely<Database>({
      dialect: postgresDialect(createPool(database.url, 2, { connect: 5000, query: null })),
    });
    const older = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(postgresSchema) } });
    expect((await older.migrateTo('0011_publications')).error).toBeUndefined();
    await db.destroy();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`begin; ${statement}`);
    const opening = open();
    // It waits, gives up so that nothing queues behind it, and waits again in another transaction.
    const waited = new Set<unknown>();
    await until(async () => {
      const rows = await database.query('select virtualtransaction as id from pg_locks where not granted');
      for (const { id } of rows) waited.add(id);
      return waited.size > 1;
    });
    await client.query('commit');
    await client.end();
    expect((await (await opening).submit(submissionOf('a'))).outcome).toBe('accepted');
  });

  test('a migration that meets a deadlock is repeated', async () => {
    const db = new Kysely<Database>({
      dialect: postgresDialect(createPool(database.url, 2, { connect: 5000, query: null })),
    });
    const older = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(postgresSchema) } });
    expect((await older.migrateTo('0011_publications')).error).toBeUndefined();
    await db.destroy();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // The first migration takes its lock on one table while this waits for it, and this holds the table of the second.
    await client.query("set deadlock_timeout = '60s'; begin; lock table deferred_messages in access exclusive mode");
    const opening = open();
    await until(isWaiting);
    const taken = client.query('lock table outbox in access exclusive mode');
    await taken;
    await client.query('commit');
    await client.end();
    expect((await (await opening).submit(submissionOf('a'))).outcome).toBe('accepted');
  });

  test('a schema that is not its own is not ready, although the rest of it can be written', async () => {
    const store = await open();
    await database.query('alter table outbox rename column sender to author');
    expect((await storeErrorOf(store.submit(submissionOf('a')))).code).toBe('STORE_NEWER');
    expect((await storeErrorOf(store.probe())).code).toBe('STORE_NEWER');
    expect(store.trouble()?.code).toBe('STORE_NEWER');
    await database.query('alter table outbox rename column author to sender');
    await store.probe();
    expect(store.trouble()).toBeNull();
  });

  test('a list waits for a record that another process has not committed yet', async () => {
    const store = await open();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`begin; select pg_advisory_xact_lock_shared(${appendLock})`);
    await client.query(`insert into records (id, intake, collection, data, meta, definition, received_at)
      values ('first', 'i', 'diagnosticos', '{}', '{}', 'd', 1)`);
    await store.submit(submissionOf('second'));
    let done = false;
    const lists = Promise.all([store.list('diagnosticos'), collect(store.leads())]).finally(() => {
      done = true;
    });
    await sleep(100);
    expect(done).toBe(false);
    await client.query('commit');
    await client.end();
    for (const list of await lists)
      expect(list.map(({ id, subject }) => subject ?? id)).toEqual(['first', 'uid-second']);
  });

  test.each([
    ['off', 'on'],
    ['local', 'on'],
    ['remote_apply', 'remote_apply'],
  ])('a session of a database with synchronous_commit=%s has %s', async (given, expected) => {
    const name = new URL(database.url).pathname.slice(1);
    await database.query(`alter database ${name} set synchronous_commit = ${given}`);
    const rows = await askSession("select current_setting('synchronous_commit') as now");
    await database.query(`alter database ${name} reset synchronous_commit`);
    expect(rows).toEqual([{ now: expected }]);
  });

  test('submissions survive the loss of every connection', async () => {
    const store = await open();
    const troubles: unknown[] = [];
    const keys = Array.from({ length: 300 }, (_, index) => String(index));
    let running = true;
    let settled = 0;
    const killer = (async () => {
      while (running) {
        const before = settled;
        await database.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'funnel' and datname = current_database()",
        );
        // On a busy machine a submission takes longer than the pause: without a wait none would ever be stored.
        do await sleep(20);
        while (running && settled === before);
      }
    })();
    for (const key of keys) {
      const outcome = await store.submit(submissionOf(key)).catch((error: unknown) => error);
      if (outcome instanceof Error) troubles.push(outcome);
      settled += 1;
    }
    running = false;
    await killer;
    expect(troubles).toEqual([]);
    expect((await store.list('diagnosticos', { limit: 1000 })).map(({ subject }) => subject)).toEqual(
      keys.map((key) => `uid-${key}`),
    );
    expect(store.trouble()).toBeNull();
  });

  test('a session does not wait for ever: not for a statement, a lock or its client', async () => {
    const rows = await askSession(`select name, setting from pg_settings where name in
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`);
    expect(rows.map((row) => row['setting'])).toEqual(['5000', '5000', '5000']);
  });

  test('a truncation is refused', async () => {
    await open();
    await expect(database.query('truncate records cascade')).rejects.toThrow('append-only');
  });

  test('a backup is refused', async () => {
    const store = await open();
    expect((await storeErrorOf(store.backup('/tmp/never'))).code).toBe('STORE_BACKUP');
  });

  test.each([
    ['a server that does not run', (url: URL) => (url.port = '1'), 'STORE_UNREACHABLE'],
    ['a database that does not exist', (url: URL) => (url.pathname = '/nothing'), 'STORE_UNREADABLE'],
  ])('%s is refused without the address', async (_name, change, code) => {
    const url = new URL(database.url);
    change(url);
    url.password = 'secret';
    const error = await storeErrorOf(openPostgresStore({ url: url.href }));
    expect(error.code).toBe(code);
    expect(`${error.message} ${error.stack}`).not.toMatch(/secret|nothing/);
  });
});
