/** Loads a site and checks it for every phase of its events, so that a mistake is found before its date. */
import { boundariesOf } from '../calendar/phases.ts';
import type { AuthorProblem } from '../errors/problem.ts';
import { byPlace } from '../errors/problem.ts';
import { createSiteLoader, type DefinitionFile, type LoadedSite, type LoadOptions } from './load-site.ts';

const keyOf = ({ code, file, line, column }: AuthorProblem): string => `${code} ${file}:${line}:${column}`;

/**
 * Like `SiteLoader.load`, but adds the errors of every other phase to those of the current one.
 * @param loader - the loader of the previous load, which makes this one faster
 */
export function loadSiteThroughout(
  files: readonly DefinitionFile[],
  options: LoadOptions,
  loader = createSiteLoader(),
): LoadedSite {
  const loaded = loader.load(files, options);
  const { site } = loaded;
  // Definitions that read no phase are the same in all phases.
  if (site === null || site.timed.length === 0 || !files.some(({ text }) => /\bcalendar\.[\w-]+\.phase\b/.test(text)))
    return loaded;
  const known = new Set(loaded.problems.map(keyOf));
  const others = [(boundariesOf(site.timed)[0] ?? 0) - 1, ...boundariesOf(site.timed)]
    .flatMap((at) => loader.load(files, { ...options, notes: undefined, at }).problems)
    .filter((problem) => problem.severity === 'error' && !known.has(keyOf(problem)));
  if (others.length === 0) return loaded;
  const distinct = [...new Map(others.map((problem) => [keyOf(problem), problem])).values()];
  return { ...loaded, site: null, problems: [...loaded.problems, ...distinct].sort(byPlace) };
}
