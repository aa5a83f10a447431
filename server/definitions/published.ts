/**
 * Serves what operators publish (`PUBLISH=on-command`): edits of the folder are drafts. Every process looks twice a
 * second for a publication, prepares it, and then serves it as a whole.
 */
import { type ByAxes, mapAxes, thingAt, thingsFrom } from '../../engine/axes/by-axes.ts';
import type { SiteHash } from '../../engine/definition.ts';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { errorFields } from '../log/log.ts';
import type { Publication, PublicationStore } from '../store/types.ts';
import { type PublicationState, publicationState } from './publication-state.ts';
import type { PublishedVersions } from './published-versions.ts';
import { createRefusalReports, DefinitionsRefused, reasonOf } from './refusal.ts';
import {
  type Prepared,
  publishFrom,
  type ServedDefinitions,
  type ServedDefinitionsOptions,
  type Serving,
} from './served.ts';

export interface PublishedOptions<Version extends Prepared>
  extends Pick<
    ServedDefinitionsOptions<Version>,
    'folder' | 'load' | 'prepare' | 'validate' | 'log' | 'show' | 'swapped'
  > {
  readonly publications: PublicationStore;
  readonly versions: PublishedVersions;
  readonly clock: () => number;
  /** Milliseconds between two looks for a publication. */
  readonly pollMs?: number;
}

/** A version that is ready to be served. */
interface Ready<Version> {
  readonly id: string;
  readonly folder: string;
  readonly versions: ByAxes<Version>;
  readonly problems: readonly AuthorProblem[];
}

interface Served<Version> {
  readonly position: number;
  readonly live: Ready<Version>;
  readonly canary: { readonly ready: Ready<Version>; readonly share: number } | null;
}

/** How many versions stay prepared: visitors may still have their pages open, and a rollback needs one. */
const maxReady = 8;
/** How long a publication that cannot be served waits for another attempt, in milliseconds. */
const retryMs = 30_000;

/**
 * Serves the published version. The first process of a database publishes the folder.
 * @throws DefinitionsRefused, UnrenderablePages or a StoreError if nothing can be served
 */
export async function servePublished<Version extends Prepared>({
  folder,
  load,
  prepare,
  validate,
  log,
  show,
  swapped,
  publications,
  versions,
  clock,
  pollMs = 500,
}: PublishedOptions<Version>): Promise<ServedDefinitions<Version>> {
  const { report, served: takeWarnings, refused } = createRefusalReports(log, show);
  /** The versions that are prepared, the one used last at the end. */
  const prepared = new Map<string, Ready<Version>>();

  async function readyFrom(id: string, from: string): Promise<Ready<Version>> {
    const { sites, problems } = await load(from, { migrate: true });
    if (sites === null) throw new DefinitionsRefused(problems);
    const ready = { id, folder: from, versions: mapAxes(sites, prepare), problems };
    await validate(thingsFrom(ready.versions, clock()));
    return ready;
  }

  async function readyOf(id: string): Promise<Ready<Version>> {
    const known = prepared.get(id);
    if (known === undefined) return readyFrom(id, (await versions.copyOf(id)).folder);
    // Its pages may have been dropped since.
    await validate(thingsFrom(known.versions, clock()));
    return known;
  }

  async function servedOf({ position, live, canary }: PublicationState): Promise<Served<Version>> {
    const ready = await readyOf(live.version);
    return {
      position,
      live: ready,
      canary: canary === null ? null : { ready: await readyOf(canary.version), share: canary.share },
    };
  }

  const hashOf = (ready: Ready<Version>): SiteHash => thingAt(ready.versions, clock()).site.hash;

  /** Publishes the folder, unless another process has published meanwhile. */
  async function publishFolder(): Promise<void> {
    const { site, sites, problems, content } = await load(folder);
    if (site === null || sites === null || content === undefined) throw new DefinitionsRefused(problems);
    await validate(thingsFrom(mapAxes(sites, prepare), clock()));
    const { id } = await versions.keep(content, site.hash);
    await publications.add({
      ...{ position: 1, kind: 'publish', version: id, definition: site.hash, share: null },
      ...{ message: 'The folder at the first start', author: 'server', at: clock() },
    });
  }

  async function firstServed(): Promise<Served<Version>> {
    if ((await publications.position()) === 0) await publishFolder();
    const entries = await publications.list();
    const state = publicationState(entries) as PublicationState;
    try {
      return await servedOf(state);
    } catch (error) {
      refused(error, null);
      refusal = reasonOf(error);
      // A version that was valid may be invalid for a newer engine: an older one is better than none.
      const earlier: readonly Publication[] = entries.filter(({ share }) => share === null);
      for (const id of new Set(earlier.map(({ version }) => version))) {
        const ready = await readyOf(id).catch(() => null);
        if (ready === null) continue;
        log.write('error', 'serving-last-good', { definition: hashOf(ready), folder: ready.folder });
        return { position: state.position, live: ready, canary: null };
      }
      throw error;
    }
  }

  /** Why what is published last is not served; null when it is. */
  let refusal: string | null = null;
  let served = await firstServed();
  const serving = (): Serving<Version> => ({
    live: served.live.versions,
    canary:
      served.canary === null
        ? null
        : { id: served.canary.ready.id, versions: served.canary.ready.versions, share: served.canary.share },
  });

  function serve(next: Served<Version>): void {
    const all = [next.live, ...(next.canary === null ? [] : [next.canary.ready])];
    for (const { versions: ready } of all) publishFrom(ready, clock());
    served = next;
    report(next.live.problems);
    takeWarnings(next.live.problems);
    for (const ready of all) {
      prepared.delete(ready.id);
      prepared.set(ready.id, ready);
    }
    for (const id of prepared.keys()) {
      if (prepared.size <= maxReady) break;
      prepared.delete(id);
    }
    log.write('info', 'version-served', {
      definition: hashOf(next.live),
      canary: next.canary === null ? null : hashOf(next.canary.ready),
      share: next.canary?.share ?? null,
    });
    swapped?.(serving());
    versions
      .retain(new Set(prepared.keys()))
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
    let position = served.position;
    try {
      const state = publicationState(await publications.list());
      if (state === null) return false;
      position = state.position;
      serve(await servedOf(state));
      refusal = null;
      failed = null;
      return true;
    } catch (error) {
      failed = { position, until: clock() + retryMs };
      refusal = reasonOf(error);
      refused(error, hashOf(served.live));
      return false;
    }
  }

  let last: Promise<unknown> = Promise.resolve();
  /** One at a time. */
  function inTurn(work: () => Promise<boolean>): Promise<boolean> {
    const done = last.then(work);
    last = done;
    return done;
  }
  let refreshing: Promise<void> | null = null;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const poll = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => void inTurn(look).finally(poll), pollMs).unref();
  };
  poll();

  return {
    current: () => thingAt(served.live.versions, clock()),
    serving,
    assetsFolder: () => served.live.folder,
    otherFolders: () => [...prepared.values()].reverse().map((ready) => ready.folder),
    refusal: () => refusal,
    problems: () => served.live.problems,
    // The folder is a draft.
    reload: () => inTurn(look),
    refresh() {
      // Requests that come together wait for one look.
      refreshing ??= inTurn(look).then(() => {
        refreshing = null;
      });
      return refreshing;
    },
    async settled() {
      await last;
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
