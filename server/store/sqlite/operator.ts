/** Changes the outbox, the users of the studio or what is published, on behalf of an operator, also while a server writes the database. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { type GuardedCalls, guardCalls } from '../calls.ts';
import { StoreError } from '../errors.ts';
import { assertMigrated } from '../migrate.ts';
import { migrationsFor } from '../migrations.ts';
import { outboxOperator } from '../outbox.ts';
import { publicationStore } from '../publications.ts';
import type { Database } from '../schema.ts';
import { staffStore } from '../staff.ts';
import type { OpenOutbox, OpenPublications, OpenStaff } from '../types.ts';
import { versionStore } from '../versions.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { sqliteExpander } from './expand.ts';
import { DATABASE_FILE, openingError } from './open-database.ts';
import { sqliteSchema } from './schema-dialect.ts';
import { transactions } from './transactions.ts';

/** The folder of a database. */
interface Place {
  readonly dir: string;
}

/**
 * Opens the outbox: the database is neither created nor migrated. A statement waits up to two seconds for the server.
 * @throws StoreError STORE_UNREADABLE, STORE_OUTDATED, STORE_NEWER
 */
export const openSqliteOutbox = (place: Place): Promise<OpenOutbox> =>
  openExisting(place, (db, call, database) =>
    outboxOperator(db, { call, expand: sqliteExpander(db, database, transactions(database)) }),
  );

/** Opens the users of the studio, as {@link openSqliteOutbox} does. @throws StoreError */
export const openSqliteStaff = (place: Place): Promise<OpenStaff> => openExisting(place, staffStore);

/** Opens the versions, as {@link openSqliteOutbox} does. @throws StoreError */
export const openSqlitePublications = (place: Place): Promise<OpenPublications> =>
  openExisting(place, (db, call) => ({
    publications: publicationStore(db, call),
    versions: versionStore(db, (_bytes, run) => call(run), Date.now),
  }));

async function openExisting<Methods>(
  { dir }: Place,
  methodsOf: (db: Kysely<Database>, call: GuardedCalls['call'], database: DatabaseSync) => Methods,
): Promise<Methods & Pick<GuardedCalls, 'close'>> {
  const file = join(resolve(dir), DATABASE_FILE);
  if (!existsSync(file)) throw new StoreError('STORE_UNREADABLE', `${file} (ENOENT)`);
  const toStoreError = (error: unknown): StoreError =>
    error instanceof StoreError ? error : openingError(file, error);
  let db: Kysely<Database> | null = null;
  try {
    const database = new DatabaseSync(file, { timeout: 2000 });
    database.exec('pragma synchronous = full; pragma secure_delete = on');
    db = new Kysely<Database>({ dialect: nodeSqliteDialect(database) });
    await assertMigrated(db, migrationsFor(sqliteSchema));
    const opened = db;
    const { call, close } = guardCalls(toStoreError, () => opened.destroy());
    return { ...methodsOf(opened, call, database), close };
  } catch (error) {
    await db?.destroy();
    throw toStoreError(error);
  }
}
