import type { SiteDefinition } from '../definition.ts';
import type { AuthorCode } from '../errors/catalogue.ts';
import { type AuthorProblem, byPlace } from '../errors/problem.ts';
import { Report } from '../errors/report.ts';
import { type AcceptedProblem, applyAcceptances } from './acceptances.ts';
import { defineSite } from './define/site.ts';
import { deepFreeze } from './freeze.ts';
import type { DefinitionFile, LoadOptions } from './options.ts';
import { readDraft } from './read-draft.ts';

export interface LoadedSite {
  /** Null if there is an error; warnings do not prevent loading. */
  readonly site: SiteDefinition | null;
  /** All errors and warnings, by file and position. */
  readonly problems: AuthorProblem[];
  /** Warnings that are accepted by a comment. */
  readonly accepted: AcceptedProblem[];
}

/**
 * Loads the definitions of a site: guard, parse, shape, assemble, link, check, lower, freeze. Pure. Mistakes in the
 * files are reported, never thrown.
 */
export function loadSite(files: readonly DefinitionFile[], options: LoadOptions): LoadedSite {
  const report = new Report();
  const draft = readDraft(files, options, report);
  const site = draft === undefined ? undefined : defineSite(draft, files, options);
  const { problems, accepted } = applyAcceptances(report.problems, files, uncheckedWarnings(options));
  return {
    site: site === undefined || report.failed ? null : deepFreeze(site),
    problems: problems.sort(byPlace),
    accepted: accepted.sort(byPlace),
  };
}

/** Warnings whose checks do not run with these options. */
const uncheckedWarnings = ({ now }: LoadOptions): ReadonlySet<AuthorCode> =>
  new Set<AuthorCode>(now === undefined ? ['event-past'] : []);

export type { AuthorProblem, DefinitionFile, LoadOptions };
