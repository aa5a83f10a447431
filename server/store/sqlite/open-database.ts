/** Opens the database file with the settings that durability depends on. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../errors.ts';
import { createPrivateFile, prepareFolder } from '../folder.ts';
import { classify } from './failure.ts';

/** Name of the database file in the data folder. */
export const DATABASE_FILE = 'store.sqlite';

/**
 * @param busyTimeout milliseconds to wait for another program's lock; the process is blocked meanwhile
 * @throws StoreError STORE_FOLDER, STORE_UNREADABLE, STORE_FULL, STORE_BUSY
 */
export function openDatabase(dir: string, busyTimeout: number): DatabaseSync {
  const file = join(prepareFolder(dir), DATABASE_FILE);
  let database: DatabaseSync | undefined;
  try {
    createPrivateFile(file);
    database = new DatabaseSync(file, { timeout: busyTimeout, enableForeignKeyConstraints: true });
    const mode = database.prepare('pragma journal_mode = wal').get()?.journal_mode;
    if (mode !== 'wal') throw new StoreError('STORE_FOLDER', `${dir} cannot hold a write-ahead log`);
    database.exec(`
      pragma synchronous = full;
      pragma cache_size = -32768; -- KB
      pragma secure_delete = on; -- pages keep no bytes of removed or moved rows: see privacy.ts
      pragma wal_autocheckpoint = 0; -- SQLite swallows the errors of its own checkpoints; see checkpoint()
    `);
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof StoreError ? error : openingError(file, error);
  }
}

/** Classifies an error before the first submission: nothing can be lost yet, so no error is fatal. */
export function openingError(file: string, error: unknown): StoreError {
  const { code, errcode } = error as { code?: string; errcode?: number };
  // The file system's error code, from before SQLite opened the file.
  if (errcode === undefined && code === 'ENOSPC') return new StoreError('STORE_FULL', code);
  if (errcode === undefined && code !== undefined && /^E[A-Z]+$/.test(code))
    return new StoreError('STORE_UNREADABLE', `${file} (${code})`);
  const { failureClass, detail } = classify(error);
  if (failureClass === 'full') return new StoreError('STORE_FULL', detail);
  if (failureClass === 'busy') return new StoreError('STORE_BUSY', detail);
  return new StoreError('STORE_UNREADABLE', `${file} (${detail})`);
}

/**
 * Copies the log into the database file.
 * @param mode `passive` as far as readers allow, and the log file is reused; `truncate` copies and empties the whole
 *   log
 * @throws the error of `node:sqlite`; a checkpoint blocked by a reader does not throw
 */
export function checkpoint(database: DatabaseSync, mode: 'passive' | 'truncate'): void {
  database.prepare(`pragma wal_checkpoint(${mode})`).get();
}
