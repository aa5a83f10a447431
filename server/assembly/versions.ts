/** Serves versions of a site: prepares and draws them, follows edits, publications and the clock. */
import { join } from 'node:path';
import { thingAt, thingsFrom } from '../../engine/axes/by-axes.ts';
import type { SiteDefinition, SiteHash } from '../../engine/definition.ts';
import { Memo } from '../../engine/memo/memo.ts';
import { createChangeTimer } from '../definitions/change-timer.ts';
import { type ServedDefinitions, type Serving, serveDefinitions } from '../definitions/definition-service.ts';
import { createPublicationFiles } from '../definitions/publication-files.ts';
import { servePublished } from '../definitions/publication-service.ts';
import { createVersionFolder } from '../definitions/version-folder.ts';
import { publishFrom } from '../definitions/version-making.ts';
import { createSharedVersions } from '../definitions/version-sharing.ts';
import { commonDisk } from '../disk/disk.ts';
import { type BrowserModules, createBrowserModules } from '../extensions/browser-modules.ts';
import { createSaveGate } from '../impact/save-gate.ts';
import { createOwners } from '../intakes/owner.ts';
import { errorFields } from '../log/log.ts';
import { type OutboxService, startOutbox } from '../outbox/service.ts';
import { type Bundles, createBundles } from '../pages/bundles.ts';
import { createVersionChoice, type VersionChoice } from '../pages/choice.ts';
import { createVisitorGroups } from '../pages/groups.ts';
import { createPageCache, type PageCache } from '../pages/page-cache.ts';
import { openPageDates, type PageDates } from '../pages/page-dates.ts';
import { createCachePurge } from '../pages/purge.ts';
import { createVisitTrials } from '../pages/trial.ts';
import { prepareVersion, type Version } from '../pages/version.ts';
import type { Foundation } from './foundation.ts';

/** How long `funnel dev` waits for another edit before it saves a version. */
const devSaveMs = 1500;

export interface ServedVersions {
  readonly definitions: ServedDefinitions<Version>;
  readonly choice: VersionChoice;
  readonly bundles: Bundles;
  readonly extensions: BrowserModules;
  readonly pageCache: PageCache;
  readonly dates: PageDates;
  readonly outbox: OutboxService;
  /** Calls a function each time that visitors get another version. */
  onSwap(swapped: () => void): void;
  /** Stops following anything. */
  stop(): void;
}

/** Prepares a version of a site. */
function preparation(
  { config, log, store, limits, secret, protection, drawn, metrics, clock }: Foundation,
  bundles: Bundles,
  extensions: BrowserModules,
  outbox: OutboxService,
): (site: SiteDefinition) => Version {
  const owners = createOwners(secret);
  const memo = new Memo();
  return (site) =>
    prepareVersion(site, {
      ...{ store, limits, owners, protection, bundles, drawn, extensions, memo, clock },
      siteUrl: config.siteUrl,
      outbox: outbox.deskFor,
      report: (intake, error, visit) =>
        log.write('error', 'intake-failed', { intake, ...(visit === null ? {} : { visit }), ...errorFields(error) }),
      ...(metrics === null ? {} : { refused: metrics.refusal }),
    });
}

/** Drops what shared caches keep of changed pages; null without such a cache. */
function cachePurge({ config, log }: Foundation, pageCache: PageCache, choice: VersionChoice) {
  const { purgeUrl: url, purgeToken: token } = config;
  if (url === null) return null;
  const purge = createCachePurge({ url, token, file: join(config.dataDir, 'purged.json'), log });
  async function announce({ edition, site }: Version): Promise<void> {
    const tags = Object.fromEntries(
      Object.entries(await pageCache.tags(edition)).map(([path, tag]) => [
        path,
        // No cache may keep a page that depends on the visitor's version.
        choice.isShared(path) ? tag : `${tag} canary`,
      ]),
    );
    purge.announce({ definition: site.hash, origin: edition.origin, tags });
  }
  return {
    changed: (version: Version): void =>
      void announce(version).catch((error) => log.write('error', 'cache-not-purged', errorFields(error))),
    stop: purge.stop,
  };
}

