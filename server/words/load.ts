/** Reads the files in `words/` as the site's own words. */

import { nearest } from '../../engine/errors/nearest.ts';
import { Report } from '../../engine/errors/report.ts';
import { knownFunctions } from '../../engine/expressions/evaluate.ts';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import { SourceText } from '../../engine/load/source/source.ts';
import { serverPaths } from '../../engine/paths.ts';
import { builtInRules } from '../../engine/rules/generated/all.ts';
import { checkWord, type WordMistake, wordKinds } from '../../engine/words/check.ts';
import { implementationsOf, siteFunction } from '../../engine/words/functions.ts';
import { type KindOfWord, noWords, type SiteFunction, type SiteRule, type Words } from '../../engine/words/words.ts';
import type { BlockFile, ConnectorFile, FieldFile, FunctionFile, RuleFile } from '../../schemas/words/words.js';
import { fingerprint } from '../disk/fingerprint.ts';
import { bounded, guarded, withinLoad } from './bounded.ts';
import {
  type CodeMistake,
  defaultOf,
  importsOf,
  sharedModule,
  sharedSpecifier,
  sharedText,
  withImports,
  withoutTypes,
} from './modules.ts';
import { withinWords, wordsPath } from './read.ts';

/** Where browsers fetch the modules of words. */
export const wordModules = `${serverPaths.own}words/`;

const kindNames = Object.keys(wordKinds) as readonly KindOfWord[];
/** Code that several words share. */
const library = 'lib';

/** A file without its types, and its place among the words. */
interface Module {
  readonly file: DefinitionFile;
  /** Below the words folder: `rules/cpf.js`. */
  readonly path: string;
  readonly text: string;
  /** Null for a file of the library. */
  readonly kind: KindOfWord | null;
  readonly name: string;
  /** Whether it, or what it imports, has a mistake. */
  readonly isBroken: boolean;
}

const withJs = (path: string): string => path.replace(/\.ts$/, '.js');

/** The path that a module imports; null for what is not a file of the words. */
function importedPath(from: string, specifier: string): string | null {
  if (specifier === sharedSpecifier) return sharedModule;
  if (!/^\.{1,2}\//.test(specifier)) return null;
  const path = new URL(specifier, `http://words/${from}`).pathname.slice(1);
  return withJs(path);
}

/** The kinds whose code also runs in browsers. */
const fetchedKinds: readonly (KindOfWord | null)[] = ['rules', 'functions'];

/** The paths of the modules that browsers fetch: of these kinds, and of those that they import. */
function reachedByBrowsers(modules: ReadonlyMap<string, Module>): ReadonlySet<string> {
  const reached = new Set<string>();
  const follow = (path: string): void => {
    const module = modules.get(path);
    if (module === undefined || reached.has(path)) return;
    reached.add(path);
    for (const { specifier } of importsOf(module.text)) {
      const next = importedPath(path, specifier);
      if (next !== null) follow(next);
    }
  };
  for (const module of modules.values()) if (fetchedKinds.includes(module.kind)) follow(module.path);
  return reached;
}

/** A module whose imports are the same in this process and in browsers. */
const withRelativeImports = ({ path, text }: Module): string =>
  withImports(text, (specifier) => {
    const to = importedPath(path, specifier);
    return to === null ? specifier : '../'.repeat(path.split('/').length - 1) + to;
  });

const firstSentence = (message: string): string => `${message.split(/\.\s/)[0]?.replace(/\.$/, '')}.`;

const near = (written: string, known: readonly string[]): string => {
  const found = nearest(written, known);
  return found === undefined ? `Add words/rules/${written}.ts, or another rule.` : `Did you mean ${found}?`;
};

const dataLimit = 1024 * 1024;

/** Data of a word as plain data: what reads it later runs no code of the word's. @throws Error, or what its code throws */
function plainData(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return undefined;
  if (text.length > dataLimit) throw new RangeError(`It contains more than ${dataLimit / 1024 / 1024} MB of data.`);
  return JSON.parse(text);
}

/** What a file exports, with plain data, and with functions that have a limit of time. */
function boundedWord(path: string, kind: KindOfWord, word: unknown): unknown {
  if (typeof word !== 'object' || word === null || Array.isArray(word)) return plainData(word);
  const members = Object.entries(word).map(([name, member]): [string, unknown] => [
    name,
    typeof member === 'function'
      ? (...given: unknown[]) => Reflect.apply(member, word, given) as unknown
      : plainData(member),
  ]);
  const longest = Math.max(0, ...exampleSizes(Object.fromEntries(members)));
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      typeof member === 'function'
        ? boundedMember(path, kind, member as (...given: unknown[]) => unknown, longest)
        : member,
    ]),
  );
}

