/**
 * Corrects mistakes that can have one correction only: a name that is near to one other, a renamed word, a text without
 * its quotes, tabs. A correction is kept only if the check finds nothing in its line afterwards.
 */
import { applyEdits, type Edit } from '../edits/edit.ts';
import { lineEnd } from '../edits/layout.ts';
import type { AuthorProblem } from '../errors/problem.ts';
import { Report } from '../errors/report.ts';
import { loadForAxes } from '../load/load-axes.ts';
import { createSiteLoader, type DefinitionFile, type LoadOptions } from '../load/load-site.ts';
import { migrateFile } from '../migrate/migrate.ts';
import { quoted, withoutTabs } from './quotes.ts';

/** A line that was corrected. */
export interface FixedLine {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly was: string;
  readonly now: string;
}

export interface FixedFiles {
  /** The files that changed, with their new texts. */
  readonly files: readonly DefinitionFile[];
  readonly lines: readonly FixedLine[];
  /** What the check still finds. */
  readonly problems: readonly AuthorProblem[];
}

type Texts = ReadonlyMap<string, string>;
type Load = (texts: Texts) => readonly AuthorProblem[];

/** More rounds mean that corrections contradict each other. */
const mostRounds = 50;

const lineKey = ({ file, line }: AuthorProblem): string => `${file}:${line}`;
const problemKey = ({ code, file, line, column, message }: AuthorProblem): string =>
  `${code} ${file}:${line}:${column} ${message}`;

/** Codes that keep a file from being read, so that the check finds nothing else in it. */
const isUnreadable = ({ code }: AuthorProblem): boolean => code.startsWith('yaml-') || code === 'key-not-text';

/**
 * @param files all definitions of a site
 * @param loader that of the last call, which makes this one faster
 */
export function fixFiles(
  files: readonly DefinitionFile[],
  options: LoadOptions,
  loader = createSiteLoader(),
): FixedFiles {
  const load: Load = (texts) =>
    loadForAxes(
      [...texts].map(([path, text]) => ({ path, text })),
      options,
      loader,
    ).problems;
  const before: Texts = new Map(files.map(({ path, text }) => [path, text]));
  let texts = before;
  let problems = load(texts);
  const refused = new Set<string>();
  for (let round = 0; round < mostRounds; round += 1) {
    const open = problems.filter((problem) => !refused.has(problemKey(problem)));
    const next = correctFile(texts, open) ?? correctWords(texts, open);
    if (next === null) break;
    const found = load(next.texts);
    const bad = next.corrected.filter((problem) => isWorse(problem, problems, found));
    // Without the bad ones, the next round makes the others.
    for (const problem of bad) refused.add(problemKey(problem));
    if (bad.length > 0) continue;
    texts = next.texts;
    problems = found;
  }
  // A file that still cannot be read may have been changed for nothing.
  const unread = new Set(problems.filter(isUnreadable).map(({ file }) => file));
  const kept = new Map([...texts].map(([path, text]) => [path, unread.has(path) ? (before.get(path) ?? text) : text]));
  const changed = [...kept].filter(([path, text]) => text !== before.get(path)).map(([path, text]) => ({ path, text }));
  return {
    files: changed,
    lines: changed.flatMap(({ path, text }) => changedLines(path, before.get(path) ?? '', text)),
    problems: unread.size === 0 ? problems : load(kept),
  };
}

interface Correction {
  readonly texts: Texts;
  readonly corrected: readonly AuthorProblem[];
}

/** Whether a problem is still there after its correction, or another one is in its line. */
function isWorse(problem: AuthorProblem, before: readonly AuthorProblem[], after: readonly AuthorProblem[]): boolean {
  const { code, file } = problem;
  if (code === 'shape-renamed-key') {
    // Entries may have moved to other lines.
    const count = (all: readonly AuthorProblem[]) =>
      all.filter((each) => each.file === file && each.code === code).length;
    return count(after) >= count(before);
  }
  // With tabs of another width, keys end up in the wrong record.
  if (code === 'yaml-tab' && after.some((each) => each.file === file && /^shape-/.test(each.code) && !each.fix))
    return true;
  const known = new Set(before.filter((each) => each !== problem).map(problemKey));
  return after.some(
    (each) =>
      lineKey(each) === lineKey(problem) &&
      !known.has(problemKey(each)) &&
      // A line that could not be read may have had a second mistake, which is corrected next.
      !(isUnreadable(problem) && each.fix !== undefined && !isUnreadable(each)),
  );
}

/** Corrects one mistake that concerns a line or a file as a whole. */
function correctFile(texts: Texts, problems: readonly AuthorProblem[]): Correction | null {
  for (const problem of problems) {
    const text = texts.get(problem.file) ?? '';
    const fixed = wholeFix(problem, text);
    if (fixed !== undefined && fixed !== text)
      return { texts: new Map([...texts, [problem.file, fixed]]), corrected: [problem] };
  }
  return null;
}

function wholeFix({ code, file, line }: AuthorProblem, text: string): string | undefined {
  if (code === 'yaml-tab') return withoutTabs(text);
  if (code === 'shape-renamed-key') return migrateFile({ path: file, text }, new Report())?.text;
  if (code !== 'yaml-syntax' && code !== 'key-not-text' && code !== 'shape-wrong-type') return undefined;
  const start = offsetOfLine(text, line);
  const end = lineEnd(text, start);
  const now = quoted(text.slice(start, end));
  return now === undefined ? undefined : applyEdits(text, [{ start, end, text: now }]);
}

/** @param line counted from 1 */
function offsetOfLine(text: string, line: number): number {
  let start = 0;
  for (let count = 1; count < line; count += 1) start = text.indexOf('\n', start) + 1;
  return start;
}

/** Corrects all words that have one correction. */
function correctWords(texts: Texts, problems: readonly AuthorProblem[]): Correction | null {
  const edits = new Map<string, Edit[]>();
  const corrected: AuthorProblem[] = [];
  for (const problem of problems) {
    const edit = wordEdit(problem, texts.get(problem.file) ?? '');
    const own = edits.get(problem.file) ?? [];
    if (edit === undefined || own.some((each) => each.start < edit.end && edit.start < each.end)) continue;
    edits.set(problem.file, [...own, edit]);
    corrected.push(problem);
  }
  if (corrected.length === 0) return null;
  return {
    texts: new Map([...texts].map(([path, text]) => [path, applyEdits(text, edits.get(path) ?? [])])),
    corrected,
  };
}

/** The edit of a word; undefined if it does not stand where the problem is, such as one with an escape. */
function wordEdit({ fix, line, column, length = 0 }: AuthorProblem, text: string): Edit | undefined {
  if (fix === undefined) return undefined;
  const offset = offsetOfLine(text, line) + column - 1;
  const at = text.slice(offset, offset + length).indexOf(fix.was);
  return at < 0 ? undefined : { start: offset + at, end: offset + at + fix.was.length, text: fix.now };
}

function changedLines(file: string, before: string, after: string): FixedLine[] {
  const [lines, now] = [before.split('\n'), after.split('\n')];
  // Renamed words may move into a record of their own, which adds lines.
  return now.flatMap((line, index) =>
    lines[index] === line ? [] : [{ file, line: index + 1, was: lines[index] ?? '', now: line }],
  );
}
