/** Reads definitions again only if the file system reports a change of their stamps. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import { type Disk, readRegular } from '../disk/disk.ts';

/** The definitions of a folder as they were last read. */
export type ReadFiles = Map<string, { readonly stamp: string; readonly file: DefinitionFile }>;

/** How many files are stat'ed in a single call of the disk. */
const batch = 64;

/**
 * How long a file must have been unchanged before its stamp identifies its content, in milliseconds: clocks of file
 * systems are coarse, and a second write may leave the stamp of the first.
 */
const settledAfter = 2000;

/**
 * Reads files, except those that are unchanged since `known` was filled, and updates `known`.
 * @param paths below the folder
 * @returns the files in the order of the paths
 * @throws UnreadableFile for anything but a regular file, and the file system's error
 */
export async function readFiles(
  folder: string,
  paths: readonly string[],
  known: ReadFiles,
  disk: Disk,
): Promise<DefinitionFile[]> {
  const groups = Array.from({ length: Math.ceil(paths.length / batch) }, (_, index) =>
    paths.slice(index * batch, (index + 1) * batch),
  );
  const found = new Map(known);
  known.clear();
  const files = await Promise.all(
    groups.map((group) =>
      disk
        .run(group[0] as string, async () => {
          const stamps: (string | null)[] = [];
          for (const path of group) stamps.push(await stampOf(join(folder, path)));
          return stamps;
        })
        .then((stamps) =>
          Promise.all(
            group.map(async (path, index) => {
              const stamp = stamps[index] ?? null;
              const before = found.get(path);
              if (before !== undefined && before.stamp === stamp) {
                known.set(path, before);
                return before.file;
              }
              const bytes = await disk.run(path, () => readRegular(join(folder, path), path));
              const file = { path, text: bytes.toString('utf8') };
              if (stamp !== null) known.set(path, { stamp, file });
              return file;
            }),
          ),
        ),
    ),
  );
  return files.flat();
}

/** Identifies the content of a file; null while it may still be written, and for a file that cannot be read. */
async function stampOf(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  if (found === null || Math.abs(Date.now() - found.ctimeMs) < settledAfter) return null;
  return `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
}