/** A function of a word. The code of a block gets no visitor's values; the result of a connector is data. */
function boundedMember(
  path: string,
  kind: KindOfWord,
  member: (...given: unknown[]) => unknown,
  longest: number,
): (...given: unknown[]) => unknown {
  if (kind === 'blocks') return (...given) => bounded(path, () => member(...given));
  return guarded(path, kind === 'connectors' ? (...given) => plainData(member(...given)) : member, longest);
}

/** The sizes of the values that are tried with a word: examples of a rule, calls of a function. */
const exampleSizes = ({ valid, invalid, examples }: Readonly<Record<string, unknown>>): number[] =>
  [valid, invalid, Object.keys(examples ?? {})].flatMap((list) =>
    Array.isArray(list) ? list.slice(0, 1000).map((each) => String(each).length) : [],
  );

/** Reports the mistakes in files. */
class WordLoader {
  readonly report = new Report();

  private broken(file: DefinitionFile, error: unknown): void {
    // A limit of time is exceeded at no place of the file.
    const { message, line = 1, column = 1 } = error as Partial<CodeMistake> & Error;
    const source = new SourceText(file.path, file.text);
    const offset = source.lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    this.report.add('word-broken', source, { offset, length: 1 }, { reason: firstSentence(message) });
  }

  private misplaced(file: DefinitionFile, reason: string, fix: string): [] {
    this.report.add('word-file', new SourceText(file.path, file.text), { offset: 0, length: 1 }, { reason, fix });
    return [];
  }

  /** The module of a file; none where it cannot be one. */
  moduleOf(file: DefinitionFile): [] | [Module] {
    const within = withinWords(file);
    const [folder = '', ...rest] = within.split('/');
    const kind = kindNames.find((each) => each === folder) ?? null;
    if (rest.length === 0 || (kind === null && folder !== library)) {
      const near = nearest(folder, [...kindNames, library]);
      const folders = kindNames.map((each) => `words/${each}/`).join(' or ');
      return this.misplaced(
        file,
        rest.length === 0 ? 'This file is in no folder of a kind of word.' : `words/${folder}/ is no kind of word.`,
        near === undefined || rest.length === 0
          ? `Move it to ${folders}; code that words share is in words/${library}/.`
          : `Did you mean words/${near}/?`,
      );
    }
    if (!file.path.endsWith('.ts'))
      return this.misplaced(file, 'A word is a TypeScript file.', 'Let its name end with .ts.');
    if (kind !== null && rest.length > 1)
      return this.misplaced(
        file,
        'A word is one file.',
        `Move it to words/${kind}/, or to words/${library}/ if words share it.`,
      );
    const module = { file, path: withJs(within), kind, name: (rest.at(-1) ?? '').replace(/\.ts$/, '') };
    try {
      return [{ ...module, text: withoutTypes(file.text), isBroken: false }];
    } catch (error) {
      this.broken(file, error);
      return [{ ...module, text: '', isBroken: true }];
    }
  }

  /** Reports imports that a module cannot have. */
  private checkImports(
    { file, path, text }: Module,
    modules: ReadonlyMap<string, Module>,
    isInBrowsers: boolean,
  ): boolean {
    const mistaken = importsOf(text).filter(({ specifier }) => {
      const to = importedPath(path, specifier);
      if (to !== null) return to !== sharedModule && !modules.has(to);
      return isInBrowsers || !specifier.startsWith('node:');
    });
    for (const { specifier, offset } of mistaken) {
      const isMissing = importedPath(path, specifier) !== null;
      const fix = isMissing
        ? 'There is no such file in words/. Write the path with its ending, such as ../lib/digits.ts.'
        : isInBrowsers
          ? `Rules and functions also run in browsers. They can import ${sharedSpecifier} and files of words/${library}/.`
          : `It can import ${sharedSpecifier}, files of words/${library}/, and modules of Node such as node:crypto.`;
      const module = specifier === '' ? 'import()' : specifier;
      const place = { offset, length: module.length };
      this.report.add('word-import', new SourceText(file.path, file.text), place, { module, fix });
    }
    return mistaken.length === 0;
  }

