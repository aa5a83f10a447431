/**
 * Serves what operators publish (`PUBLISH=on-command`): edits of the folder are drafts. Every process looks twice a
 * second for a publication, prepares it, and then serves it as a whole.
 */
import { thingAt } from '../../engine/axes/by-axes.ts';
import { errorFields, type Log } from '../log/log.ts';
import type { Publication, PublicationStore } from '../store/types.ts';
import type { ServedDefinitions, ServedDefinitionsOptions, Serving } from './definition-service.ts';
import type { PublicationFiles } from './publication-files.ts';
import { type PublicationState, publicationState } from './publication-state.ts';
import { createRefusalReports, DefinitionsRefused, reasonOf } from './refusal.ts';
import { createVersionCache, hashAt, type ReadyVersion, type VersionCache } from './version-cache.ts';
import { publishFrom, type VersionBase, validVersions } from './version-making.ts';

export interface PublicationOptions<Version extends VersionBase>
  extends Pick<
    ServedDefinitionsOptions<Version>,
    'folder' | 'load' | 'prepare' | 'validate' | 'log' | 'show' | 'swapped'
  > {
  readonly publications: PublicationStore;
  readonly versions: PublicationFiles;
  readonly clock: () => number;
  /** Milliseconds between two looks for a publication. */
  readonly pollMs?: number;
}

interface Deployment<Version> {
  readonly position: number;
  readonly live: ReadyVersion<Version>;
  readonly canary: { readonly ready: ReadyVersion<Version>; readonly share: number } | null;
}

/** How long a publication that cannot be served waits for another attempt, in milliseconds. */
const retryMs = 30_000;

/** Publishes the folder, unless another process has published meanwhile. */
async function publishFolder<Version extends VersionBase>(options: PublicationOptions<Version>): Promise<void> {
  const { folder, load, publications, versions, clock } = options;
  const loaded = await load(folder);
  const { hash, content } = await validVersions(loaded, options, clock());
  if (content === null) throw new DefinitionsRefused(loaded.problems);
  const { id } = await versions.keep(content, hash);
  await publications.add({
    ...{ position: 1, kind: 'publish', version: id, definition: hash, share: null },
    ...{ message: 'The folder at the first start', author: 'server', at: clock() },
  });
}

async function servedOf<Version>(
  { position, live, canary }: PublicationState,
  ready: VersionCache<Version>,
): Promise<Deployment<Version>> {
  const first = await ready.of(live.version);
  const beside = canary === null ? null : { ready: await ready.of(canary.version), share: canary.share };
  return { position, live: first, canary: beside };
}

const servingOf = <Version>({ live, canary }: Deployment<Version>): Serving<Version> => ({
  live: live.versions,
  canary: canary === null ? null : { id: canary.ready.id, versions: canary.ready.versions, share: canary.share },
});

/**
 * An older version, while the one that is published cannot be served; null if none can be.
 * @param entries the newest first
 */
async function olderServed<Version extends VersionBase>(
  entries: readonly Publication[],
  position: number,
  ready: VersionCache<Version>,
  { log, clock }: { readonly log: Log; readonly clock: () => number },
): Promise<Deployment<Version> | null> {
  const earlier = entries.filter(({ share }) => share === null);
  for (const id of new Set(earlier.map(({ version }) => version))) {
    const live = await ready.of(id).catch(() => null);
    if (live === null) continue;
    log.write('error', 'serving-last-good', { definition: hashAt(live, clock()), folder: live.folder });
    return { position, live, canary: null };
  }
  return null;
}

/**
 * Serves the published version. The first process of a database publishes the folder.
 * @throws DefinitionsRefused, UnrenderablePages or a StoreError if nothing can be served
 */
export async function servePublished<Version extends VersionBase>(
  options: PublicationOptions<Version>,
): Promise<ServedDefinitions<Version>> {
  const { log, show, swapped, publications, versions, clock, pollMs = 500 } = options;
  const { report, served: takeWarnings, refused } = createRefusalReports(log, show);
  const ready = createVersionCache(options, versions, clock);
  /** Why what is published last is not served; null when it is. */
  let refusal: string | null = null;

  async function firstServed(): Promise<Deployment<Version>> {
    if ((await publications.position()) === 0) await publishFolder(options);
    const entries = await publications.list();
    const state = publicationState(entries) as PublicationState;
    try {
      return await servedOf(state, ready);
    } catch (error) {
      refused(error, null);
      refusal = reasonOf(error);
      // A version that was valid may be invalid for a newer engine: an older one is better than none.
      const older = await olderServed(entries, state.position, ready, { log, clock });
      if (older === null) throw error;
      return older;
    }
  }

  let served = await firstServed();
  function serve(next: Deployment<Version>): void {
    const all = [next.live, ...(next.canary === null ? [] : [next.canary.ready])];
    for (const each of all) publishFrom(each.versions, clock());
    served = next;
    report(next.live.problems);
    takeWarnings(next.live.problems);
    ready.use(all);
    log.write('info', 'version-served', {
      definition: hashAt(next.live, clock()),
      canary: next.canary === null ? null : hashAt(next.canary.ready, clock()),
      share: next.canary?.share ?? null,
    });
    swapped?.(servingOf(served));
    versions
      .retain(new Set(ready.all().map(({ id }) => id)))
      .catch((error: unknown) => log.write('warn', 'versions-not-removed', errorFields(error)));
  }
  serve(served);

  let failed: { readonly position: number; readonly until: number } | null = null;
  let isAway = false;

  /** Serves what was published since. @returns whether anything changed */
  async function look(): Promise<boolean> {
    try {
      const position = await publications.position();
      isAway = false;
      if (position === served.position) return false;
      if (failed?.position === position && clock() < failed.until) return false;
    } catch (error) {
      if (!isAway) log.write('warn', 'publications-not-read', errorFields(error));
      isAway = true;
      return false;
    }
    return change();
  }

  async function change(): Promise<boolean> {
    let { position } = served;
    try {
      const state = publicationState(await publications.list());
      if (state === null) return false;
      position = state.position;
      serve(await servedOf(state, ready));
      refusal = null;
      failed = null;
      return true;
    } catch (error) {
      failed = { position, until: clock() + retryMs };
      refusal = reasonOf(error);
      refused(error, hashAt(served.live, clock()));
      return false;
    }
  }
  const looks = repeatedly(look, pollMs);

  return {
    current: () => thingAt(served.live.versions, clock()),
    serving: () => servingOf(served),
    assetsFolder: () => served.live.folder,
    otherFolders: () => [...ready.all()].reverse().map(({ folder }) => folder),
    refusal: () => refusal,
    problems: () => served.live.problems,
    // The folder is a draft.
    reload: looks.now,
    refresh: looks.soon,
    settled: looks.settled,
    stop: looks.stop,
  };
}

/** Calls a function again and again, one call at a time. */
function repeatedly(work: () => Promise<boolean>, pauseMs: number) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  function now(): Promise<boolean> {
    const done = last.then(work);
    last = done;
    return done;
  }
  const poll = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => void now().finally(poll), pauseMs).unref();
  };
  poll();
  return {
    now,
    /** Those who call it together wait for one call. */
    soon(): Promise<void> {
      waiting ??= now().then(() => {
        waiting = null;
      });
      return waiting;
    },
    async settled(): Promise<void> {
      await last;
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
