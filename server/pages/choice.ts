/** Chooses the version that handles a request: that of the visitor, or the one that drew the page they have open. */
import type { IncomingMessage } from 'node:http';
import type { Serving } from '../definitions/served.ts';
import type { CanaryGroups } from './canary.ts';
import type { Version } from './version.ts';

export interface VersionChoice {
  /** Takes what is served from now on. */
  follow(serving: Serving<Version>): void;
  /** The version of which a visitor gets pages. */
  forVisitor(request: IncomingMessage): Version;
  /** The visitor's own version if it fits, else the one that fits and was served last; null if none does. */
  fitting(request: IncomingMessage, fits: (version: Version) => boolean): Version | null;
  /** Whether the page at a path is the same in all versions that are served. A shared cache may then keep it. */
  isShared(path: string): boolean;
  /** The Set-Cookie header for a page that differs between visitors by their version; null for none. */
  cookieFor(request: IncomingMessage): string | null;
  /** The versions whose pages visitors may have open, the newest first. */
  all(): readonly Version[];
}

/** As long as a visit without script can be continued. */
const heldMs = 24 * 60 * 60 * 1000;
/** Each holds its definitions, most of which are those of the others. */
const maxHeld = 10;

export function createVersionChoice(groups: CanaryGroups, clock: () => number): VersionChoice {
  let serving: Serving<Version> | null = null;
  /** The versions by hash, with the time at which they were served last. The newest is the last one. */
  const held = new Map<string, { readonly version: Version; readonly at: number }>();

  const hold = (version: Version): void => {
    held.delete(version.site.hash);
    held.set(version.site.hash, { version, at: clock() });
  };
  const now = (): Serving<Version> => {
    if (serving === null) throw new Error('No version is served yet.');
    return serving;
  };
  function all(): readonly Version[] {
    const { live, canary } = now();
    const served = [live, ...(canary === null ? [] : [canary.version])];
    const earlier = [...held.values()]
      .reverse()
      .filter(({ version, at }) => !served.includes(version) && clock() - at < heldMs);
    return [...served, ...earlier.map(({ version }) => version)];
  }
  function forVisitor(request: IncomingMessage): Version {
    const { live, canary } = now();
    if (canary === null) return live;
    return groups.contains(request, canary.id, canary.share) ? canary.version : live;
  }

  return {
    follow(next) {
      // The versions until now: their pages may have been drawn up to this moment.
      for (const version of serving === null ? [] : [serving.canary?.version ?? [], serving.live].flat()) hold(version);
      serving = next;
      for (const hash of held.keys()) {
        if (held.size <= maxHeld) break;
        held.delete(hash);
      }
    },
    forVisitor,
    fitting(request, fits) {
      const own = forVisitor(request);
      return fits(own) ? own : (all().find(fits) ?? null);
    },
    isShared(path) {
      const { live, canary } = now();
      if (canary === null) return true;
      const [one, other] = [live, canary.version].map(({ site, edition }) => {
        const route = Object.hasOwn(site.routes, path) ? site.routes[path] : undefined;
        return route === undefined ? null : edition.placeOf(route).fingerprint;
      });
      return one === other;
    },
    cookieFor: (request) => (now().canary === null ? null : groups.cookieFor(request)),
    all,
  };
}
