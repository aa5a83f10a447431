/** What the entries of publications mean, and which entry a command adds. Pure. */
import type { Publication } from '../store/types.ts';

/** A version, as an entry names it. */
export type PublishedVersion = Pick<Publication, 'version' | 'definition'>;

export interface PublicationState {
  /** The position of the last entry. */
  readonly position: number;
  /** The entry of the version that visitors get. */
  readonly live: Publication;
  /** The entry of the version that a share of them gets; null for none. */
  readonly canary: (Publication & { readonly share: number }) | null;
}

/** @param entries the newest first @returns null if nothing was published */
export function publicationState(entries: readonly Publication[]): PublicationState | null {
  const [last] = entries;
  const live = entries.find(({ share }) => share === null);
  if (last === undefined || live === undefined) return null;
  const { share } = last;
  return { position: last.position, live, canary: share === null ? null : { ...last, share } };
}

/** What a command wants to publish. */
export type Wish = Omit<Publication, 'position'>;

/** The entry that a wish adds; null if what it wants is so already, so that a repeated command changes nothing. */
export function publicationFor(state: PublicationState | null, wish: Wish): Publication | null {
  if (state !== null) {
    const { live, canary } = state;
    const isLive = wish.share === null && canary === null && live.version === wish.version;
    const isCanary = wish.share !== null && canary?.version === wish.version && canary.share === wish.share;
    if (isLive || isCanary) return null;
  }
  return { position: (state?.position ?? 0) + 1, ...wish };
}

/** Why there is nothing to roll back to. */
export type NoWayBack = 'nothing-published' | 'rolled-back' | 'first' | 'unknown' | 'ambiguous';

/**
 * The version that a rollback leads to. Without a hash it ends the canary; without a canary it is the version before the
 * last publication. After a rollback it needs a hash: a command that is repeated must not go back twice.
 * @param entries the newest first
 * @param hash the beginning of a fingerprint, of the definitions or of the files; null for none
 */
export function rollbackTarget(entries: readonly Publication[], hash: string | null): PublishedVersion | NoWayBack {
  const state = publicationState(entries);
  if (state === null) return 'nothing-published';
  const { live, canary } = state;
  if (hash !== null) {
    const found = entries.filter(({ version, definition }) => definition.startsWith(hash) || version.startsWith(hash));
    const [first] = found;
    if (first === undefined) return 'unknown';
    return found.every(({ version }) => version === first.version) ? first : 'ambiguous';
  }
  if (canary !== null) return live;
  if (live.kind === 'rollback') return 'rolled-back';
  return (
    entries.find(
      ({ position, share, version }) => position < live.position && share === null && version !== live.version,
    ) ?? 'first'
  );
}
