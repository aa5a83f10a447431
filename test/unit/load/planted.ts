/** Several mistakes of the catalogue in one site, for tests of what one run finds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuthorProblem } from '../../../engine/errors/problem.ts';
import type { DefinitionFile, LoadedSite } from '../../../engine/load/load-site.ts';
import { editedFiles } from '../../../tools/edited-files.ts';
import { base, invalidCodes } from './fixtures.ts';

/** A site with mistakes, and the codes that they have alone. */
export interface PlantedSite {
  readonly codes: readonly string[];
  readonly files: readonly DefinitionFile[];
}

const folder = join(import.meta.dirname, '../../fixtures/invalid');

/** Mistakes of whole sites: their fixtures have other options, or their files cannot be read at all. */
const whole: ReadonlySet<string> = new Set(['site-missing']);

const editsOf = (code: string): readonly string[] => readFileSync(join(folder, `${code}.txt`), 'utf8').split('\n');

/** The paths that the edits of a fixture choose. */
const pathsOf = (code: string): readonly string[] =>
  editsOf(code).flatMap((line) => (line.startsWith('@ ') ? [line.slice(2).replace(/^no /, '')] : []));

/** The mistakes that can be planted beside others: edits of definitions, with the options that all tests use. */
export const plantable: readonly string[] = invalidCodes.filter(
  (code) => !whole.has(code) && pathsOf(code).every((path) => !path.includes('/')),
);

const baseTexts: ReadonlyMap<string, string> = new Map(base.map(({ path, text }) => [path, text]));

/** The site with one mistake. */
export const siteWith = (code: string): ReadonlyMap<string, string> => editedFiles(editsOf(code), baseTexts);

const listOf = (files: ReadonlyMap<string, string>): DefinitionFile[] =>
  [...files].map(([path, text]) => ({ path, text }));

/** The lines of the base that a mistake changes, by file; undefined for one that adds a file of that name. */
function placesOf(code: string): readonly string[] {
  return [...siteWith(code)].flatMap(([path, text]) => {
    const before = baseTexts.get(path);
    if (before === undefined) return [path];
    if (before === text) return [];
    const [lines, now] = [before.split('\n'), text.split('\n')];
    let start = 0;
    while (start < lines.length && lines[start] === now[start]) start += 1;
    let end = 0;
    while (end < lines.length - start && end < now.length - start && lines.at(-1 - end) === now.at(-1 - end)) end += 1;
    return Array.from({ length: lines.length - end - start + 1 }, (_, index) => `${path}:${start + index}`);
  });
}

/**
 * Plants mistakes that were picked at random, each at a place of its own.
 * @param pick a number from 0 to 1
 */
export function plant(count: number, pick: () => number): PlantedSite {
  let files = baseTexts;
  const codes: string[] = [];
  const taken = new Set<string>();
  while (codes.length < count) {
    const code = plantable[Math.floor(pick() * plantable.length)] as string;
    const places = placesOf(code);
    const deleted = [...baseTexts.keys()].some((path) => !siteWith(code).has(path));
    if (codes.includes(code) || deleted || places.length === 0 || places.some((place) => taken.has(place))) continue;
    try {
      files = editedFiles(editsOf(code), files);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      continue;
    }
    codes.push(code);
    for (const place of places) taken.add(place);
  }
  return { codes, files: listOf(files) };
}

/** A problem by its code and the line that it points at, which other mistakes may have moved. */
const signOf = ({ code, file, line }: AuthorProblem, texts: ReadonlyMap<string, string>): string =>
  `${code} ${file}: ${(texts.get(file)?.split('\n')[line - 1] ?? '').trim()}`;

/** The problems of a site, without their order. */
export function signsOf({ problems }: LoadedSite, files: readonly DefinitionFile[]): ReadonlySet<string> {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return new Set(problems.map((problem) => signOf(problem, texts)));
}

/** The problems of the same mistakes, each alone. */
export function signsAlone(codes: readonly string[], load: (files: readonly DefinitionFile[]) => LoadedSite) {
  return new Set(
    codes.flatMap((code) => {
      const files = listOf(siteWith(code));
      return [...signsOf(load(files), files)];
    }),
  );
}

/** A generator of numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
