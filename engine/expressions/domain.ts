/** The values that a name can have, as definitions declare them. */
import type { Json } from './code.ts';

/** Values without null. */
export type Domain =
  /** One of some values. */
  | { readonly kind: 'some'; readonly values: readonly Json[] }
  /** Numbers from `least` to `most`, both included. With a step, only `least` (or 0) plus multiples of it. */
  | {
      readonly kind: 'numbers';
      readonly least?: number | undefined;
      readonly most?: number | undefined;
      readonly step?: number | undefined;
    }
  /** Texts of so many UTF-16 units at most. A shorter text than `shortest` is empty. */
  | { readonly kind: 'texts'; readonly shortest?: number | undefined; readonly longest?: number | undefined }
  /** Days `YYYY-MM-DD` from `first` to `last`, or an empty text. */
  | { readonly kind: 'days'; readonly first?: string | undefined; readonly last?: string | undefined }
  /** Lists of different values, of which so many are chosen. An empty list is always possible before an answer. */
  | {
      readonly kind: 'choices';
      readonly of: readonly Json[];
      readonly fewest?: number | undefined;
      readonly most?: number | undefined;
    }
  /** Lists with one value of each domain, in this order. Any of them may also be missing, if `hasGaps`. */
  | { readonly kind: 'row'; readonly items: readonly Domain[]; readonly hasGaps?: true }
  | { readonly kind: 'record'; readonly fields: { readonly [name: string]: Possible } }
  | { readonly kind: 'unknown' };

/** A domain, and whether the value may also be missing. */
export interface Possible {
  readonly domain: Domain;
  readonly orNull: boolean;
}

/** A domain of one kind. */
export type DomainOf<Kind extends Domain['kind']> = Extract<Domain, { kind: Kind }>;
