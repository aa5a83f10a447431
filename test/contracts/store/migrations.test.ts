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
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrationsFor } from '../../../server/store/migrations.ts';
import { createPool, postgresDialect } from '../../../server/store/postgres/pool.ts';
import { postgresSchema } from '../../../server/store/postgres/schema-dialect.ts';
import type { Database } from '../../../server/store/schema.ts';
import { DATABASE_FILE } from '../../../server/store/sqlite/open-database.ts';
import { sqliteSchema } from '../../../server/store/sqlite/schema-dialect.ts';
import { createDatabase, postgresMissing } from '../../harness/postgres.ts';
import { newFolder, type Place, postgresPlace, sqlitePlace } from './stores.ts';
import { collect, submissionOf } from './submissions.ts';

const dumps = join(import.meta.dirname, '../../fixtures/databases');
const versions = readdirSync(dumps)
  .map((name) => name.replace('.sql', ''))
  .sort();

/** Opens a database with the rows of a dump. @param file a path, or `:memory:` */
function loadDump(version: string, file: string): DatabaseSync {
  // A dump has its tables by name, so a row may come before the one it refers to.
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec(readFileSync(join(dumps, `${version}.sql`), 'utf8'));
  return database;
}

/** A SQLite database as a version left it. */
function sqliteOf(version: string): Place {
  const dir = newFolder();
  loadDump(version, join(dir, DATABASE_FILE)).close();
  return sqlitePlace(dir);
}

/** The same rows in a PostgreSQL database with the migrations up to a version. */
async function postgresOf(version: string): Promise<Place> {
  const target = await createDatabase();
  const db = new Kysely<Database>({
    dialect: postgresDialect(createPool(target.url, 2, { connect: 5000, query: null })),
  });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(postgresSchema) } });
  expect((await migrator.migrateTo(version)).error).toBeUndefined();
  const dump = loadDump(version, ':memory:');
  const tables = ['records', 'submissions', 'outbox', 'probe', 'delivery_plans', 'deferred_messages'] as const;
  const present = dump.prepare("select name from sqlite_master where type = 'table'").all();
  for (const table of tables.filter((each) => present.some(({ name }) => name === each)))
    for (const { seq: _, ...row } of dump.prepare(`select * from ${table}`).all())
      await db
        .insertInto(table)
        .values(row as never)
        .execute();
  dump.close();
  await db.destroy();
  return postgresPlace(target);
}

const databases = [
  { name: 'sqlite', placeOf: async (version: string) => sqliteOf(version) },
  ...(postgresMissing === null ? [{ name: 'postgres', placeOf: postgresOf }] : []),
];

test('every version except the last has a dump', () => {
  expect(versions).toEqual(Object.keys(migrationsFor(sqliteSchema)).slice(0, versions.length));
  expect(versions.length).toBeGreaterThanOrEqual(Object.keys(migrationsFor(sqliteSchema)).length - 1);
});

describe.each(databases)('$name', ({ placeOf }) => {
  test.each(versions)('from %s: records, keys and deliveries are kept, and the store works', async (version) => {
    const place = await placeOf(version);
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
    await store.deliveries.expand();
    const message = { destination: 'conversions', limit: 9, now: 2e12, until: 3e12 };
    expect(await store.deliveries.claim(message)).toMatchObject([{ status: 'waiting', createdAt: 1_795_000_000_000 }]);
    expect(await store.submit(submissionOf('a'))).toMatchObject({ outcome: 'replayed' });
    expect(await store.submit(submissionOf('b', { data: {} }))).toEqual({ outcome: 'conflict' });
    expect(await store.submit(submissionOf('d'))).toMatchObject({ outcome: 'accepted' });
    await expect(place.execute('delete from records')).rejects.toThrow('append-only');
    expect(await store.expire('diagnosticos', { before: Number.MAX_SAFE_INTEGER, bytes: 0 })).toBe(4);
    await store.close();
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
    loadDump(versions[0] as string, join(dir, DATABASE_FILE)).close();
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
