/** Chooses the version that handles a request: that of the visitor, or the one that drew the page they have open. */
import type { IncomingMessage } from 'node:http';
import { type ByAxes, thingAt, thingsAt, withVariants } from '../../engine/axes/by-axes.ts';
import { chooseAxes } from '../../engine/axes/choice.ts';
import type { Serving } from '../definitions/definition-service.ts';
import { splitTarget } from '../http/request.ts';
import type { VisitorGroups } from './groups.ts';
import type { Version } from './version.ts';

export interface VersionChoice {
  /** Takes what is served from now on. It is called again when the clock chooses another version. */
  follow(serving: Serving<Version>): void;
  /** The version of which a visitor gets pages. */
  forVisitor(request: IncomingMessage): Version;
  /** The visitor's own version if it fits, else the one that fits and was served last; null if none does. */
  fitting(request: IncomingMessage, fits: (version: Version) => boolean): Version | null;
  /** Whether the page at a path is the same in all variants that are served. A shared cache may then keep it. */
  isShared(path: string): boolean;
  /** The Set-Cookie header for a page that differs between visitors by their variant; null for none. */
  cookieFor(request: IncomingMessage): string | null;
  /** The versions whose pages visitors may have open, the newest first. */
  all(): readonly Version[];
}

/** As long as a visit without script can be continued. */
const heldMs = 24 * 60 * 60 * 1000;
/** Each holds its definitions, most of which are those of the others. */
const maxHeld = 10;

interface VersionSet {
  /** Those of each variant by themselves. */
  readonly variants: readonly ByAxes<Version>[];
  /** The versions for every value of the axes. */
  readonly versions: ByAxes<Version>;
}

/** @param clock epoch milliseconds */
export function createVersionChoice(groups: VisitorGroups, clock: () => number): VersionChoice {
  let served: VersionSet | null = null;
  /** The versions that visitors got when this followed last. */
  let shown: readonly Version[] = [];
  /** The versions by hash, with the time at which they were served last. The newest is the last one. */
  const held = new Map<string, { readonly version: Version; readonly at: number }>();

  const hold = (version: Version): void => {
    held.delete(version.site.hash);
    held.set(version.site.hash, { version, at: clock() });
  };
  const now = (): VersionSet => {
    if (served === null) throw new Error('No version is served yet.');
    return served;
  };
  /** Every version that visitors get at present, that of most visitors first. */
  const current = (): readonly Version[] => {
    const { variants, versions } = now();
    // A variant with one value never changes.
    return versions.all.length === variants.length ? shown : variants.flatMap((each) => thingsAt(each, clock()));
  };

  function all(): readonly Version[] {
    if (held.size === 0 && current() === shown) return shown;
    const earlier = [...held.values()].reverse().filter(({ at }) => clock() - at < heldMs);
    return [...new Set([...current(), ...shown, ...earlier.map(({ version }) => version)])];
  }
  function forVisitor(request: IncomingMessage): Version {
    const { versions } = now();
    const [only, other] = versions.all;
    if (only !== undefined && other === undefined) return versions.of(only);
    const group = (seed: string): number => groups.groupOf(request, seed);
    const { path } = splitTarget(request.url ?? '/');
    return versions.of(chooseAxes(versions.rules, { path, host: request.headers.host ?? '', group, now: clock() }));
  }

  return {
    follow({ live, canary }) {
      // Their pages may have been drawn up to this moment.
      for (const version of shown.toReversed()) hold(version);
      const beside =
        canary === null ? [] : [{ variant: 'canary', seed: canary.id, share: canary.share, things: canary.versions }];
      served = {
        variants: [live, ...beside.map(({ things }) => things)],
        versions: withVariants(live, beside),
      };
      shown = served.variants.flatMap((each) => thingsAt(each, clock()));
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
      const { variants } = now();
      if (variants.length === 1) return true;
      const [first, ...others] = variants.map((versions) => {
        const { site, edition } = thingAt(versions, clock());
        const route = Object.hasOwn(site.routes, path) ? site.routes[path] : undefined;
        return route === undefined ? null : edition.placeOf(route).fingerprint;
      });
      return others.every((each) => each === first);
    },
    cookieFor: (request) => (now().versions.rules.variants.length === 0 ? null : groups.cookieFor(request)),
    all,
  };
}
