/** Swaps the version when an event begins or ends, and shows developers a version at any moment. */
import { instantOf } from '../../engine/calendar/phases.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { Loaded, Prepared } from './keeper.ts';

// A timer cannot wait for longer than 2^31 - 1 ms.
const longestWait = 2_147_483_647;

export interface EventTimer {
  /** Waits for the next moment at which a version changes; the one it waited for before is forgotten. */
  follow(site: SiteDefinition): void;
  stop(): void;
}

/** @param change loads the definitions again */
export function createEventTimer(clock: () => number, change: () => void): EventTimer {
  let timer: NodeJS.Timeout | undefined;
  const follow = (site: SiteDefinition): void => {
    clearTimeout(timer);
    const { changesAt } = site;
    if (changesAt === null) return;
    const wait = Math.min(Math.max(0, changesAt - clock()), longestWait);
    timer = setTimeout(() => (clock() < changesAt ? follow(site) : change()), wait).unref();
  };
  return { follow, stop: () => clearTimeout(timer) };
}

export interface Previews<Version> {
  /** The version as it is at a moment; null when the text names none. @throws what loading throws */
  at(text: string): Promise<Version | null>;
}

/** Versions of the definitions that are served, at moments that developers ask for. */
export function createPreviews<Version extends Prepared>(
  current: () => Version,
  load: (at: number) => Promise<Loaded>,
  prepare: (site: SiteDefinition) => Version,
): Previews<Version> {
  let kept: { readonly of: Version; readonly versions: Map<string, Promise<Version>> } | null = null;
  async function versionAt(instant: number): Promise<Version> {
    const { site, problems } = await load(instant);
    if (site === null) throw new Error(`The definitions have ${problems.length} problem(s) at this moment.`);
    const version = prepare(site);
    version.publish();
    return version;
  }
  return {
    async at(text) {
      const of = current();
      const instant = instantOf(text, of.site.timed);
      if (instant === null) return null;
      if (kept?.of !== of) kept = { of, versions: new Map() };
      const { versions } = kept;
      // Every moment of one phase shows the same.
      const key = of.site.timed.map(({ starts, ends }) => Number(instant >= starts) + Number(instant >= ends)).join();
      const found = versions.get(key) ?? versionAt(instant);
      versions.set(key, found);
      found.catch(() => versions.delete(key));
      return found;
    },
  };
}