  /** The modules that can run: neither they nor what they import is mistaken. Marks the others as broken. */
  soundModules(modules: Map<string, Module>): readonly Module[] {
    const inBrowsers = reachedByBrowsers(modules);
    for (const [path, module] of modules)
      if (!this.checkImports(module, modules, inBrowsers.has(path))) modules.set(path, { ...module, isBroken: true });
    for (let isSettled = false; !isSettled; ) {
      isSettled = true;
      for (const [path, module] of modules) {
        const imported = importsOf(module.text).map(({ specifier }) => importedPath(path, specifier) ?? '');
        if (module.isBroken || !imported.some((to) => modules.get(to)?.isBroken)) continue;
        modules.set(path, { ...module, isBroken: true });
        isSettled = false;
      }
    }
    return [...modules.values()].filter(({ isBroken }) => !isBroken);
  }

  /** Runs a module; null, with its mistake reported, if that fails. */
  run(file: DefinitionFile, run: () => unknown): { readonly default: unknown } | null {
    try {
      return { default: run() };
    } catch (error) {
      this.broken(file, error);
      return null;
    }
  }

  /** Reports a word whose code takes too long, in place of what follows from that. */
  slow(file: DefinitionFile): void {
    const source = new SourceText(file.path, file.text);
    const offset = Math.max(0, file.text.indexOf('export default'));
    this.report.add('word-slow', source, { offset, length: 'export default'.length }, {});
  }

  /** Reports the mistakes of a word. Returns whether there are none. */
  isRight(file: DefinitionFile, mistakes: readonly WordMistake[]): boolean {
    const source = new SourceText(file.path, file.text);
    const start = Math.max(0, file.text.indexOf('export default'));
    for (const { code, reason, fix, at } of mistakes) {
      const shown = at === undefined ? [] : [`'${at}'`, `"${at}"`, at];
      const text = shown.find((each) => file.text.includes(each, start)) ?? 'export default';
      const place = { offset: Math.max(0, file.text.indexOf(text, start)), length: text.length };
      if (code === 'word-taken') this.report.add(code, source, place, { name: reason, kind: fix });
      else if (code === 'word-example') this.report.add(code, source, place, { reason });
      else this.report.add(code, source, place, { reason, fix });
    }
    return mistakes.length === 0;
  }

  /** Tries a word with its own examples. Returns whether it has no mistake. */
  accepts(file: DefinitionFile, kind: KindOfWord, name: string, word: unknown, trial: WordTrial | undefined): boolean {
    const { result, slow } = withinLoad(() => {
      const early = trial?.read() ?? [];
      const mistakes = early.length > 0 ? early : checkWord(kind, name, word);
      return mistakes.length > 0 ? mistakes : (trial?.end(kind, word as Readonly<Record<string, unknown>>) ?? []);
    });
    if (slow.length === 0) return this.isRight(file, result);
    this.slow(file);
    return false;
  }
}

/** The words as they are collected. */
class Collected {
  readonly rules: Record<string, SiteRule> = {};
  readonly connectors: Record<string, ConnectorFile> = {};
  readonly blocks: Record<string, BlockFile> = {};
  readonly fields: Record<string, FieldFile> = {};
  readonly functions: Record<string, SiteFunction> = {};
  readonly unread: { readonly [K in KindOfWord]: string[] } = {
    rules: [],
    connectors: [],
    blocks: [],
    fields: [],
    functions: [],
  };

  add(kind: KindOfWord, name: string, word: unknown, address: string): void {
    if (kind === 'connectors') this.connectors[name] = word as ConnectorFile;
    else if (kind === 'blocks') this.blocks[name] = word as BlockFile;
    else if (kind === 'fields') this.fields[name] = word as FieldFile;
    else if (kind === 'functions') this.functions[name] = siteFunction(name, word as FunctionFile, address);
    else this.addRule(name, word as RuleFile, address);
  }

  private addRule(name: string, rule: RuleFile, address: string): void {
    const test = rule.test.bind(rule) as SiteRule['test'];
    this.rules[name] = { ...rule, parameters: rule.parameters ?? {}, address, test };
  }
}

