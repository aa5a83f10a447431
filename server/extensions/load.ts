/** Reads the files in `extensions/` as the site's extensions. */

import { nearest } from '../../engine/errors/nearest.ts';
import { Report } from '../../engine/errors/report.ts';
import { knownFunctions } from '../../engine/expressions/evaluate.ts';
import { checkExtension, type ExtensionMistake, extensionKinds } from '../../engine/extensions/check.ts';
import {
  type ExtensionKind,
  type Extensions,
  noExtensions,
  type SiteFunction,
  type SiteRule,
} from '../../engine/extensions/extensions.ts';
import { implementationsOf, siteFunction } from '../../engine/extensions/functions.ts';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import { SourceText } from '../../engine/load/source/source.ts';
import { serverPaths } from '../../engine/paths.ts';
import { builtInRules } from '../../engine/rules/generated/all.ts';
import type {
  BlockFile,
  ConnectorFile,
  FieldFile,
  FunctionFile,
  RuleFile,
} from '../../schemas/extensions/extensions.js';
import { fingerprint } from '../disk/fingerprint.ts';
import {
  type CodeMistake,
  defaultOf,
  importsOf,
  sharedModule,
  sharedSpecifiers,
  sharedText,
  withImports,
  withoutTypes,
} from './modules.ts';
import { withinExtensions } from './read.ts';
import { bounded, guarded, withinLoad } from './time-limit.ts';

/** Where browsers fetch the modules of extensions. */
export const extensionModules = `${serverPaths.own}extensions/`;

const kindNames = Object.keys(extensionKinds) as readonly ExtensionKind[];
/** Code that several extensions share. */
const library = 'lib';

/** A file without its types, and its place among the extensions. */
interface Module {
  readonly file: DefinitionFile;
  /** Below the extensions folder: `rules/cpf.js`. */
  readonly path: string;
  readonly text: string;
  /** Null for a file of the library. */
  readonly kind: ExtensionKind | null;
  readonly name: string;
  /** Whether it, or what it imports, has a mistake. */
  readonly isBroken: boolean;
}

const withJs = (path: string): string => path.replace(/\.ts$/, '.js');

/** The path that a module imports; null for what is not a file of the extensions. */
function importedPath(from: string, specifier: string): string | null {
  if (sharedSpecifiers.includes(specifier)) return sharedModule;
  if (!/^\.{1,2}\//.test(specifier)) return null;
  const path = new URL(specifier, `http://extensions/${from}`).pathname.slice(1);
  return withJs(path);
}

/** The kinds whose code also runs in browsers. */
const fetchedKinds: readonly (ExtensionKind | null)[] = ['rules', 'functions'];

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
  return found === undefined ? `Add extensions/rules/${written}.ts, or another rule.` : `Did you mean ${found}?`;
};

const dataLimit = 1024 * 1024;

/** Data of an extension as plain data: what reads it later runs no code of the extension's. @throws Error, or what its code throws */
function plainData(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return undefined;
  if (text.length > dataLimit) throw new RangeError(`It contains more than ${dataLimit / 1024 / 1024} MB of data.`);
  return JSON.parse(text);
}

