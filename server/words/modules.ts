/** The code of a site's own words: TypeScript as JavaScript, for this process and for browsers, and its default exports. */
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { packageFolder } from '../package-folder.ts';

/** A mistake in a file, in UTF-16 units counted from 1. */
export class CodeMistake extends Error {
  readonly line: number;
  readonly column: number;
  constructor(message: string, line: number, column: number) {
    super(message);
    this.name = 'CodeMistake';
    this.line = line;
    this.column = column;
  }
}

/** The module that words import as `funnel-engine/words`, by its path among the words of a site. */
export const sharedModule = 'words.js';
export const sharedSpecifier = 'funnel-engine/words';

/** The text of `funnel-engine/words`. */
export const sharedText: string = readFileSync(join(packageFolder, 'schemas/words/words.js'), 'utf8');

/** Removes the types from a file. @throws CodeMistake */
export function withoutTypes(text: string): string {
  // Node warns that the function is experimental, which tells an author nothing.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text);
  } catch (error) {
    const { message, stack = '' } = error as Error;
    const { line, column } = placeIn(stack);
    throw new CodeMistake(message, line, column);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The place in the frame that Node puts before the stack of a syntax error. */
function placeIn(stack: string): { readonly line: number; readonly column: number } {
  const [head = '', ...frame] = stack.split('\n');
  const caret = frame.slice(0, frame.indexOf('')).find((line) => /^\s*\^+\s*$/.test(line));
  return { line: Number(/:(\d+)$/.exec(head)?.[1] ?? 1), column: (caret?.indexOf('^') ?? 0) + 1 };
}

/** The place of a syntax error of a module. Node says it for scripts only, so imports and exports are blanked out. */
function syntaxErrorIn(text: string): { readonly line: number; readonly column: number } {
  const blank = (part: string): string => part.replace(/[^\n]/g, ' ');
  const script = text
    .replace(/(?<=^|[\n;])\s*(?:import|export)\b[^'"`;=(]*?\bfrom\s*(['"])[^'"\n]+\1/g, blank)
    .replace(/(?<=^|[\n;])\s*import\s*(['"])[^'"\n]+\1/g, blank)
    .replace(/(?<=^|\n)export default\b/g, 'void          ')
    .replace(/(?<=^|\n)export\b/g, blank);
  try {
    new Script(script);
    return { line: 1, column: 1 };
  } catch (error) {
    return placeIn((error as Error).stack ?? '');
  }
}

/** An import of a module, with the place of its address in the text. */
export interface ModuleImport {
  readonly specifier: string;
  /** The offset of the specifier. */
  readonly offset: number;
}

const importing = /(?:^|[\n;])\s*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*(['"])([^'"\n]+)\1/g;
const importingLater = /\bimport\s*\(/g;

/** The modules that JavaScript imports. A dynamic import has an empty specifier. */
export function importsOf(text: string): ModuleImport[] {
  const now = [...text.matchAll(importing)].map(({ 0: whole, 2: specifier = '', index }) => ({
    specifier,
    offset: index + whole.length - 1 - specifier.length,
  }));
  return [...now, ...[...text.matchAll(importingLater)].map(({ index }) => ({ specifier: '', offset: index }))];
}

/** JavaScript with other addresses of the modules that it imports. */
export function withImports(text: string, addressOf: (specifier: string) => string): string {
  return importsOf(text)
    .filter(({ specifier }) => specifier !== '')
    .sort((one, other) => other.offset - one.offset)
    .reduce(
      (changed, { specifier, offset }) =>
        changed.slice(0, offset) + addressOf(specifier) + changed.slice(offset + specifier.length),
      text,
    );
}

const scheme = 'funnel-words:';
const mostSets = 20;
/** The texts of modules by path, by the hash of their set. Node asks for them once. */
const sets = new Map<string, ReadonlyMap<string, string>>();
let isHooked = false;

/** Lets Node import the modules of {@link sets}, which are in no files of their own. */
function hook(): void {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      const isInside = context.parentURL?.startsWith(scheme) === true && specifier.startsWith('.');
      if (!isInside && !specifier.startsWith(scheme)) return next(specifier, context);
      const url = isInside ? new URL(specifier, context.parentURL).href : specifier;
      return { url, format: 'module', shortCircuit: true };
    },
    load(url, context, next) {
      if (!url.startsWith(scheme)) return next(url, context);
      const [, hash = '', path = ''] = /^funnel-words:\/\/\/([^/]+)\/(.+)$/.exec(url) ?? [];
      return { format: 'module', source: sets.get(hash)?.get(path) ?? '', shortCircuit: true };
    },
  });
}

/**
 * Runs one module of a set.
 * @param hash of the set; the modules of a set run once in a process
 * @returns its default export
 * @throws CodeMistake
 */
export async function defaultOf(hash: string, modules: ReadonlyMap<string, string>, path: string): Promise<unknown> {
  hook();
  sets.set(hash, modules);
  for (const old of [...sets.keys()].slice(0, -mostSets)) sets.delete(old);
  // Bundlers and test runners leave an address with `data:` to Node.
  const entry = `data:text/javascript,export * as word from '${scheme}///${hash}/${path}'`;
  try {
    return ((await import(/* @vite-ignore */ entry)) as { readonly word: { readonly default?: unknown } }).word.default;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const places = (error instanceof Error ? (error.stack ?? '') : '').matchAll(
      /funnel-words:\/\/\/[^/]+\/([^\s:)]+):(\d+):(\d+)/g,
    );
    const place = [...places].find(([, file]) => file === path);
    const { line, column } =
      place === undefined && error instanceof SyntaxError
        ? syntaxErrorIn(modules.get(path) ?? '')
        : { line: Number(place?.[2] ?? 1), column: Number(place?.[3] ?? 1) };
    throw new CodeMistake(message, line, column);
  }
}
