import type { SiteDefinition } from '../definition.ts';
import type { AuthorCode } from '../errors/catalogue.ts';
import { type AuthorProblem, byPlace } from '../errors/problem.ts';
import { Report } from '../errors/report.ts';
import { type Extensions, noExtensions } from '../extensions/extensions.ts';
import { Memo } from '../memo/memo.ts';
import { type AcceptedProblem, acceptancesIn, applyAcceptances } from './acceptances.ts';
import { checkSubmissions, type TriedSubmissions } from './check/submissions.ts';
import { defineSite } from './define/site.ts';
import { deepFreeze } from './freeze.ts';
import { LiveDraft } from './link/live-draft.ts';
import { resolveReferences } from './link/resolve.ts';
import type { DefinitionFile, LoadOptions } from './options.ts';
import { readDraft } from './read-draft.ts';
import type { MendingWay } from './shape/mend.ts';

/** What a site differs by. */
export type SiteAxes = Pick<SiteDefinition, 'axes' | 'rules' | 'timed'>;

export interface LoadedSite {
  /** Null if there is an error; warnings do not prevent loading. */
  readonly site: SiteDefinition | null;
  /** The values that the site can be loaded for, also after an error; null if nothing is known of them. */
  readonly siteAxes: SiteAxes | null;
  /** All errors and warnings, by file and position. */
  readonly problems: AuthorProblem[];
  /** Warnings that are accepted by a comment. */
  readonly accepted: AcceptedProblem[];
}

/** Loads the same site again after each edit. */
export interface SiteLoader {
  /**
   * Loads the definitions of a site: guard, parse, shape, assemble, link, check, lower, freeze. Mistakes in the files
   * are reported, never thrown. Repeats only the work that an edit affects; the result equals that of a new loader.
   */
  load(files: readonly DefinitionFile[], options: LoadOptions): LoadedSite;
  /** Prepares for loads of so many values of the axes in turn. */
  keepFor(values: number): void;
  /** The number of units of work that have run so far (`Memo.once`). */
  readonly runs: number;
}

/** Creates an empty loader. It caches its results in memory. */
export function createSiteLoader(): SiteLoader {
  const memo = new Memo();
  const draft = new LiveDraft(memo);
  const tried: TriedSubmissions = new Map();
  let triedExtensions: Extensions | undefined;
  let known: ReadonlyMap<string, DefinitionFile> = new Map();
  /** Returns the files in the order of their paths. An unchanged file is the same object as in the previous load. */
  const settle = (files: readonly DefinitionFile[]): DefinitionFile[] => {
    const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
    const settled = sorted.map((file) => {
      const before = known.get(file.path);
      return before?.text === file.text ? before : file;
    });
    known = new Map(settled.map((file) => [file.path, file]));
    return settled;
  };
  /** Loads the site with the files that have mistakes mended in one of the two ways. */
  const inWay = (files: readonly DefinitionFile[], options: LoadOptions, way: MendingWay) => {
    const report = new Report(0, (name) => draft.unknown.has(name));
    memo.begin(report);
    draft.forget();
    const content = readDraft(files, options, memo, way);
    if (content === undefined) return { report, site: undefined };
    const unresolved = resolveReferences(draft, content);
    const site = defineSite(draft, unresolved, files, options);
    if (options.submissions !== undefined) {
      if (options.extensions !== triedExtensions) tried.clear();
      triedExtensions = options.extensions;
      checkSubmissions(draft, site, options, tried);
    }
    return { report, site };
  };
  return {
    load(files, options) {
      const settled = settle(files);
      const { site, report } = inWay(settled, options, 0);
      // What is found in only one of the two ways to mend a file is a consequence of how it was mended.
      if (draft.isMended) report.keep(inWay(settled, options, 1).report);
      const acceptances = memo.each('acceptances', settled, [], acceptancesIn).flat();
      const { problems, accepted } = applyAcceptances(report.problems, acceptances, uncheckedWarnings(options));
      return {
        site: site === undefined || report.failed ? null : withExtensions(deepFreeze(site), options.extensions),
        siteAxes: site ?? null,
        problems: problems.sort(byPlace),
        accepted: accepted.sort(byPlace),
      };
    },
    keepFor: (values) => memo.keepFor(values),
    get runs() {
      return memo.runs;
    },
  };
}

/** Loads the definitions of a site once. Pure. */
export const loadSite = (files: readonly DefinitionFile[], options: LoadOptions): LoadedSite =>
  createSiteLoader().load(files, options);

/** The code of extensions may change its own objects, so it is not frozen. */
const withExtensions = (site: SiteDefinition, extensions: Extensions = noExtensions): SiteDefinition =>
  Object.freeze({ ...site, extensions });

/** Warnings whose checks do not run with these options. */
const uncheckedWarnings = ({ now }: LoadOptions): ReadonlySet<AuthorCode> =>
  new Set<AuthorCode>(now === undefined ? ['event-past'] : []);

export type { AuthorProblem, DefinitionFile, LoadOptions };
