import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AuthorProblem } from '../../../engine/errors/problem.ts';
import type { Extensions } from '../../../engine/extensions/extensions.ts';
import {
  createSiteLoader,
  type DefinitionFile,
  type LoadedSite,
  type LoadOptions,
  loadSite,
} from '../../../engine/load/load-site.ts';
import { growthOf } from '../../../server/definitions/pattern-growth.ts';
import { fingerprint } from '../../../server/disk/fingerprint.ts';
import { extensionPrefix, extensionsName } from '../../../server/extensions/read.ts';
import { baseFiles, baseWith, fixtureFiles, isAsset, isNote, splitFiles } from '../../../tools/mistakes.ts';

export { baseWith };

const folder = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** A small site with a page, a flow, a form and intakes, without a mistake. */
export const base: readonly DefinitionFile[] = baseFiles;

/** The base site with one passage of one file exchanged. */
export function baseEdited(path: string, from: string, to: string): DefinitionFile[] {
  const { text } = base.find((file) => file.path === path) ?? { text: '' };
  if (!text.includes(from)) throw new RangeError(`${path} has no ${from}`);
  return baseWith({ [path]: text.replace(from, () => to) });
}

const ownAssets: ReadonlySet<string> = new Set(['sample/seal.svg']);

export const loadOptions = (assets = ownAssets): LoadOptions => ({
  hash: fingerprint,
  growthOf,
  submissions: 'try',
  assets,
  now: Date.parse('2026-11-20T12:00:00Z'),
});

let loader = createSiteLoader();
let loaderOf: unknown;

/**
 * The loader that tests share. A mutation run gets one per test while it finds out what each test runs, then one per
 * mutant: what a loader keeps was computed without the mutant.
 */
function sharedLoader(): typeof loader {
  const { activeMutant, currentTestId } = (globalThis as { __stryker__?: Record<string, string> }).__stryker__ ?? {};
  const owner = activeMutant ?? currentTestId;
  if (owner !== loaderOf) loader = createSiteLoader();
  loaderOf = owner;
  return loader;
}

/**
 * Loads a site with the loader that all tests of a worker share: most of them edit one file of the same site.
 * `incremental.full.test.ts` compares its results with those of new loaders, for each mistake of the catalogue too.
 */
export const load = (
  files: readonly DefinitionFile[],
  assets?: ReadonlySet<string>,
  extensions?: Extensions,
): LoadedSite =>
  sharedLoader().load(files, { ...loadOptions(assets), ...(extensions === undefined ? {} : { extensions }) });

/** Loads a site with a new loader. For tests of what a load costs, and of results that other files must not change. */
export const loadAnew = (files: readonly DefinitionFile[]): LoadedSite => loadSite(files, loadOptions());

/** The codes of problems, each once. */
export const codesOf = (problems: readonly AuthorProblem[]): string[] => [
  ...new Set(problems.map((problem) => problem.code)),
];

/** The codes that have a fixture. */
export const invalidCodes: readonly string[] = readdirSync(join(folder, 'invalid')).map((name) =>
  name.replace(/\.txt$/, ''),
);

/** The definitions of a fixture of `invalid/`: the base with its files. */
export const invalidSite = (code: string): DefinitionFile[] =>
  baseWith(fixtureFiles(code)).filter(
    (file) => !file.path.startsWith(extensionPrefix(extensionsName)) && !isAsset(file),
  );

/** Loads the site of a fixture of `invalid/`; with notes if its code is that of one. */
export async function loadInvalid(code: string): Promise<LoadedSite> {
  const { definitions, extensions, assets } = await splitFiles(baseWith(fixtureFiles(code)));
  const options = { ...loadOptions(new Set([...ownAssets, ...assets])), extensions };
  return sharedLoader().load(definitions, isNote(code) ? { ...options, notes: { code: [] } } : options);
}
