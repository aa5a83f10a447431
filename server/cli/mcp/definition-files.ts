/** The files of a definitions' folder as programs read and write them. */
import { existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { LoadedSite } from '../../../engine/load/load-site.ts';
import { isDefinitionPath } from '../../../engine/load/parse/parse-file.ts';
import { loadSiteThroughout } from '../../../engine/load/throughout.ts';
import { noWords } from '../../../engine/words/words.ts';
import { type DefinitionFiles, readDefinitionFiles } from '../../definitions/read.ts';
import { fingerprint } from '../../disk/fingerprint.ts';
import { sync } from '../../disk/sync.ts';

/** A new text of a file; null removes the file. */
export interface FileEdit {
  readonly path: string;
  readonly text: string | null;
}

/** The files of a folder; none if the folder does not exist. */
export async function filesIn(folder: string): Promise<DefinitionFiles> {
  // An edit that is not saved yet may be the first with a pattern.
  const { growthOf } = await import('../../definitions/pattern-growth.ts');
  return existsSync(folder)
    ? { ...(await readDefinitionFiles(folder)), growthOf }
    : { files: [], assets: new Set(), code: [], words: noWords, growthOf };
}

/** Checks the files of a folder in every phase of its events. */
export const checked = ({ files, assets, words, growthOf }: DefinitionFiles): LoadedSite =>
  loadSiteThroughout(files, { hash: fingerprint, assets, words, growthOf, submissions: 'try', now: Date.now() });

/** The nearest folder above a path that exists. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)));

/**
 * The place of a definition in its folder.
 * @throws RangeError for a path that leaves the folder, that no definition has, or that is a link
 */
export function definitionPlace(folder: string, path: string): string {
  const parts = path.split('/');
  if (path === '' || path.includes('\\') || path.includes('\0') || path.startsWith('/') || parts.includes('..'))
    throw new RangeError(
      `${JSON.stringify(path)} is not a path below the definitions' folder, such as level/level.funnel.yaml.`,
    );
  if (parts.some((part) => part === '' || part.startsWith('.')))
    throw new RangeError(`${JSON.stringify(path)} has an empty or hidden part: hidden files are not read.`);
  if (!isDefinitionPath(path))
    throw new RangeError(
      `${JSON.stringify(path)} is not a definition. Names end in .funnel.yaml, .page.yaml, .flow.yaml, .form.yaml, .api.yaml …, or are site.yaml.`,
    );
  const place = join(folder, path);
  const root = realpathSync(existing(resolve(folder)));
  const parent = realpathSync(existing(dirname(resolve(place))));
  const isInside = parent === root || parent.startsWith(root + sep) || root.startsWith(parent + sep);
  if (!isInside || (existsSync(place) && lstatSync(place).isSymbolicLink()))
    throw new RangeError(`${path} leads out of the definitions' folder through a link.`);
  return place;
}

/** The files of a folder after edits. @throws RangeError */
export function withEdits(
  folder: string,
  { files, ...others }: DefinitionFiles,
  edits: readonly FileEdit[],
): DefinitionFiles {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  for (const { path, text } of edits) {
    definitionPlace(folder, path);
    if (text !== null) texts.set(path, text);
    else if (!texts.delete(path)) throw new RangeError(`There is no file ${path} to remove.`);
  }
  return {
    files: [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => ({ path, text })),
    ...others,
  };
}

/** Writes edits: first every text beside its place, then all of them into place. @throws the file system's error */
export function writeEdits(folder: string, edits: readonly FileEdit[]): void {
  const waiting = edits.flatMap(({ path, text }) => {
    if (text === null) return [];
    const place = definitionPlace(folder, path);
    const parent = dirname(place);
    mkdirSync(parent, { recursive: true });
    // Hidden, so that a running server does not read it.
    const draft = join(parent, `.${relative(parent, place)}.${process.pid}.draft`);
    writeFileSync(draft, text);
    sync(draft);
    return [{ draft, place }];
  });
  for (const { draft, place } of waiting) renameSync(draft, place);
  for (const { path, text } of edits) if (text === null) rmSync(definitionPlace(folder, path));
}
