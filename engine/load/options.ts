/** The input of the loader. */
import type { Axes } from '../axes/axes.ts';
import type { Extensions } from '../extensions/extensions.ts';
import type { GrowthOf } from '../rules/pattern/backtracking.ts';
import type { Hash } from './lower/hashes.ts';

export interface DefinitionFile {
  /** Relative to the funnels folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface LoadOptions {
  /** Hashes a text. The same text has the same hash on every machine. */
  readonly hash: Hash;
  /** Paths of all files that are not definitions. Without it, references to assets are not checked. */
  readonly assets?: ReadonlySet<string>;
  /** The site's extensions. Without them, none are known. */
  readonly extensions?: Extensions;
  /** Without it, patterns are not checked for the time that they can take. */
  readonly growthOf?: GrowthOf | undefined;
  /**
   * `try`: sends what visitors of each flow send to the site's intakes, unless the loader has tried the same before. `trust`: takes
   * all flows for tried, as a server that starts with what a check has passed. Left out: nothing is sent.
   */
  readonly submissions?: 'try' | 'trust' | undefined;
  /**
   * Notes what nothing links to and nothing uses. `code`: the files of the site's extensions, which may use it. Left out: nothing is
   * noted.
   */
  readonly notes?: { readonly code: readonly DefinitionFile[] } | undefined;
  /** The published URL of the site, if it differs from the one in site.yaml. */
  readonly url?: string;
  /** Epoch milliseconds. Without it, no event has started, and none is reported as past. */
  readonly now?: number;
  /** The values to fold for. Left out: the phases of events are those of the clock, and every other axis has its first value. */
  readonly axes?: Partial<Axes> | undefined;
}
