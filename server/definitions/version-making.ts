/** Versions of a folder that visitors can be given: they pass the checks, and everything of them can be drawn. */
import { type ByAxes, mapAxes, thingsFrom } from '../../engine/axes/by-axes.ts';
import type { SiteDefinition, SiteHash } from '../../engine/definition.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { DefinitionsRefused } from './refusal.ts';
import type { Content } from './version-folder.ts';
import type { ChangedPaths } from './watch.ts';

/** The outcome of loading a folder: a site, or the problems that prevent it. */
export interface LoadResult {
  /** The site at present, or for the axes that were asked for. */
  readonly site: SiteDefinition | null;
  /** The site for every value of its axes; null if it has an error at one of them. */
  readonly sites: ByAxes<SiteDefinition> | null;
  readonly problems: readonly AuthorProblem[];
  /** The files it was loaded from; without them the version is not saved. */
  readonly content?: Content;
}

/** A version of the site, as far as serving it needs. */
export interface VersionBase {
  readonly site: SiteDefinition;
  /** Makes the resources that its pages refer to available to browsers. */
  publish(): void;
}

export interface LoadHints {
  /** Set for saved versions, which may contain words that were renamed since. */
  readonly migrate?: boolean;
  /** The only paths that changed since the last load; left out, any may have changed. */
  readonly changed?: ChangedPaths;
}

/** How versions are made of a folder. */
export interface VersionMaking<Version extends VersionBase> {
  readonly load: (folder: string, options?: LoadHints) => Promise<LoadResult>;
  readonly prepare: (site: SiteDefinition) => Version;
  /** Renders the pages that are new, of every version that visitors can get from now on. @throws UnrenderablePages */
  readonly validate: (versions: readonly Version[]) => Promise<void>;
}

export interface ValidVersions<Version> {
  /** The fingerprint of the site at the time of loading. */
  readonly hash: SiteHash;
  readonly versions: ByAxes<Version>;
  readonly content: Content | null;
}

/**
 * The versions of a loaded folder.
 * @throws DefinitionsRefused, or UnrenderablePages
 */
export async function validVersions<Version extends VersionBase>(
  { site, sites, problems, content }: LoadResult,
  { prepare, validate }: Pick<VersionMaking<Version>, 'prepare' | 'validate'>,
  now: number,
): Promise<ValidVersions<Version>> {
  if (site === null || sites === null) throw new DefinitionsRefused(problems);
  const versions = mapAxes(sites, prepare);
  await validate(thingsFrom(versions, now));
  return { hash: site.hash, versions, content: content ?? null };
}

/** Publishes what visitors can get from now on; what they get now is published last, because it is kept longest. */
export function publishFrom<Version extends VersionBase>(versions: ByAxes<Version>, now: number): void {
  for (const version of thingsFrom(versions, now).reverse()) version.publish();
}
