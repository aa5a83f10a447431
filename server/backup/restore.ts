/** Puts a backup into a data folder. */
import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sync } from '../disk/sync.ts';
import { prepareFolder } from '../store/folder.ts';
import { DATABASE_FILE } from '../store/sqlite/open-database.ts';
import { type BackupContent, filesTable, inspect } from './backup.ts';

/** A backup cannot be restored; nothing was changed. The message says why, and what to do. */
export class RestoreRefused extends Error {}

export interface RestoreResult extends BackupContent {
  /** Where the previous database is now; null when there was none. */
  readonly previous: string | null;
}

/**
 * Replaces the database of a data folder by a backup, in one step: after a crash the folder has either the previous
 * database or the complete backup.
 * @param force replaces a database that contains submissions; it is kept under another name
 * @throws RestoreRefused, StoreError STORE_FOLDER
 */
export function restoreBackup(file: string, dataDir: string, force: boolean, at: number): RestoreResult {
  const source = resolve(file);
  const folder = prepareFolder(dataDir);
  const target = join(folder, DATABASE_FILE);
  const draft = `${target}.restoring`;
  if (source === target) throw new RestoreRefused(`${source} is the database itself, not a backup of it.`);
  if (!existsSync(source)) throw new RestoreRefused(`There is no file ${source}.`);
  const existing = existsSync(target) ? submissionsIn(target) : 0;
  if (existing > 0 && !force)
    throw new RestoreRefused(
      `${target} contains ${existing} submissions. With --force it is replaced, and kept under another name.`,
    );
  try {
    copyFileSync(source, draft);
    chmodSync(draft, 0o600);
    const { content, files } = unpack(draft, source);
    sync(draft);
    const renamed = (path: string): string =>
      `${path}.before-restore-${new Date(at).toISOString().replace(/[:.]/g, '-')}`;
    const previous = existsSync(target) ? renamed(target) : null;
    if (previous !== null) linkSync(target, previous);
    for (const [name, bytes] of files) {
      const path = join(folder, name);
      if (existsSync(path)) linkSync(path, renamed(path));
      writeFileSync(`${path}.restoring`, bytes, { mode: 0o600 });
      renameSync(`${path}.restoring`, path);
    }
    renameSync(draft, target);
    sync(target);
    return { ...content, previous };
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * The number of submissions in a database that nobody uses.
 * @throws RestoreRefused when another process has it open, or it cannot be read
 */
function submissionsIn(target: string): number {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(target, { timeout: 1000 });
    // Leaving the log mode needs the only connection. It also moves the log into the file, which is then moved alone.
    const { journal_mode: mode } = database.prepare('pragma journal_mode = delete').get() as { journal_mode: string };
    if (mode !== 'delete') throw Object.assign(new Error(), { errcode: 5 });
    const tables = database.prepare("select 1 from sqlite_master where name = 'submissions'").all();
    if (tables.length === 0) return 0;
    return (database.prepare('select count(*) as count from submissions').get() as { count: number }).count;
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string };
    // SQLITE_BUSY
    if (errcode === 5)
      throw new RestoreRefused(
        `${target} is in use. Stop the server, and other commands that read it, then try again.`,
      );
    throw new RestoreRefused(`${target} cannot be read (${message}). Move it away, then try again.`);
  } finally {
    database?.close();
  }
}

/** Checks a copy of a backup, and takes the small files out of it. */
function unpack(
  draft: string,
  source: string,
): { readonly content: BackupContent; readonly files: readonly (readonly [name: string, bytes: Uint8Array])[] } {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(draft);
    database.exec('pragma journal_mode = delete');
    const content = inspect(database);
    const hasFiles = database.prepare('select 1 from sqlite_master where name = ?').all(filesTable).length > 0;
    const rows = hasFiles
      ? (database.prepare(`select name, content from ${filesTable}`).all() as { name: string; content: Uint8Array }[])
      : [];
    if (hasFiles) database.exec(`drop table ${filesTable}`);
    // The names come from a file: only plain ones are written.
    const files = rows.filter(({ name }) => /^[\w-]+\.[a-z]+$/.test(name));
    return { content, files: files.map(({ name, content: bytes }) => [name, bytes] as const) };
  } catch (error) {
    throw new RestoreRefused(`${source} is not a usable backup: ${(error as Error).message}`);
  } finally {
    database?.close();
  }
}