export interface LoadWordsOptions {
  readonly trial?: WordTrial;
  /** Mistakes that are known already. The code of their files is not run. */
  readonly refused?: Words['problems'];
}

/** What else is done with each word while the words are loaded. */
export interface WordTrial {
  /** The code of a file is run next. */
  begin(file: DefinitionFile): void;
  /** A file was read. @returns what is wrong with what its code has done */
  read(): readonly WordMistake[];
  /** A word was tried with its examples. @returns what else is wrong with it */
  end(kind: KindOfWord, word: Readonly<Record<string, unknown>>): readonly WordMistake[];
}

/**
 * Runs the files and checks what they export. Mistakes are reported, never thrown.
 * @param files with TypeScript or JavaScript, whose paths begin with `../words/`
 */
export async function loadWords(
  files: readonly DefinitionFile[],
  { trial, refused = [] }: LoadWordsOptions = {},
): Promise<Words> {
  if (files.length === 0) return noWords;
  const isRefused = (path: string): boolean => refused.some(({ file }) => file === path);
  const loader = new WordLoader();
  const { report } = loader;
  const modules = new Map(
    files
      .flatMap((file) => loader.moduleOf(file))
      .map((module) => [module.path, isRefused(module.file.path) ? { ...module, isBroken: true } : module]),
  );
  const sound = loader.soundModules(modules);
  const texts = new Map([
    [sharedModule, sharedText],
    ...[...sound].map((module): [string, string] => [module.path, withRelativeImports(module)]),
  ]);
  const hash = fingerprint(JSON.stringify([...texts]));
  const addressOf = (path: string): string => `${wordModules}${hash}/${path}`;
  const collected = new Collected();
  for (const { file, path, kind, name, isBroken } of modules.values()) {
    if (kind === null) continue;
    trial?.begin(file);
    const word = isBroken
      ? null
      : loader.run(file, () => {
          const exported = defaultOf(hash, texts, path);
          return bounded(path, () => boundedWord(path, kind, exported));
        });
    if (word !== null && loader.accepts(file, kind, name, word.default, trial))
      collected.add(kind, name, word.default, addressOf(path));
    else collected.unread[kind].push(name);
  }
  for (const { file, name } of modules.values())
    for (const { rule } of collected.fields[name]?.field.rules ?? []) {
      const known = [...Object.keys(builtInRules), ...Object.keys(collected.rules), ...collected.unread.rules];
      if (file.path.startsWith(`${wordsPath}fields/`) && !known.includes(rule))
        loader.isRight(file, [
          { code: 'word-shape', reason: `There is no rule ${rule}.`, fix: near(rule, known), at: rule },
        ]);
    }
  const fetched = [sharedModule, ...reachedByBrowsers(modules)].flatMap((path): [string, string][] => {
    const text = texts.get(path);
    return text === undefined ? [] : [[addressOf(path), text]];
  });
  const { rules, connectors, blocks, fields, functions, unread } = collected;
  Object.assign(knownFunctions, implementationsOf(functions));
  return {
    hash,
    rules,
    connectors,
    blocks,
    fields,
    functions,
    unread,
    modules: Object.fromEntries(fetched),
    problems: [...refused, ...report.problems.filter(({ file }) => !isRefused(file))],
  };
}

/** What is wrong with words whose code took too long while a site was loaded. @param slow their paths below `words/` */
export function slowProblems(files: readonly DefinitionFile[], slow: readonly string[]): Words['problems'] {
  const loader = new WordLoader();
  for (const file of files) if (slow.includes(withJs(withinWords(file)))) loader.slow(file);
  return loader.report.problems;
}

/** The words of files whose code does not run in this process: each has a name, so that its uses are no mistakes. */
export function refusedWords(files: readonly DefinitionFile[], problems: Words['problems']): Words {
  const unread = { ...noWords.unread, ...Object.fromEntries(kindNames.map((kind) => [kind, namesIn(files, kind)])) };
  return { ...noWords, hash: fingerprint(JSON.stringify(files)), unread, problems };
}

const namesIn = (files: readonly DefinitionFile[], kind: KindOfWord): string[] =>
  files.flatMap((file) => new RegExp(`^${kind}/([^/]+)\\.ts$`).exec(withinWords(file))?.[1] ?? []);