/** What a file exports, with plain data, and with functions that have a limit of time. */
function boundedExtension(path: string, kind: ExtensionKind, extension: unknown): unknown {
  if (typeof extension !== 'object' || extension === null || Array.isArray(extension)) return plainData(extension);
  const members = Object.entries(extension).map(([name, member]): [string, unknown] => [
    name,
    typeof member === 'function'
      ? (...given: unknown[]) => Reflect.apply(member, extension, given) as unknown
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

/** A function of an extension. The code of a block gets no visitor's values; the result of a connector is data. */
function boundedMember(
  path: string,
  kind: ExtensionKind,
  member: (...given: unknown[]) => unknown,
  longest: number,
): (...given: unknown[]) => unknown {
  if (kind === 'blocks') return (...given) => bounded(path, () => member(...given));
  return guarded(path, kind === 'connectors' ? (...given) => plainData(member(...given)) : member, longest);
}

/** The sizes of the values that are tried with an extension: examples of a rule, calls of a function. */
const exampleSizes = ({ valid, invalid, examples }: Readonly<Record<string, unknown>>): number[] =>
  [valid, invalid, Object.keys(examples ?? {})].flatMap((list) =>
    Array.isArray(list) ? list.slice(0, 1000).map((each) => String(each).length) : [],
  );

/** Reports the mistakes in files. */
class ExtensionLoader {
  readonly report = new Report();

  private broken(file: DefinitionFile, error: unknown): void {
    // A limit of time is exceeded at no place of the file.
    const { message, line = 1, column = 1 } = error as Partial<CodeMistake> & Error;
    const source = new SourceText(file.path, file.text);
    const offset = source.lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    this.report.add('extension-broken', source, { offset, length: 1 }, { reason: firstSentence(message) });
  }

  private misplaced(file: DefinitionFile, reason: string, fix: string): [] {
    this.report.add('extension-file', new SourceText(file.path, file.text), { offset: 0, length: 1 }, { reason, fix });
    return [];
  }

  /** The module of a file; none where it cannot be one. */
  moduleOf(file: DefinitionFile): [] | [Module] {
    const within = withinExtensions(file);
    const [folder = '', ...rest] = within.split('/');
    const kind = kindNames.find((each) => each === folder) ?? null;
    if (rest.length === 0 || (kind === null && folder !== library)) {
      const near = nearest(folder, [...kindNames, library]);
      const folders = kindNames.map((each) => `extensions/${each}/`).join(' or ');
      return this.misplaced(
        file,
        rest.length === 0
          ? 'This file is in no folder of a kind of extension.'
          : `extensions/${folder}/ is no kind of extension.`,
        near === undefined || rest.length === 0
          ? `Move it to ${folders}; code that extensions share is in extensions/${library}/.`
          : `Did you mean extensions/${near}/?`,
      );
    }
    if (!file.path.endsWith('.ts'))
      return this.misplaced(file, 'An extension is a TypeScript file.', 'Let its name end with .ts.');
    if (kind !== null && rest.length > 1)
      return this.misplaced(
        file,
        'An extension is one file.',
        `Move it to extensions/${kind}/, or to extensions/${library}/ if extensions share it.`,
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
        ? 'There is no such file in extensions/. Write the path with its ending, such as ../lib/digits.ts.'
        : isInBrowsers
          ? `Rules and functions also run in browsers. They can import ${sharedSpecifiers[0]} and files of extensions/${library}/.`
          : `It can import ${sharedSpecifiers[0]}, files of extensions/${library}/, and modules of Node such as node:crypto.`;
      const module = specifier === '' ? 'import()' : specifier;
      const place = { offset, length: module.length };
      this.report.add('extension-import', new SourceText(file.path, file.text), place, { module, fix });
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

  /** Reports an extension whose code takes too long, in place of what follows from that. */
  slow(file: DefinitionFile): void {
    const source = new SourceText(file.path, file.text);
    const offset = Math.max(0, file.text.indexOf('export default'));
    this.report.add('extension-slow', source, { offset, length: 'export default'.length }, {});
  }

  /** Reports the mistakes of an extension. Returns whether there are none. */
  isRight(file: DefinitionFile, mistakes: readonly ExtensionMistake[]): boolean {
    const source = new SourceText(file.path, file.text);
    const start = Math.max(0, file.text.indexOf('export default'));
    for (const { code, reason, fix, at } of mistakes) {
      const shown = at === undefined ? [] : [`'${at}'`, `"${at}"`, at];
      const text = shown.find((each) => file.text.includes(each, start)) ?? 'export default';
      const place = { offset: Math.max(0, file.text.indexOf(text, start)), length: text.length };
      if (code === 'extension-taken') this.report.add(code, source, place, { name: reason, kind: fix });
      else if (code === 'extension-example') this.report.add(code, source, place, { reason });
      else this.report.add(code, source, place, { reason, fix });
    }
    return mistakes.length === 0;
  }

  /** Tries an extension with its own examples. Returns whether it has no mistake. */
  accepts(
    file: DefinitionFile,
    kind: ExtensionKind,
    name: string,
    extension: unknown,
    trial: ExtensionTrial | undefined,
  ): boolean {
    const { result, slow } = withinLoad(() => {
      const early = trial?.read() ?? [];
      const mistakes = early.length > 0 ? early : checkExtension(kind, name, extension);
      return mistakes.length > 0 ? mistakes : (trial?.end(kind, extension as Readonly<Record<string, unknown>>) ?? []);
    });
    if (slow.length === 0) return this.isRight(file, result);
    this.slow(file);
    return false;
  }
}

/** The extensions as they are collected. */
class ExtensionSet {
  readonly rules: Record<string, SiteRule> = {};
  readonly connectors: Record<string, ConnectorFile> = {};
  readonly blocks: Record<string, BlockFile> = {};
  readonly fields: Record<string, FieldFile> = {};
  readonly functions: Record<string, SiteFunction> = {};
  readonly unread: { readonly [K in ExtensionKind]: string[] } = {
    rules: [],
    connectors: [],
    blocks: [],
    fields: [],
    functions: [],
  };

  add(kind: ExtensionKind, name: string, extension: unknown, address: string): void {
    if (kind === 'connectors') this.connectors[name] = extension as ConnectorFile;
    else if (kind === 'blocks') this.blocks[name] = extension as BlockFile;
    else if (kind === 'fields') this.fields[name] = extension as FieldFile;
    else if (kind === 'functions') this.functions[name] = siteFunction(name, extension as FunctionFile, address);
    else this.addRule(name, extension as RuleFile, address);
  }

  private addRule(name: string, rule: RuleFile, address: string): void {
    const test = rule.test.bind(rule) as SiteRule['test'];
    this.rules[name] = { ...rule, parameters: rule.parameters ?? {}, address, test };
  }
}

export interface LoadExtensionsOptions {
  readonly trial?: ExtensionTrial;
  /** Mistakes that are known already. The code of their files is not run. */
  readonly refused?: Extensions['problems'];
}

/** What else is done with each extension while the extensions are loaded. */
export interface ExtensionTrial {
  /** The code of a file is run next. */
  begin(file: DefinitionFile): void;
  /** A file was read. @returns what is wrong with what its code has done */
  read(): readonly ExtensionMistake[];
  /** An extension was tried with its examples. @returns what else is wrong with it */
  end(kind: ExtensionKind, extension: Readonly<Record<string, unknown>>): readonly ExtensionMistake[];
}

/**
 * Runs the files and checks what they export. Mistakes are reported, never thrown.
 * @param files with TypeScript or JavaScript, whose paths begin with `../extensions/`
 */
export async function loadExtensions(
  files: readonly DefinitionFile[],
  { trial, refused = [] }: LoadExtensionsOptions = {},
): Promise<Extensions> {
  if (files.length === 0) return noExtensions;
  const isRefused = (path: string): boolean => refused.some(({ file }) => file === path);
  const loader = new ExtensionLoader();
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
  const addressOf = (path: string): string => `${extensionModules}${hash}/${path}`;
  const collected = new ExtensionSet();
  for (const { file, path, kind, name, isBroken } of modules.values()) {
    if (kind === null) continue;
    trial?.begin(file);
    const extension = isBroken
      ? null
      : loader.run(file, () => {
          const exported = defaultOf(hash, texts, path);
          return bounded(path, () => boundedExtension(path, kind, exported));
        });
    if (extension !== null && loader.accepts(file, kind, name, extension.default, trial))
      collected.add(kind, name, extension.default, addressOf(path));
    else collected.unread[kind].push(name);
  }
  for (const { file, name } of modules.values())
    for (const { rule } of collected.fields[name]?.field.rules ?? []) {
      const known = [...Object.keys(builtInRules), ...Object.keys(collected.rules), ...collected.unread.rules];
      if (withinExtensions(file).startsWith('fields/') && !known.includes(rule))
        loader.isRight(file, [
          { code: 'extension-shape', reason: `There is no rule ${rule}.`, fix: near(rule, known), at: rule },
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

/** What is wrong with extensions whose code took too long while a site was loaded. @param slow their paths below `extensions/` */
export function slowProblems(files: readonly DefinitionFile[], slow: readonly string[]): Extensions['problems'] {
  const loader = new ExtensionLoader();
  for (const file of files) if (slow.includes(withJs(withinExtensions(file)))) loader.slow(file);
  return loader.report.problems;
}

/** The extensions of files whose code does not run in this process: each has a name, so that its uses are no mistakes. */
export function refusedExtensions(files: readonly DefinitionFile[], problems: Extensions['problems']): Extensions {
  const unread = {
    ...noExtensions.unread,
    ...Object.fromEntries(kindNames.map((kind) => [kind, namesIn(files, kind)])),
  };
  return { ...noExtensions, hash: fingerprint(JSON.stringify(files)), unread, problems };
}

const namesIn = (files: readonly DefinitionFile[], kind: ExtensionKind): string[] =>
  files.flatMap((file) => new RegExp(`^${kind}/([^/]+)\\.ts$`).exec(withinExtensions(file))?.[1] ?? []);
