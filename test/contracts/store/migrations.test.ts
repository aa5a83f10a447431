/**
 * Migrations from every schema that a released version had. `test/fixtures/databases` contains a dump per version,
 * written by the code of its commit, with a submission and its delivery, one without a subject, and a later one of the
 * first subject.
 */
import { fork } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { migrationsFor } from '../../../server/store/migrations.ts';
import { createPool, postgresDialect } from '../../../server/store/postgres/pool.ts';
import { postgresSchema } from '../../../server/store/postgres/schema-dialect.ts';
import type { Database } from '../../../server/store/schema.ts';
import { DATABASE_FILE } from '../../../server/store/sqlite/open-database.ts';
import { sqliteSchema } from '../../../server/store/sqlite/schema-dialect.ts';
import type { OutboxMessage, Store } from '../../../server/store/types.ts';
import { createDatabase, postgresMissing } from '../../harness/postgres.ts';
import { newFolder, type Place, postgresPlace, sqlitePlace } from './stores.ts';
import { collect, submissionOf } from './submissions.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');
const dumps = join(fixtures, 'databases');
const versions = readdirSync(dumps)
  .map((name) => name.replace('.sql', ''))
  .sort();

const dumpOf = (version: string): string => join(dumps, `${version}.sql`);

/** Opens a database with the rows of a dump. @param file a path, or `:memory:` */
function loadDump(dump: string, file: string): DatabaseSync {
  // A dump has its tables by name, so a row may come before the one it refers to.
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec(readFileSync(dump, 'utf8'));
  return database;
}

/** A SQLite database as a version left it. */
function sqliteOf(dump: string): Place {
  const dir = newFolder();
  loadDump(dump, join(dir, DATABASE_FILE)).close();
  return sqlitePlace(dir);
}

const tables = [
  ...['records', 'submissions', 'outbox', 'probe', 'delivery_plans', 'deferred_messages', 'delivery_attempts'],
  ...['destination_states', 'erasures'],
];

/** The same rows in a PostgreSQL database with the migrations up to a version. */
async function postgresOf(dump: string, version: string): Promise<Place> {
  const target = await createDatabase();
  const db = new Kysely<Database>({
    dialect: postgresDialect(createPool(target.url, 2, { connect: 5000, query: null })),
  });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(postgresSchema) } });
  expect((await migrator.migrateTo(version)).error).toBeUndefined();
  const rows = loadDump(dump, ':memory:');
  const present = new Set(
    rows
      .prepare("select name from sqlite_master where type = 'table'")
      .all()
      .map(({ name }) => name),
  );
  for (const table of tables.filter((each) => present.has(each)))
    for (const { seq: _, ...row } of rows.prepare(`select * from ${table}`).all())
      await db
        .insertInto(table as keyof Database)
        .values(row as never)
        .execute();
  rows.close();
  await db.destroy();
  return postgresPlace(target);
}

const databases = [
  { name: 'sqlite', placeOf: async (dump: string, _version: string) => sqliteOf(dump) },
  ...(postgresMissing === null ? [{ name: 'postgres', placeOf: postgresOf }] : []),
];

test('every version except the last has a dump', () => {
  expect(versions).toEqual(Object.keys(migrationsFor(sqliteSchema)).slice(0, versions.length));
  expect(versions.length).toBeGreaterThanOrEqual(Object.keys(migrationsFor(sqliteSchema)).length - 1);
});

