/** Changes the outbox of a data folder on behalf of an operator, also while a server writes the database. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { guardCalls } from '../calls.ts';
import { StoreError } from '../errors.ts';
import { assertMigrated } from '../migrate.ts';
import { migrationsFor } from '../migrations.ts';
import { outboxOperator } from '../outbox.ts';
import type { Database } from '../schema.ts';
import type { OpenOutbox } from '../types.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { DATABASE_FILE, openingError } from './open-database.ts';
import { sqliteSchema } from './schema-dialect.ts';

/**
 * Opens the outbox: the database is neither created nor migrated. A statement waits up to two seconds for the server.
 * @throws StoreError STORE_UNREADABLE, STORE_OUTDATED, STORE_NEWER
 */
export async function openSqliteOutbox({ dir }: { readonly dir: string }): Promise<OpenOutbox> {
  const file = join(resolve(dir), DATABASE_FILE);
  if (!existsSync(file)) throw new StoreError('STORE_UNREADABLE', `${file} (ENOENT)`);
  const toStoreError = (error: unknown): StoreError =>
    error instanceof StoreError ? error : openingError(file, error);
  let db: Kysely<Database> | null = null;
  try {
    const database = new DatabaseSync(file, { timeout: 2000 });
    database.exec('pragma synchronous = full');
    db = new Kysely<Database>({ dialect: nodeSqliteDialect(database) });
    await assertMigrated(db, migrationsFor(sqliteSchema));
    const opened = db;
    const { call, close } = guardCalls(toStoreError, () => opened.destroy());
    return { ...outboxOperator(opened, { call }), close };
  } catch (error) {
    await db?.destroy();
    throw toStoreError(error);
  }
}
