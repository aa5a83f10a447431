/** The published versions that a process has prepared. Visitors may still have their pages open, and a rollback needs one. */
import { type ByAxes, thingAt, thingsFrom } from '../../engine/axes/by-axes.ts';
import type { SiteHash } from '../../engine/definition.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import type { PublicationFiles } from './publication-files.ts';
import { type VersionBase, type VersionMaking, validVersions } from './version-making.ts';

/** A published version that is ready to be served. */
export interface ReadyVersion<Version> {
  readonly id: string;
  readonly folder: string;
  readonly versions: ByAxes<Version>;
  readonly problems: readonly AuthorProblem[];
}

export interface VersionCache<Version> {
  /** Prepares a version, if it is not. @throws DefinitionsRefused, UnrenderablePages or a StoreError */
  of(id: string): Promise<ReadyVersion<Version>>;
  /** Takes what is served now, and drops what was used longest ago. */
  use(served: readonly ReadyVersion<Version>[]): void;
  /** The one used last at the end. */
  all(): readonly ReadyVersion<Version>[];
}

const maxReady = 8;

export function createVersionCache<Version extends VersionBase>(
  making: VersionMaking<Version>,
  published: Pick<PublicationFiles, 'copyOf'>,
  clock: () => number,
): VersionCache<Version> {
  /** The one used last at the end. */
  const prepared = new Map<string, ReadyVersion<Version>>();
  return {
    async of(id) {
      const known = prepared.get(id);
      if (known === undefined) {
        const { folder } = await published.copyOf(id);
        const loaded = await making.load(folder, { migrate: true });
        const { versions } = await validVersions(loaded, making, clock());
        return { id, folder, versions, problems: loaded.problems };
      }
      // Its pages may have been dropped since.
      await making.validate(thingsFrom(known.versions, clock()));
      return known;
    },
    use(served) {
      for (const ready of served) {
        prepared.delete(ready.id);
        prepared.set(ready.id, ready);
      }
      for (const id of prepared.keys()) {
        if (prepared.size <= maxReady) break;
        prepared.delete(id);
      }
    },
    all: () => [...prepared.values()],
  };
}

/** The fingerprint of what visitors get of a version. */
export const hashAt = ({ versions }: Pick<ReadyVersion<VersionBase>, 'versions'>, now: number): SiteHash =>
  thingAt(versions, now).site.hash;
