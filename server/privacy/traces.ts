/** The recorded sessions of a person's visits. Their values are redacted; their file names contain the visit. */
import { readFile, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { filesBelow, unlessGone } from './files.ts';

/** The trace files of some visits, below a folder of traces. */
export async function tracesOf(folder: string, visits: ReadonlySet<string>): Promise<string[]> {
  if (visits.size === 0) return [];
  const found: string[] = [];
  for (const path of await filesBelow(folder)) {
    const [visit = ''] = basename(path).split(/[-.]/);
    if (visits.has(visit) || (await mentions(path, visits))) found.push(path);
  }
  return found.sort();
}

async function mentions(path: string, visits: ReadonlySet<string>): Promise<boolean> {
  const text = (await unlessGone(readFile(path, 'latin1'))) ?? '';
  return [...visits].some((visit) => text.includes(`"${visit}"`));
}

/** The lines of trace files, as they are stored. */
export const readTraceLines = async (paths: readonly string[]): Promise<string[][]> =>
  await Promise.all(
    paths.map(async (path) => ((await unlessGone(readFile(path, 'utf8'))) ?? '').split('\n').filter(Boolean)),
  );

/** Removes trace files. */
export async function removeTraces(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}
