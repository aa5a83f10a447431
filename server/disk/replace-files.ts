/** Replaces several files of a folder, all or none. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** A file with its new content; `from` is its former path if it moves. Paths are relative to the folder, or absolute. */
export interface Replacing {
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly from?: string;
}

/** Definitions are not read from hidden files. */
const besides = (path: string): string => join(dirname(path), `.${basename(path)}.new`);

/**
 * Writes every file beside its place first and moves all of them then. After an error, the files are as they were.
 * @throws the error of the file system
 */
export async function replaceFiles(folder: string, files: readonly Replacing[]): Promise<void> {
  const placed: (() => Promise<void>)[] = [];
  const written: string[] = [];
  try {
    for (const { path, content } of files) {
      const target = besides(resolve(folder, path));
      await mkdir(dirname(target), { recursive: true });
      written.push(target);
      await writeFile(target, content);
    }
    for (const { path, from } of files) {
      const target = resolve(folder, path);
      const before = await readFile(target).catch(() => null);
      placed.push(() => (before === null ? rm(target, { force: true }) : writeFile(target, before)));
      await rename(besides(target), target);
      if (from === undefined || from === path) continue;
      const old = resolve(folder, from);
      const content = await readFile(old);
      placed.push(() => writeFile(old, content));
      await rm(old);
    }
  } catch (error) {
    for (const undo of placed.reverse()) await undo().catch(() => {});
    for (const path of written) await rm(path, { force: true });
    throw error;
  }
}
