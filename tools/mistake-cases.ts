/**
 * Wrong definitions, each with the mistakes that it has: `test/fixtures/mistakes`. A file begins with the path of the file
 * that most of its cases edit (`# edits: <path>`), and files beside the base site (`# file: <path>`). A case is a line
 * `## <title>`, then edits (`edited-files.ts`), then a line `= …` for each mistake.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuthorProblem } from '../engine/errors/problem.ts';
import type { Extensions } from '../engine/extensions/extensions.ts';
import { type DefinitionFile, type LoadedSite, loadSite } from '../engine/load/load-site.ts';
import { growthOf } from '../server/definitions/pattern-growth.ts';
import { fingerprint } from '../server/disk/fingerprint.ts';
import { editedFiles } from './edited-files.ts';
import { baseFiles, splitFiles } from './mistakes.ts';

const folder = new URL('../test/fixtures/mistakes/', import.meta.url).pathname;

/** The names of the files. */
export const mistakeFiles: readonly string[] = readdirSync(folder).sort();

export interface MistakeCase {
  readonly title: string;
  readonly files: ReadonlyMap<string, string>;
  /** The mistakes as they are written in the file, one a line. */
  readonly mistakes: readonly string[];
}

/** The text of a file without the mistakes of its cases, and the cases. @throws RangeError for an edit that does not fit */
export function mistakeCases(name: string): readonly MistakeCase[] {
  const [head = '', ...cases] = readFileSync(join(folder, name), 'utf8').split(/^## /m);
  const files = new Map(baseFiles.map(({ path, text }) => [path, text]));
  const [start = '', ...sections] = head.split(/^# file: /m);
  const [, edited = ''] = /^# edits: (\S+)$/m.exec(start) ?? [];
  for (const section of sections) {
    const end = section.indexOf('\n');
    files.set(section.slice(0, end), section.slice(end + 1));
  }
  return cases.map((text) => caseOf(text, files, edited));
}

/** @param edited - the path of the file that most cases edit */
function caseOf(text: string, before: ReadonlyMap<string, string>, edited: string): MistakeCase {
  const [title = '', ...lines] = text.trimEnd().split('\n');
  const mistakes = lines.filter((line) => line.startsWith('= ')).map((line) => line.slice(2));
  return { title, files: editedFiles(lines, before, edited), mistakes };
}

/** A mistake as a line. */
const lineOf = ({ severity, code, file, line, column, message, hint = '' }: AuthorProblem): string =>
  `${severity === 'error' ? '' : `${severity} `}${code} ${file}:${line}:${column} ${message}${hint === '' ? '' : ` → ${hint}`}`;

/** Loads definitions with extensions. */
type Load = (files: readonly DefinitionFile[], extensions: Extensions) => LoadedSite;

/** The mistakes of a case, one a line. */
export async function mistakesFound({ files }: MistakeCase, load: Load): Promise<readonly string[]> {
  const all = [...files].map(([path, text]) => ({ path, text }));
  const { definitions, extensions } = await splitFiles(all);
  return load(definitions, extensions).problems.map((problem) => lineOf(problem).replaceAll('\n', ' '));
}

const loadAlone: Load = (files, extensions) =>
  loadSite(files, {
    ...{ extensions, hash: fingerprint, growthOf, submissions: 'try' as const, assets: new Set(['sample/seal.svg']) },
    now: Date.parse('2026-11-20T12:00:00Z'),
  });

/** The text of a file with the mistakes that its cases have now. */
export async function mistakeText(name: string): Promise<string> {
  const [head = '', ...texts] = readFileSync(join(folder, name), 'utf8').split(/^## /m);
  const cases = mistakeCases(name);
  const made = await Promise.all(
    texts.map(async (text, index) => {
      const edits = text
        .trimEnd()
        .split('\n')
        .filter((line) => !line.startsWith('= '));
      const found = await mistakesFound(cases[index] as MistakeCase, loadAlone);
      return `## ${[...edits, ...found.map((line) => `= ${line}`)].join('\n')}\n`;
    }),
  );
  return `${head.trimEnd()}\n\n${made.join('\n')}`;
}
