/**
 * Erases personal values from the database of a data folder, also while a server writes it.
 *
 * Every connection that writes has `secure_delete` on, so that a page keeps no bytes of a row that was overwritten,
 * moved or removed. Databases of older versions may contain such bytes; only a rewrite of the file removes them.
 */
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OpenPrivacyStore, privacyOf, type TidyResult } from '../erasures.ts';
import { lastSeq } from '../leads.ts';
import { openExisting } from './open-existing.ts';

/** How long a checkpoint may hold back the server, which waits for up to two seconds. */
const checkpointMs = 300;
const pauseMs = 100;
const writeMs = 5000;
const pragmas = 'pragma synchronous = full; pragma secure_delete = on; pragma wal_autocheckpoint = 0';

/**
 * Opens a database that exists. A statement waits up to five seconds for the server.
 * @throws StoreError STORE_UNREADABLE, STORE_OUTDATED, STORE_NEWER
 */
export function openSqlitePrivacy({
  dir,
  patience = 10_000,
}: {
  readonly dir: string;
  /** How long to wait for readers of an older state, in milliseconds. */
  readonly patience?: number;
}): Promise<OpenPrivacyStore> {
  return openExisting(dir, { timeout: writeMs, pragmas }, ({ db, database, call }) =>
    privacyOf(db, {
      call,
      horizon: () => lastSeq(db),
      tidy: (compact) => tidy(database, compact, patience),
    }),
  );
}

/** Empties the log. With `compact`, the file is rewritten first, which blocks writers. */
async function tidy(database: DatabaseSync, compact: boolean, patience: number): Promise<TidyResult> {
  if (compact) database.exec('vacuum');
  const hasEmptyLog = await emptyLog(database, patience);
  return {
    notes: hasEmptyLog
      ? []
      : [
          'Another program reads the database, so its log (store.sqlite-wal) still contains the values. Run the command again when a backup or an export has ended.',
        ],
  };
}

/** @returns whether the log is empty; a reader of an older state prevents it */
async function emptyLog(database: DatabaseSync, patience: number): Promise<boolean> {
  // While a checkpoint waits for readers, nobody can write.
  database.exec(`pragma busy_timeout = ${checkpointMs}`);
  try {
    for (let waited = 0; waited <= patience; waited += checkpointMs + pauseMs) {
      if (database.prepare('pragma wal_checkpoint(truncate)').get()?.['busy'] === 0) return true;
      await sleep(pauseMs);
    }
    return false;
  } finally {
    database.exec(`pragma busy_timeout = ${writeMs}`);
  }
}
