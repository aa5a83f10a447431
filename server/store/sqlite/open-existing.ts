/** Opens the database of a data folder beside the server that writes it. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { type GuardedCalls, guardCalls } from '../calls.ts';
import { StoreError } from '../errors.ts';
import { kyselyOver } from '../kysely.ts';
import { assertMigrated } from '../migrate.ts';
import { migrationsFor } from '../migrations.ts';
import type { Database } from '../schema.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { DATABASE_FILE, openingError } from './open-database.ts';
import { sqliteSchema } from './schema-dialect.ts';

export interface ExistingDatabase {
  readonly db: Kysely<Database>;
  /** The connection of `db`. */
  readonly database: DatabaseSync;
  /** The path of the database file. */
  readonly file: string;
  readonly call: GuardedCalls['call'];
}

/** How a database is opened. */
export interface ConnectionSettings {
  readonly readOnly?: boolean;
  /** Milliseconds that a statement waits for the server. */
  readonly timeout: number;
  /** Statements of SQL that configure the connection. */
  readonly pragmas?: string;
}

/**
 * Opens a database that exists: it is neither created nor migrated.
 * @param methodsOf the methods over the database, to which `close` is added
 * @throws StoreError STORE_UNREADABLE, STORE_OUTDATED, STORE_NEWER
 */
export async function openExisting<Methods>(
  dir: string,
  { readOnly = false, timeout, pragmas = '' }: ConnectionSettings,
  methodsOf: (existing: ExistingDatabase) => Methods,
): Promise<Methods & Pick<GuardedCalls, 'close'>> {
  const file = join(resolve(dir), DATABASE_FILE);
  if (!existsSync(file)) throw new StoreError('STORE_UNREADABLE', `${file} (ENOENT)`);
  const toStoreError = (error: unknown): StoreError =>
    error instanceof StoreError ? error : openingError(file, error);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly, timeout, enableForeignKeyConstraints: true });
    database.exec(pragmas);
    const db = kyselyOver(nodeSqliteDialect(database));
    await assertMigrated(db, migrationsFor(sqliteSchema));
    const { call, close } = guardCalls(toStoreError, () => db.destroy());
    return { ...methodsOf({ db, database, file, call }), close };
  } catch (error) {
    database?.close();
    throw toStoreError(error);
  }
}
