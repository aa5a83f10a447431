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

type Load = (files: readonly DefinitionFile[]) => LoadedSite;

/** Without site.yaml there is no site. */
const whole: ReadonlySet<string> = new Set(['site-missing']);

const editsOf = (code: string): readonly string[] => readFileSync(join(folder, `${code}.txt`), 'utf8').split('\n');

/** The mistakes that can be planted beside others: edits of definitions that no fixture removes. */
export const plantable: readonly string[] = invalidCodes.filter(
  (code) => !whole.has(code) && editsOf(code).every((line) => !/^@ (?:no |.*\/)/.test(line)),
);

const baseTexts: ReadonlyMap<string, string> = new Map(base.map(({ path, text }) => [path, text]));

/** The site with one mistake. */
export const siteWith = (code: string): ReadonlyMap<string, string> => editedFiles(editsOf(code), baseTexts);

const listOf = (files: ReadonlyMap<string, string>): DefinitionFile[] =>
  [...files].map(([path, text]) => ({ path, text }));

/** A file's lines before and after an edit, without what is the same at both ends. */
function changedLines(before: string, now: string): readonly string[] {
  const [lines, others] = [before.split('\n'), now.split('\n')];
  let start = 0;
  while (start < lines.length && lines[start] === others[start]) start += 1;
  let end = 0;
  const most = Math.min(lines.length, others.length) - start;
  while (end < most && lines.at(-1 - end) === others.at(-1 - end)) end += 1;
  return [...lines.slice(Math.max(0, start - 1), lines.length - end + 1), ...others.slice(start, others.length - end)];
}

/** The lines that a mistake changes, those beside them, and those at which it is reported, by file. */
function placesOf(code: string, load: Load): readonly string[] {
  const files = siteWith(code);
  const edited = [...files].flatMap(([path, text]) => {
    const before = baseTexts.get(path);
    if (before === text) return [];
    return before === undefined ? [path] : changedLines(before, text).map((line) => `${path}: ${line.trim()}`);
  });
  const reported = [...signsOf(load(listOf(files)), listOf(files))].map((sign) => sign.slice(sign.indexOf(' ') + 1));
  return [...edited, ...reported, ...(ofOneValue.includes(code) ? ofOneValue : [])];
}

/** Mistakes of one value on different lines: the ranges classify the score whose maximum is wrong. */
const ofOneValue: readonly string[] = ['score-maximum', 'band-unanswered'];

const places = new Map<string, readonly string[]>();

/**
 * Plants mistakes that were picked at random. They are independent: none changes a line at which another one is made or
 * reported.
 * @param pick a number from 0 to 1
 */
export function plant(count: number, pick: () => number, load: Load): PlantedSite {
  let files = baseTexts;
  const codes: string[] = [];
  const taken = new Set<string>();
  while (codes.length < count) {
    const code = plantable[Math.floor(pick() * plantable.length)] as string;
    const own = places.get(code) ?? placesOf(code, load);
    places.set(code, own);
    if (codes.includes(code) || own.some((place) => taken.has(place))) continue;
    try {
      files = editedFiles(editsOf(code), files);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      continue;
    }
    codes.push(code);
    for (const place of own) taken.add(place);
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
export function signsAlone(codes: readonly string[], load: Load) {
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
