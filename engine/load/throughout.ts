/** Loads a site and checks it as it will be at every moment of its events, so that no mistake waits for its date. */
import { boundariesOf } from '../calendar/phases.ts';
import type { AuthorProblem } from '../errors/problem.ts';
import { byPlace } from '../errors/problem.ts';
import { type DefinitionFile, type LoadedSite, type LoadOptions, loadSite } from './load-site.ts';

const keyOf = ({ code, file, line, column }: AuthorProblem): string => `${code} ${file}:${line}:${column}`;

/** As `loadSite`, with the errors of every other phase beside those of the one that is served. */
export function loadSiteThroughout(files: readonly DefinitionFile[], options: LoadOptions): LoadedSite {
  const loaded = loadSite(files, options);
  const { site } = loaded;
  // What reads no phase is the same in each of them.
  if (site === null || !files.some(({ text }) => /\bcalendar\.[\w-]+\.phase\b/.test(text))) return loaded;
  const known = new Set(loaded.problems.map(keyOf));
  const others = [(boundariesOf(site.timed)[0] ?? 0) - 1, ...boundariesOf(site.timed)]
    .flatMap((at) => loadSite(files, { ...options, at }).problems)
    .filter((problem) => problem.severity === 'error' && !known.has(keyOf(problem)));
  if (others.length === 0) return loaded;
  const distinct = [...new Map(others.map((problem) => [keyOf(problem), problem])).values()];
  return { ...loaded, site: null, problems: [...loaded.problems, ...distinct].sort(byPlace) };
}
