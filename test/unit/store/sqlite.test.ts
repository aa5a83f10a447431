/** What SQLite does when a statement fails: nothing of its transaction remains, and the next one runs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { kyselyOver } from '../../../server/store/kysely.ts';
import { nodeSqliteDialect } from '../../../server/store/sqlite/dialect.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { transactions } from '../../../server/store/sqlite/transactions.ts';
import { createUseCounter } from '../../../server/store/sqlite/uses.ts';
import type { Use } from '../../../server/store/types.ts';
import { versionStore } from '../../../server/store/versions.ts';
import { storeErrorOf } from '../../contracts/store/submissions.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sqlite-'));
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

const statement = <Row>(sql: string) => ({ compile: () => CompiledQuery.raw(sql) as CompiledQuery<Row> });

describe('a transaction', () => {
  const open = () => {
    const database = new DatabaseSync(':memory:');
    database.exec('create table t (n integer primary key)');
    return { database, transaction: transactions(database) };
  };
  const insert = statement('insert into t values (1)');
  const all = statement<{ n: number }>('select n from t');

  test('has the rows and the result of its work', () => {
    const { database, transaction } = open();
    expect(
      transaction((run) => {
        expect(run(insert)).toEqual([]);
        return run(all).map(({ n }) => n);
      }),
    ).toEqual([1]);
    expect(database.isTransaction).toBe(false);
  });

  test('that fails leaves nothing, and the next one runs', () => {
    const { database, transaction } = open();
    const twice = () =>
      transaction((run) => {
        run(insert);
        run(insert);
      });
    expect(twice).toThrow(/UNIQUE/);
    expect([database.isTransaction, database.prepare('select n from t').all()]).toEqual([false, []]);
    transaction((run) => run(insert));
    expect(transaction((run) => run(all))).toHaveLength(1);
  });

  test('that SQLite has ended already keeps its error', () => {
    const { database, transaction } = open();
    const ended = () =>
      transaction((run) => {
        run(statement('rollback'));
        throw new Error('the disk is full');
      });
    expect(ended).toThrow('the disk is full');
    expect(database.isTransaction).toBe(false);
  });
});

describe('shared counts', () => {
  const broken = [
    { id: 'a', count: 1, expiresAt: 9 },
    { id: null, count: 1, expiresAt: 9 },
  ] as unknown as readonly Use[];

  test('that cannot be written leave the others as they were', async () => {
    const uses = createUseCounter(join(dir, 'uses.sqlite'), () => 5);
    expect(uses.add([{ id: 'a', count: 2, expiresAt: 9 }])).toEqual([2]);
    expect(() => uses.add(broken)).toThrow(/NOT NULL/);
    expect(uses.add([{ id: 'a', count: 3, expiresAt: 9 }])).toEqual([5]);
    uses.close();
  });

  test('are removed a minute after they were swept, once they have expired', () => {
    let now = 0;
    const uses = createUseCounter(join(dir, 'uses.sqlite'), () => now);
    const add = (id: string, expiresAt: number) => uses.add([{ id, count: 1, expiresAt }])[0];
    add('short', 60_000);
    add('long', 90_000);
    now = 60_000;
    expect([add('other', 90_000), add('short', 60_000)]).toEqual([1, 2]);
    now = 60_001;
    expect([add('other', 90_000), add('short', 90_000), add('long', 90_000)]).toEqual([2, 1, 2]);
    uses.close();
  });

  test('fail with an error that passes', async () => {
    const store = await openSqliteStore({ dir });
    expect((await storeErrorOf(store.addUses(broken))).code).toBe('STORE_BUSY');
    expect(await store.addUses([{ id: 'a', count: 1, expiresAt: 9 }])).toEqual([1]);
    await store.close();
  });
});

test('Kysely can be ended after its database was closed', async () => {
  const database = new DatabaseSync(':memory:');
  const db = kyselyOver(nodeSqliteDialect(database));
  await db.introspection.getTables();
  database.close();
  await expect(db.destroy()).resolves.toBeUndefined();
});

test('the store of versions says how much it writes', async () => {
  await (await openSqliteStore({ dir })).close();
  const database = new DatabaseSync(join(dir, 'store.sqlite'));
  const db = kyselyOver(nodeSqliteDialect(database));
  const written: number[] = [];
  const versions = versionStore(
    db,
    (bytes, run) => {
      written.push(bytes);
      return run();
    },
    () => 1,
  );
  const files = [3, 4].map((length, index) => ({
    hash: String(index).repeat(64),
    bytes: new Uint8Array(length),
  }));
  await versions.addFiles(files);
  expect(await versions.missing(files.map(({ hash }) => hash))).toEqual([]);
  expect(await versions.file(files[1]?.hash ?? '')).toHaveLength(4);
  const stored = { id: 'v1', definition: 'd1', files: { a: files[0]?.hash ?? '' }, savedAt: 1 };
  await versions.keep(stored, true);
  expect(await versions.find('v1')).toEqual(stored);
  expect(written).toEqual([7, 200, 0, JSON.stringify(stored.files).length, 0]);
  await db.destroy();
});
