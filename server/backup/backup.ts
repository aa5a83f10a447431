/** A backup: one SQLite file with the leads, and with the small files of the data folder that leads depend on. */
import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sync } from '../disk/sync.ts';
import { StoreError } from '../store/errors.ts';
import type { StoreReader } from '../store/types.ts';

/** The files beside the database: the secret of visitors' keys, the tokens and the dates of the sitemap. */
const savedFiles = ['visits.key', 'tokens.json', 'page-dates.json'] as const;

/** The table of a backup that contains them. */
export const filesTable = 'backup_files';

/** What a backup contains. */
export interface BackupContent {
  /** Stored submissions. */
  readonly submissions: number;
}

/**
 * Writes a backup of a data folder, as of one moment and while a server writes to it. The file appears when it is
 * complete and checked.
 * @throws StoreError STORE_BACKUP
 */
export async function writeBackup(
  store: Pick<StoreReader, 'backup'>,
  dataDir: string,
  file: string,
): Promise<BackupContent> {
  const target = resolve(file);
  if (existsSync(target)) throw new StoreError('STORE_BACKUP', `${target} already exists`);
  const draft = `${target}.part`;
  try {
    await store.backup(draft);
    const content = await complete(draft, dataDir);
    renameSync(draft, target);
    sync(target);
    return content;
  } catch (error) {
    // A draft that existed before belongs to another backup.
    if (!(error instanceof StoreError)) rmSync(draft, { force: true });
    throw error;
  }
}

/** Adds the small files to a copy of the database, checks it, and makes it a single file. */
async function complete(draft: string, dataDir: string): Promise<BackupContent> {
  const database = new DatabaseSync(draft);
  try {
    // Without a log beside it, the backup can be copied as one file.
    database.exec('pragma journal_mode = delete');
    database.exec(`create table ${filesTable} (name text primary key, content blob not null)`);
    const insert = database.prepare(`insert into ${filesTable} values (?, ?)`);
    for (const name of savedFiles) {
      const content = await readFile(join(dataDir, name)).catch(() => null);
      if (content !== null) insert.run(name, content);
    }
    return inspect(database);
  } finally {
    database.close();
    chmodSync(draft, 0o600);
  }
}

/**
 * Checks the structure of a backup.
 * @throws Error that says what is wrong with it
 */
export function inspect(database: DatabaseSync): BackupContent {
  const problems = database.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
  const [first] = problems;
  if (first?.quick_check !== 'ok') throw new Error(`The database is damaged: ${first?.quick_check}.`);
  const { count } = database.prepare('select count(*) as count from submissions').get() as { count: number };
  return { submissions: count };
}