/** @throws DefinitionsRefused, UnrenderablePages or a StoreError if nothing can be served */
export async function serveVersions(foundation: Foundation): Promise<ServedVersions> {
  const { options, config, log, renderer, store, clock, random, metrics, secret } = foundation;
  const { load, show } = options;
  const bundles = createBundles(renderer);
  const extensions = createBrowserModules();
  const pageCache = createPageCache(renderer, log, undefined, config.devTools ? 'none' : 'cached');
  const dates = await openPageDates(join(config.dataDir, 'page-dates.json'), clock, log);
  const outbox = startOutbox({
    ...{ outbox: store.deliveries, env: options.env ?? process.env, log, clock, random, secret },
    open: options.openConnector,
    renderEmail: renderer.renderEmail,
    ...(metrics === null ? {} : { observe: metrics.delivery }),
  });
  const choice = createVersionChoice(createVisitorGroups(secret, config.trustProxy), clock);
  const purge = cachePurge(foundation, pageCache, choice);
  const trials = createVisitTrials(renderer, clock);
  const listeners: (() => void)[] = [];
  let endWatch: (() => void) | null = null;
  let shown: SiteHash | null = null;

  async function validate(versions: readonly Version[]): Promise<void> {
    // Only code of a site's own can be stuck, so that other sites have no further thread.
    if (versions.some(({ site }) => site.extensions !== undefined)) endWatch ??= options.watchProcess?.() ?? null;
    for (const { edition } of versions) await pageCache.render(edition);
    await trials.run(versions);
  }
  function swapped(serving: Serving<Version>): void {
    const served = [serving.live, ...(serving.canary === null ? [] : [serving.canary.versions])];
    const live = thingAt(serving.live, clock());
    shown = live.site.hash;
    choice.follow(serving);
    dates.note(pageCache.contents(live.edition));
    void pageCache.warm(...served.flatMap((versions) => thingsFrom(versions, clock())).map(({ edition }) => edition));
    purge?.changed(live);
    changes.follow(...served.map(({ rules }) => rules));
    for (const listener of listeners) listener();
    outbox.follow(live.site, live.edition.origin);
  }
  const changes = createChangeTimer(clock, () => {
    const now = definitions.serving();
    for (const versions of [now.live, now.canary?.versions ?? []].flat()) publishFrom(versions, clock());
    log.write('info', 'definitions-swapped', { from: shown, definition: definitions.current().site.hash });
    swapped(now);
  });

  const prepare = preparation(foundation, bundles, extensions, outbox);
  const common = { folder: config.funnelsDir, load, prepare, validate, log, show, clock, swapped };
  const folder = createVersionFolder(join(config.dataDir, 'versions'), commonDisk, clock);
  const saveGate = createSaveGate({
    ...{ config, publications: store.publications, log },
    allowed: () => void definitions.reload(),
  });
  const definitions =
    config.publish === 'on-command'
      ? await servePublished({
          ...{ ...common, publications: store.publications },
          versions: createPublicationFiles(folder, store.versions, clock),
        })
      : await serveDefinitions({
          ...common,
          saved: createSharedVersions(folder, store.versions, log, clock),
          ...(config.devTools ? {} : { gate: saveGate.judge }),
          saveAfterMs: config.devTools ? devSaveMs : 0,
          logsProblems: !config.devTools,
        });
  return {
    ...{ definitions, choice, bundles, extensions, pageCache, dates, outbox },
    onSwap: (listener) => void listeners.push(listener),
    stop() {
      endWatch?.();
      changes.stop();
      definitions.stop();
      saveGate.stop();
      purge?.stop();
    },
  };
}
