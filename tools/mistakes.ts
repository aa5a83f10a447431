/** Explains each mistake of the catalogues by the fixture that raises it, for `funnel explain` and `funnel docs`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { authorErrors, type Entry } from '../engine/errors/catalogue.ts';
import { expressionErrors } from '../engine/expressions/problems.ts';
import type { Extensions } from '../engine/extensions/extensions.ts';
import { type DefinitionFile, loadSite } from '../engine/load/load-site.ts';
import type { MistakeExplanation } from '../server/cli/explanations.ts';
import { growthOf } from '../server/definitions/pattern-growth.ts';
import { fingerprint } from '../server/disk/fingerprint.ts';
import { loadExtensions } from '../server/extensions/load.ts';
import { extensionPrefix, extensionsName } from '../server/extensions/read.ts';
import { editedFiles } from './edited-files.ts';

const fixtures = new URL('../test/fixtures/', import.meta.url).pathname;

/** The small site that the fixtures edit. */
export const baseFiles: readonly DefinitionFile[] = readdirSync(join(fixtures, 'base'))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(fixtures, 'base', path), 'utf8') }));

/** The files of a fixture of `invalid/`, which has edits of the base site: the changed ones; null for one that is removed. */
export function fixtureFiles(code: string): Record<string, string | null> {
  const before = new Map(baseFiles.map(({ path, text }) => [path, text]));
  const after = editedFiles(readFileSync(join(fixtures, 'invalid', `${code}.txt`), 'utf8').split('\n'), before);
  const removed = [...before.keys()].filter((path) => !after.has(path));
  const changed = [...after].filter(([path, text]) => before.get(path) !== text);
  return Object.fromEntries([...removed.map((path) => [path, null] as const), ...changed]);
}

/** The base site with files replaced or added; null removes one. */
export function baseWith(files: Readonly<Record<string, string | null>>): DefinitionFile[] {
  const kept = baseFiles.filter(({ path }) => !Object.hasOwn(files, path));
  return [...kept, ...Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [{ path, text }]))];
}

/** Whether a file of a fixture is no definition. Its text does not matter. */
export const isAsset = ({ path }: DefinitionFile): boolean => path.includes('/assets/');

/** A site's files apart: its definitions, its extensions, and the paths of its assets. */
export async function splitFiles(files: readonly DefinitionFile[]): Promise<{
  readonly definitions: readonly DefinitionFile[];
  readonly extensions: Extensions;
  readonly assets: readonly string[];
}> {
  const isExtension = ({ path }: DefinitionFile): boolean => path.startsWith(extensionPrefix(extensionsName));
  return {
    definitions: files.filter((file) => !isExtension(file) && !isAsset(file)),
    extensions: await loadExtensions(files.filter(isExtension)),
    assets: files.filter(isAsset).map(({ path }) => path),
  };
}

/** Whether a code is that of a note. The checks of most notes run only where they are asked for. */
export const isNote = (code: string): boolean =>
  (authorErrors as Readonly<Record<string, Entry<never>>>)[code]?.severity === 'note';

/** How many lines a correction has at most. */
const longest = 12;

/** The lines of a text that differ from another one, with the line before them; undefined if there are too many. */
function changedLines(right: string, wrong: string): string | undefined {
  const [lines, others] = [right.split('\n'), wrong.split('\n')];
  let start = 0;
  while (start < lines.length && lines[start] === others[start]) start += 1;
  let end = 0;
  const most = Math.min(lines.length, others.length) - start;
  while (end < most && lines.at(-1 - end) === others.at(-1 - end)) end += 1;
  const own = lines.slice(Math.max(0, start - 1), lines.length - end);
  return own.length === 0 || own.length > longest ? undefined : own.join('\n');
}

/** Explanations by code, in the order of the catalogues. @throws Error if a fixture does not raise its code */
export async function explainMistakes(): Promise<Record<string, MistakeExplanation>> {
  const codes = [...Object.keys(authorErrors), ...Object.keys(expressionErrors)];
  const explained = codes.map(async (code): Promise<[string, MistakeExplanation]> => {
    const edited = fixtureFiles(code);
    const { definitions, extensions, assets } = await splitFiles(baseWith(edited));
    const { problems } = loadSite(definitions, {
      extensions,
      hash: fingerprint,
      growthOf,
      submissions: 'try',
      assets: new Set(['sample/seal.svg', ...assets]),
      ...(isNote(code) ? { notes: { code: [] } } : {}),
      now: Date.parse('2026-11-20T12:00:00Z'),
    });
    const problem = problems.find((each) => each.code === code);
    if (problem === undefined) throw new Error(`The fixture of ${code} does not raise it.`);
    const { severity, message, hint, file, line, column, frame } = problem;
    const right = baseFiles.find(({ path }) => path === file)?.text;
    const wrong = edited[file];
    const correction = right === undefined || wrong == null ? undefined : changedLines(right, wrong);
    const explanation: MistakeExplanation = {
      ...{ severity, title: titleOf(code), message, file, line, column, frame },
      ...(hint === undefined ? {} : { hint }),
      ...(correction === undefined ? {} : { correction }),
    };
    return [code, explanation];
  });
  return Object.fromEntries(await Promise.all(explained));
}

/** The title of a code. Those of expressions have none of their own. */
function titleOf(code: string): string {
  if (Object.hasOwn(authorErrors, code)) return authorErrors[code as keyof typeof authorErrors].title;
  const words = code.replace('expression-', '').replaceAll('-', ' ');
  return `An expression: ${words}`;
}
