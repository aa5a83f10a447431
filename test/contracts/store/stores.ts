/** All store implementations, each with its own place to run. The contract tests run on all of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenPrivacyStore } from '../../../server/store/erasures.ts';
import { openPostgresPrivacy, openPostgresReader, openPostgresStore } from '../../../server/store/postgres/store.ts';
import { DATABASE_FILE } from '../../../server/store/sqlite/open-database.ts';
import { openSqlitePrivacy } from '../../../server/store/sqlite/privacy.ts';
import { openSqliteReader } from '../../../server/store/sqlite/reader.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import type { Clock, Store, StoreReader } from '../../../server/store/types.ts';
import { createDatabase, postgresMissing, type TestDatabase } from '../../harness/postgres.ts';

/** The location of one test's data. */
export interface Place {
  /** Opens the store on the data of this place. */
  open(options?: { clock?: Clock }): Promise<Store>;
  openReader(): Promise<StoreReader>;
  openPrivacy(): Promise<OpenPrivacyStore>;
  /** Queries the database directly, as an operator with a database shell would. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Runs a statement directly on the database. */
  execute(sql: string): Promise<void>;
  remove(): Promise<void>;
}

export interface StoreUnderTest {
  readonly name: string;
  makePlace(): Promise<Place>;
}

export const stores: readonly StoreUnderTest[] = [
  { name: 'sqlite', makePlace: async () => sqlitePlace(newFolder()) },
  ...(postgresMissing === null
    ? [{ name: 'postgres', makePlace: async () => postgresPlace(await createDatabase()) }]
    : []),
];
if (postgresMissing !== null) console.log(postgresMissing);

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'store-'));
}

export const postgresPlace = (database: TestDatabase): Place => ({
  open: (options = {}) => openPostgresStore({ url: database.url, ...options }),
  openReader: () => openPostgresReader({ url: database.url }),
  openPrivacy: () => openPostgresPrivacy({ url: database.url }),
  query: (sql) => database.query(sql),
  execute: async (sql) => void (await database.query(sql)),
  remove: () => database.remove(),
});

export function sqlitePlace(dir: string): Place {
  const shell = <T>(use: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(join(dir, DATABASE_FILE));
    try {
      return use(database);
    } finally {
      database.close();
    }
  };
  return {
    open: (options = {}) => openSqliteStore({ dir, ...options }),
    openReader: () => openSqliteReader({ dir }),
    openPrivacy: () => openSqlitePrivacy({ dir }),
    query: async (sql) => shell((database) => database.prepare(sql).all()),
    execute: async (sql) => shell((database) => database.exec(sql)),
    async remove() {
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