describe.each(databases)('$name', ({ placeOf }) => {
  test.each(versions)('from %s: records, keys and deliveries are kept, and the store works', async (version) => {
    const place = await placeOf(dumpOf(version), version);
    onTestFinished(() => place.remove());
    const store = await place.open();
    expect((await store.list('diagnosticos')).map(({ subject, data }) => [subject, data['nome']])).toEqual([
      ['uid-a', 'Pessoa a'],
      [null, 'Pessoa b'],
      ['uid-a', "D'Ávila\n"],
    ]);
    expect((await collect(store.leads())).map(({ data, submissions }) => [data['nome'], submissions])).toEqual([
      ["D'Ávila\n", 2],
      ['Pessoa b', 1],
    ]);
    expect(await store.outbox()).toMatchObject([{ destination: 'conversions', depth: 1 }]);
    const message = { destination: 'conversions', limit: 9, now: 2e12, until: 3e12 };
    expect(await store.deliveries.claim(message)).toMatchObject([{ status: 'waiting', createdAt: 1_795_000_000_000 }]);
    expect(await store.submit(submissionOf('a'))).toMatchObject({ outcome: 'replayed' });
    expect(await store.submit(submissionOf('b', { data: {} }))).toEqual({ outcome: 'conflict' });
    expect(await store.submit(submissionOf('d'))).toMatchObject({ outcome: 'accepted' });
    await expect(place.execute('delete from records')).rejects.toThrow('append-only');
    expect(await store.expire('diagnosticos', { before: Number.MAX_SAFE_INTEGER, bytes: 0 })).toBe(4);
    await store.close();
  });

  describe('messages of 0014_order_expand', () => {
    /** What the code of that version showed of them, after it had made all payloads. */
    const before = JSON.parse(readFileSync(join(fixtures, 'outbox/messages.json'), 'utf8')) as {
      readonly outbox: unknown;
      readonly states: unknown;
      readonly messages: readonly Pick<OutboxMessage, 'id' | 'recordId' | 'status' | 'payload' | 'destination'>[];
    };
    let place: Place;
    let store: Store;
    beforeEach(async () => {
      place = await placeOf(join(fixtures, 'outbox/messages.sql'), '0014_order_expand');
      store = await place.open();
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    test('keep their ids, states, tries, payloads and attempts, made before or not', async () => {
      const messages = await store.deliveries.list({ limit: 1000 });
      const logged = await Promise.all(
        messages.map(async (message) => ({ ...message, log: await store.deliveries.attempts(message.id) })),
      );
      expect(logged).toMatchObject(before.messages);
      expect(logged).toHaveLength(before.messages.length);
      expect(messages.every(({ fault }) => fault === null)).toBe(true);
      expect(await store.outbox()).toEqual(before.outbox);
      expect(await store.deliveries.states()).toEqual(before.states);
    });

    test('are sent with their payloads, in the order of their submissions', async () => {
      const claimed = await store.deliveries.claim({ destination: 'crm', limit: 50, now: 2e12, until: 3e12 });
      const waiting = before.messages.filter(
        ({ status, destination }) => status === 'waiting' && destination === 'crm',
      );
      expect(claimed.map(({ id, payload }) => [id, payload])).toEqual(waiting.map(({ id, payload }) => [id, payload]));
      const sequences = claimed.map(({ sequence }) => Number(sequence));
      expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
    });

    test('are sent again, except those that were erased', async () => {
      const ids = before.messages.map(({ id }) => id);
      const sendable = before.messages.filter(
        ({ status, payload }) => ['dead', 'delivered', 'unconfigured'].includes(status) && payload !== null,
      );
      expect(await store.deliveries.retry({ ids }, 1_795_000_100_000)).toBe(sendable.length);
    });

    test('are erased with their records, and nothing of them remains', async () => {
      const ids = [...new Set(before.messages.map(({ recordId }) => recordId))];
      const privacy = await place.openPrivacy();
      await privacy.erase(ids, { id: 'e2', at: 1, operator: 'o', person: [], keyId: 'k', counts: {} });
      await privacy.close();
      const rest = JSON.stringify(
        await Promise.all(
          tables.filter((each) => each !== 'deferred_messages').map((table) => place.query(`select * from ${table}`)),
        ),
      );
      expect(rest).not.toMatch(/x\.example|visitor-|Pessoa|192\.0\.2|Browser/);
      expect((await store.deliveries.list({ limit: 1000 })).map(({ status }) => status).sort()).toEqual(
        before.messages
          .map(({ status }) => (['waiting', 'unconfigured', 'withheld'].includes(status) ? 'cancelled' : status))
          .sort(),
      );
    });

    test('are followed by those of later submissions', async () => {
      await store.submit(submissionOf('later', { receivedAt: 1_795_000_200_000 }));
      expect((await store.deliveries.list({ limit: 1000 })).at(-1)).toMatchObject({ dedupeKey: 'lead:later' });
      expect(
        await place.query("select count(*) as n from outbox where sequence is null and status = 'waiting'"),
      ).toEqual([{ n: 0 }]);
    });
  });
});

/** Starts processes that open one store at the same time. @returns how many records each has counted */
const openTogether = (count: number, args: readonly string[]): Promise<unknown[]> =>
  Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve, reject) => {
          const child = fork(join(import.meta.dirname, 'opener.ts'), args, { stdio: 'inherit' });
          let received: unknown = null;
          child.on('message', (message) => {
            received = message;
          });
          child.once('exit', (code) => (code === 0 ? resolve(received) : reject(new Error(`ended with ${code}`))));
        }),
    ),
  );

describe('processes that start together migrate once', () => {
  test('on one folder', async () => {
    const dir = newFolder();
    onTestFinished(() => rmSync(dir, { recursive: true }));
    loadDump(dumpOf(versions[0] as string), join(dir, DATABASE_FILE)).close();
    expect(await openTogether(3, [dir])).toEqual([3, 3, 3]);
  });

  test.skipIf(postgresMissing !== null)('on one PostgreSQL database', async () => {
    const dir = newFolder();
    const target = await createDatabase();
    onTestFinished(() => rmSync(dir, { recursive: true }));
    onTestFinished(() => target.remove());
    expect(await openTogether(3, [dir, target.url])).toEqual([0, 0, 0]);
    const names = (await target.query('select name from kysely_migration order by name')).map(({ name }) => name);
    expect(names).toEqual(Object.keys(migrationsFor(postgresSchema)));
  });
});
