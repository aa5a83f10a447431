/** Copies a database that other connections write to. */
import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { StoreError } from '../errors.ts';
import { classify } from './failure.ts';

const fileMode = 0o600;
// A copy in several steps starts again whenever another connection writes.
const allPages = 2 ** 31 - 1;

/**
 * Copies a database as of one moment. A connection of its own reads it in one transaction on another thread: writers
 * continue, and the log grows until it is done.
 * @throws StoreError STORE_BACKUP; then there is no file, except one that was there before
 */
export async function backUp(database: string, file: string): Promise<void> {
  const target = resolve(file);
  if (existsSync(target)) throw new StoreError('STORE_BACKUP', `${target} already exists`);
  let source: DatabaseSync | null = null;
  let created = false;
  try {
    // Leads are personal data: the file is private from the start.
    closeSync(openSync(target, 'wx', fileMode));
    created = true;
    source = new DatabaseSync(database, { readOnly: true });
    await backup(source, target, { rate: allPages });
    for (const path of process.platform === 'win32' ? [target] : [target, dirname(target)]) sync(path);
  } catch (error) {
    if (created) for (const path of [target, `${target}-journal`]) rmSync(path, { force: true });
    throw new StoreError('STORE_BACKUP', `${target} (${reasonOf(error)})`);
  } finally {
    source?.close();
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function reasonOf(error: unknown): string {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return errcode === undefined ? (code ?? 'unknown reason') : classify(error).detail;
}
