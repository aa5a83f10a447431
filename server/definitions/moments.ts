/** Swaps the version when an event begins or ends, and shows developers a version as of any moment. */
import { instantOf } from '../../engine/calendar/phases.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { Loaded, Prepared } from './served.ts';

// Timers are limited to 2^31 - 1 ms.
const maxTimerDelay = 2_147_483_647;

export interface EventTimer {
  /** Waits for the next moment at which one of these versions changes; replaces the previous wait. */
  follow(...sites: readonly SiteDefinition[]): void;
  stop(): void;
}

/** @param change loads the definitions again */
export function createEventTimer(clock: () => number, change: () => void): EventTimer {
  let timer: NodeJS.Timeout | undefined;
  const follow = (...sites: readonly SiteDefinition[]): void => {
    clearTimeout(timer);
    const changesAt = Math.min(...sites.map((site) => site.changesAt ?? Number.POSITIVE_INFINITY));
    if (changesAt === Number.POSITIVE_INFINITY) return;
    const wait = Math.min(Math.max(0, changesAt - clock()), maxTimerDelay);
    timer = setTimeout(() => (clock() < changesAt ? follow(...sites) : change()), wait).unref();
  };
  return { follow, stop: () => clearTimeout(timer) };
}

export interface Previews<Version> {
  /** The version as of a moment; null when the text is not a moment. @throws the error of loading */
  at(text: string): Promise<Version | null>;
}

/** Previews of the served definitions as of a moment that a developer requests. */
export function createPreviews<Version extends Prepared>(
  current: () => Version,
  load: (at: number) => Promise<Loaded>,
  prepare: (site: SiteDefinition) => Version,
): Previews<Version> {
  let cached: { readonly of: Version; readonly versions: Map<string, Promise<Version>> } | null = null;
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
      if (cached?.of !== of) cached = { of, versions: new Map() };
      const { versions } = cached;
      // All moments of one phase show the same version.
      const key = of.site.timed.map(({ starts, ends }) => Number(instant >= starts) + Number(instant >= ends)).join();
      const found = versions.get(key) ?? versionAt(instant);
      versions.set(key, found);
      found.catch(() => versions.delete(key));
      return found;
    },
  };
}
