/** The code of a site's extensions: TypeScript as JavaScript, for this process and for browsers, and its default exports. */
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { applyEdits } from '../../engine/edits/edit.ts';
import { packageFolder } from '../package-folder.ts';
import { bounded, SlowCode } from './time-limit.ts';

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

/** The module that extensions import as `funnel-engine/extensions`, by its path among the extensions of a site. */
export const sharedModule = 'extensions.js';
/** Today's name and the one before version 0.3, which saved versions have. */
export const sharedSpecifiers: readonly string[] = ['funnel-engine/extensions', 'funnel-engine/words'];

/** The text of `funnel-engine/extensions`. */
export const sharedText: string = readFileSync(join(packageFolder, 'schemas/extensions/extensions.js'), 'utf8');

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
  const edits = importsOf(text)
    .filter(({ specifier }) => specifier !== '')
    .map(({ specifier, offset: start }) => ({
      ...{ start, end: start + specifier.length },
      text: addressOf(specifier),
    }));
  return applyEdits(text, edits);
}

const scheme = 'funnel-extensions:';
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
      if (!specifier.startsWith(scheme)) return next(specifier, context);
      return { url: specifier, format: 'module', shortCircuit: true };
    },
    load(url, context, next) {
      if (!url.startsWith(scheme)) return next(url, context);
      const [, hash = '', path = ''] = /^funnel-extensions:\/\/\/([^/]+)\/(.+)$/.exec(url) ?? [];
      // For `require` a module of another scheme has no address that others are relative to.
      const source = withImports(sets.get(hash)?.get(path) ?? '', (specifier) =>
        specifier.startsWith('.') ? new URL(specifier, url).href : specifier,
      );
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

// Bundlers and test runners leave Node's own function alone.
const requireModule = createRequire(import.meta.url);
/** The time in which a file and what it imports are run, in milliseconds. */
const moduleLimitMs = 200;

/** What code has thrown, as text: it may have thrown anything. */
export function thrownText(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'it throws a value that cannot be shown';
  }
}

function stackOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.stack ?? '') : '';
  } catch {
    return '';
  }
}

/**
 * Runs one module of a set.
 * @param hash of the set; the modules of a set run once in a process
 * @returns its default export
 * @throws CodeMistake
 */
export function defaultOf(hash: string, modules: ReadonlyMap<string, string>, path: string): unknown {
  hook();
  sets.set(hash, modules);
  for (const old of [...sets.keys()].slice(0, -mostSets)) sets.delete(old);
  try {
    return bounded(
      path,
      () => (requireModule(`${scheme}///${hash}/${path}`) as { readonly default?: unknown }).default,
      moduleLimitMs,
    );
  } catch (error) {
    if (error instanceof SlowCode) throw new CodeMistake(`It takes longer than ${moduleLimitMs} ms.`, 1, 1);
    if ((error as { code?: unknown } | null)?.code === 'ERR_REQUIRE_ASYNC_MODULE')
      throw new CodeMistake('It waits (await) while it is read.', 1, 1);
    const places = stackOf(error).matchAll(/funnel-extensions:\/+[^/]+\/([^\s:)]+):(\d+):(\d+)/g);
    const place = [...places].find(([, file]) => file === path);
    const { line, column } =
      place === undefined && error instanceof SyntaxError
        ? syntaxErrorIn(modules.get(path) ?? '')
        : { line: Number(place?.[2] ?? 1), column: Number(place?.[3] ?? 1) };
    throw new CodeMistake(thrownText(error), line, column);
  }
}
