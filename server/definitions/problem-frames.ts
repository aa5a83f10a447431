/** Problems of files outside of the folder that a symbolic link names. Readers of a problem may not have access to those files. */
import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { extensionsFolderOf } from '../extensions/read.ts';

const placeOf = (path: string): Promise<string | null> => realpath(path).catch(() => null);

/** The problems without the lines of files that are outside of a funnels folder and its words. */
export async function withoutOutsideLines(
  folder: string,
  problems: readonly AuthorProblem[],
): Promise<readonly AuthorProblem[]> {
  const files = [...new Set(problems.flatMap(({ file, frame }) => (frame === '' ? [] : [file])))];
  if (files.length === 0) return problems;
  const extensions = extensionsFolderOf(folder);
  const roots = await Promise.all([folder, ...(extensions === null ? [] : [extensions])].map(placeOf));
  const outside = new Set<string>();
  for (const file of files) {
    const place = await placeOf(join(folder, file));
    const isInside = roots.some((root) => root !== null && place?.startsWith(root + sep));
    // A file that is gone has no place.
    if (place !== null && !isInside) outside.add(file);
  }
  return outside.size === 0
    ? problems
    : problems.map((problem) => (outside.has(problem.file) ? { ...problem, frame: '' } : problem));
}
