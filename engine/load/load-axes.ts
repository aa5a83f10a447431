/** Loads a site for every value of its axes, so that a mistake is found before anyone gets the value. */
import { type Axes, axesKey, everyAxes } from '../axes/axes.ts';
import { type ByAxes, byAxes } from '../axes/by-axes.ts';
import { boundariesOf, type Phases, phasesAt } from '../axes/phase.ts';
import type { SiteDefinition } from '../definition.ts';
import type { AuthorProblem } from '../errors/problem.ts';
import { byPlace } from '../errors/problem.ts';
import {
  createSiteLoader,
  type DefinitionFile,
  type LoadedSite,
  type LoadOptions,
  type SiteAxes,
} from './load-site.ts';

export interface LoadedSites extends LoadedSite {
  /** The site for every value of its axes; null if there is an error at one of them. */
  readonly sites: ByAxes<SiteDefinition> | null;
}

const keyOf = ({ code, file, line, column }: AuthorProblem): string => `${code} ${file}:${line}:${column}`;

/** The phases that the clock or a developer can ask for. */
function everyPhase({ axes, rules, timed }: SiteAxes): Phases[] {
  const ids = Object.keys(axes.phase);
  if (ids.length === 0) return [axes.phase];
  const boundaries = boundariesOf(timed);
  const shown = [(boundaries[0] ?? 0) - 1, ...boundaries].map((at) => phasesAt(ids, timed, at));
  return [axes.phase, ...rules.phases.map(({ phase }) => phase), ...shown];
}

/** Every value of a site's axes. That of the site is first. */
const valuesOf = (site: SiteAxes): Axes[] =>
  everyAxes({
    phase: everyPhase(site),
    locale: [site.axes.locale],
    brand: [site.axes.brand],
    variant: [site.axes.variant],
  });

/**
 * Like `SiteLoader.load`, but for every value: `site` is that of the options, and the errors of the others are added to its
 * own.
 * @param loader - the loader of the previous load, which makes this one faster
 */
export function loadForAxes(
  files: readonly DefinitionFile[],
  options: LoadOptions,
  loader = createSiteLoader(),
): LoadedSites {
  const loaded = loader.load(files, options);
  if (loaded.siteAxes === null) return { ...loaded, sites: null };
  const { axes: own } = loaded.siteAxes;
  const values = valuesOf(loaded.siteAxes).filter((axes) => axesKey(axes) !== axesKey(own));
  loader.keepFor(values.length + 1);
  const others = values.map((axes) => ({
    axes,
    ...loader.load(files, { ...options, notes: undefined, axes }),
  }));
  const known = new Set(loaded.problems.map(keyOf));
  const errors = others
    .flatMap(({ problems }) => problems)
    .filter((problem) => problem.severity === 'error' && !known.has(keyOf(problem)));
  const { site } = loaded;
  if (errors.length > 0 || site === null) {
    const distinct = [...new Map(errors.map((problem) => [keyOf(problem), problem])).values()];
    return { ...loaded, site: null, sites: null, problems: [...loaded.problems, ...distinct].sort(byPlace) };
  }
  const entries = others.flatMap(({ axes, site: other }) => (other === null ? [] : [[axes, other] as const]));
  return { ...loaded, sites: byAxes(site.rules, [[site.axes, site], ...entries]) };
}
