/** A version of a site, as differences between versions are found. */
import type { SiteDefinition } from '../definition.ts';
import type { CompiledFlow } from '../flow/index.ts';
import type { Source } from '../load/source/source.ts';

export interface SiteVersion {
  readonly site: SiteDefinition;
  /** Every file as it is written. */
  readonly sources: readonly Source[];
  /** Fingerprints of all other files, by path. */
  readonly assets: ReadonlyMap<string, string>;
  /** The machine of a flow. @throws RangeError for an unknown one */
  compiled(flow: string): CompiledFlow;
}

export interface Versions {
  readonly before: SiteVersion;
  readonly after: SiteVersion;
}

/** What a consequence is about. */
export const consequenceKinds = {
  names: 'Names',
  addresses: 'Addresses',
  flows: 'Flows',
  tracking: 'Tracking',
  forms: 'Forms',
  intakes: 'Intakes and messages',
  facts: 'Prices and facts',
  pages: 'Pages',
  site: 'Site',
  texts: 'Texts',
} as const;

/** One consequence of an edit, as a sentence. */
export interface EditConsequence {
  readonly kind: keyof typeof consequenceKinds;
  readonly text: string;
  /** Where the edit is, as `file:line`; null if it has no single place. */
  readonly at: string | null;
}

/** A value of a definition in one line. */
export function writtenValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** Names as a list. */
export const listedNames = (names: Iterable<string>): string => [...names].join(', ');
