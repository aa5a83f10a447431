/** Reads the database of a data folder, also while a server writes it. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { guardCalls } from '../calls.ts';
import { StoreError } from '../errors.ts';
import { lastSeq } from '../leads.ts';
import { assertMigrated } from '../migrate.ts';
import { migrationsFor } from '../migrations.ts';
import { readingMethods } from '../reader.ts';
import type { Database } from '../schema.ts';
import type { StoreReader } from '../types.ts';
import { backUp } from './backup.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { DATABASE_FILE, openingError } from './open-database.ts';
import { sqliteSchema } from './schema-dialect.ts';

/**
 * Opens a database for reading: it is neither created nor migrated.
 * @throws StoreError STORE_UNREADABLE, STORE_OUTDATED, STORE_NEWER
 */
export async function openSqliteReader({ dir }: { readonly dir: string }): Promise<StoreReader> {
  const file = join(resolve(dir), DATABASE_FILE);
  if (!existsSync(file)) throw new StoreError('STORE_UNREADABLE', `${file} (ENOENT)`);
  const toStoreError = (error: unknown): StoreError =>
    error instanceof StoreError ? error : openingError(file, error);
  let db: Kysely<Database> | null = null;
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 2000 });
    db = new Kysely<Database>({ dialect: nodeSqliteDialect(database) });
    await assertMigrated(db, migrationsFor(sqliteSchema));
    const opened = db;
    const { call, close } = guardCalls(toStoreError, () => opened.destroy());
    return {
      ...readingMethods(opened, { read: call, horizon: () => lastSeq(opened), backUp: (to) => backUp(file, to) }),
      close,
    };
  } catch (error) {
    await db?.destroy();
    throw toStoreError(error);
  }
}
