/** Prepares an open database for submissions: migrates its tables, and makes sure that it can be written. */
import { resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { StoreError } from '../errors.ts';
import { migrate } from '../migrate.ts';
import { migrationsFor } from '../migrations.ts';
import { hotQueries } from '../queries.ts';
import type { Database } from '../schema.ts';
import type { Clock, RandomSource } from '../types.ts';
import { uuidSource } from '../uuid.ts';
import { batchWriter } from './batch.ts';
import { expirer } from './expire.ts';
import { classify } from './failure.ts';
import { type FilesInPlace, watchInPlace } from './file-identity.ts';
import { checkpoint, openingError } from './open-database.ts';
import { sqliteSchema } from './schema-dialect.ts';

/** What writes to a database. */
export interface DatabaseWriters {
  readonly write: ReturnType<typeof batchWriter>;
  readonly expireSome: ReturnType<typeof expirer>;
  readonly files: FilesInPlace;
}

/**
 * Closes the database if it fails.
 * @param db runs its statements on `database`
 * @param file the path of the database
 * @throws StoreError STORE_UNREADABLE, STORE_NEWER, STORE_MIGRATION, STORE_FULL, STORE_BUSY
 */
export async function prepareDatabase(
  db: Kysely<Database>,
  database: DatabaseSync,
  file: string,
  { clock, random }: { readonly clock: Clock; readonly random: RandomSource },
): Promise<DatabaseWriters> {
  try {
    await migrate(db, migrationsFor(sqliteSchema), {
      describe(error) {
        const { failureClass, detail } = classify(error);
        return failureClass === 'full' || failureClass === 'busy' ? openingError(file, error) : detail;
      },
    });
    // Only one process sends the messages of a folder, so the leases of an earlier one are over.
    database.exec(
      "update outbox set leased_until = 0, next_at = created_at where status = 'waiting' and leased_until > 0",
    );
    const write = batchWriter(database, hotQueries(db), uuidSource(clock, random));
    // A file without write permission opens read-only, so only a write detects it.
    write([{ probeAt: clock() }]);
    // A process killed between write and fsync leaves a commit that exists only in the page cache. It must be on the
    // disk before a replay acknowledges it.
    checkpoint(database, 'truncate');
    return {
      write,
      expireSome: expirer(database),
      files: watchInPlace([file, `${file}-wal`].map((name) => resolve(name))),
    };
  } catch (error) {
    await db.destroy();
    throw error instanceof StoreError ? error : openingError(file, error);
  }
}
