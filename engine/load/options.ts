/** What the loader reads. */
import type { Moments } from '../calendar/phases.ts';
import type { Hash } from './lower/hashes.ts';

export interface DefinitionFile {
  /** Below the funnels folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface LoadOptions {
  /** Hashes a text; the same text has the same hash on every machine. */
  readonly hash: Hash;
  /** Paths of all files that are not definitions; without it, references to assets are not checked. */
  readonly assets?: ReadonlySet<string>;
  /** The published URL of the site, if it differs from the one in site.yaml. */
  readonly url?: string;
  /** Epoch milliseconds; without it, no event is reported as past. */
  readonly now?: number;
  /** Shows every event as at this instant, in epoch milliseconds, whether it follows the clock or not. */
  readonly at?: number;
  /** The phases of these events, in place of those given by the clock. */
  readonly moments?: Moments;
}
