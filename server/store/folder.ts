/** The data folder: created if it is missing, private to its owner, and durable. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StoreError } from './errors.ts';

/** The server's own entries in a data folder, by the first word of their names. */
const ownEntry =
  /^(?:store\.sqlite|limits\.sqlite|server\.lock|visits\.key|traces|images|versions|page-dates|purged|tokens|erasures)\b/;

// Leads are personal data: no access for group and others.
const folderMode = 0o700;
const fileMode = 0o600;
const groupAndOthers = 0o077;

/**
 * Creates the folder and its missing parents, accessible only to their owner.
 * @returns its absolute path
 * @throws StoreError STORE_FOLDER
 */
export function prepareFolder(dir: string): string {
  const folder = resolve(dir);
  try {
    const first = mkdirSync(folder, { recursive: true, mode: folderMode });
    if (first !== undefined) syncParents(folder, dirname(first));
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StoreError('STORE_FOLDER', `${folder} (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`);
  }
  return folder;
}

/** Creates a missing file that only its owner can read. SQLite gives its log the permissions of this file. */
export function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'a', fileMode));
}

/**
 * Removes the permissions of group and others from the server's entries in a data folder. The folder itself is changed
 * only when it contains nothing else, because it may be shared with other programs.
 * @returns the paths that other users can still open
 */
export function makePrivate(folder: string): string[] {
  // Windows has no such modes; the folder's access list applies.
  if (process.platform === 'win32') return [];
  const open: string[] = [];
  const names = readdirSync(folder);
  const shared = names.some((name) => !ownEntry.test(name));
  if (shared) {
    if ((statSync(folder).mode & groupAndOthers) !== 0) open.push(folder);
  } else tighten(folder, open);
  for (const name of names.filter((each) => ownEntry.test(each))) tightenBelow(join(folder, name), open);
  return open;
}

function tightenBelow(path: string, open: string[]): void {
  if (!tighten(path, open)) return;
  try {
    for (const name of readdirSync(path)) tightenBelow(join(path, name), open);
  } catch {
    open.push(path);
  }
}

/** @returns whether it is a folder */
function tighten(path: string, open: string[]): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isSymbolicLink()) return false;
  try {
    if ((found.mode & groupAndOthers) !== 0) chmodSync(path, found.isDirectory() ? folderMode : fileMode);
  } catch {
    // It belongs to another user.
    open.push(path);
  }
  return found.isDirectory();
}

/** A new folder survives a power failure only when its entry in the parent is synced. */
function syncParents(folder: string, top: string): void {
  // Windows cannot open a folder as a file; NTFS journals its entries.
  if (process.platform === 'win32') return;
  for (let parent = dirname(folder); ; parent = dirname(parent)) {
    const descriptor = openSync(parent, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (parent === top || parent === dirname(parent)) return;
  }
}
