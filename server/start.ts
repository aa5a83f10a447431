/** Assembles a server from its parts, and shuts it down. */
import { join } from 'node:path';
import type { SiteDefinition } from '../engine/definition.ts';
import { Memo } from '../engine/memo/memo.ts';
import type { PageRenderer } from '../renderer/contract.ts';
import { attributionRoutes } from './attribution/routes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import type { Config } from './config.ts';
import { consentCollection } from './consent/proof.ts';
import { consentSignals, purposesOf } from './consent/purposes.ts';
import { consentRoutes } from './consent/routes.ts';
import type { LoadFolderOptions } from './definitions/load.ts';
import { createEventTimer, createPreviews } from './definitions/moments.ts';
import { servePublished } from './definitions/published.ts';
import { createPublishedVersions } from './definitions/published-versions.ts';
import { createVersionFolder } from './definitions/saved-versions.ts';
import { type Loaded, type ServedDefinitions, type Serving, serveDefinitions } from './definitions/served.ts';
import { createSharedVersions } from './definitions/shared-versions.ts';
import { type FolderWatch, type WatchOptions, watchFolder } from './definitions/watch.ts';
import type { DevTools } from './dev/dev-tools.ts';
import { commonDisk } from './disk/disk.ts';
import { createDocumentFiles } from './documents/files.ts';
import { documentRoutes } from './documents/routes.ts';
import { createApp } from './http/app.ts';
import { buildRoutes, openBuiltAssets } from './http/assets.ts';
import { createHealth } from './http/health.ts';
import { healthRoutes } from './http/health-routes.ts';
import { createOriginCheck } from './http/origin.ts';
import { createHttpServer, handedSocket, listen, stopListening } from './http/server.ts';
import { createDrawnPictures } from './images/drawn.ts';
import { fileRoutes } from './images/file-routes.ts';
import { createIcons } from './images/icons.ts';
import { originalOf } from './images/original.ts';
import { createPictureCache } from './images/picture-cache.ts';
import { pictureRoutes } from './images/routes.ts';
import { createVariants } from './images/variants.ts';
import { createIntakeListener } from './intakes/listener.ts';
import { createOwners } from './intakes/owner.ts';
import { createRateLimit } from './limits/rate-limit.ts';
import { errorFields, type Log } from './log/log.ts';
import { openObjects } from './objects/open.ts';
import type { openConnector } from './outbox/connectors.ts';
import { startOutbox } from './outbox/service.ts';
import { createBundles } from './pages/bundles.ts';
import { createCanaryGroups } from './pages/canary.ts';
import { createVersionChoice } from './pages/choice.ts';
import { createPageHandler } from './pages/handler.ts';
import { createIntakeChoice } from './pages/intake-choice.ts';
import { createPageCache } from './pages/page-cache.ts';
import { openPageDates } from './pages/page-dates.ts';
import { createCachePurge } from './pages/purge.ts';
import { siteRoutes } from './pages/site-routes.ts';
import { createVisitTrials } from './pages/trial.ts';
import { prepareVersion, type Version } from './pages/version.ts';
import { beginGlanced, createVisitorPages, type VisitorPages } from './pages/visitors.ts';
import { missingErasures } from './privacy/missing.ts';
import { createProtection } from './protection/protection.ts';
import { protectionRoutes } from './protection/routes.ts';
import { createSpanExporter } from './spans/export.ts';
import { createSpanRecorder } from './spans/spans.ts';
import { openStore as openConfiguredStore } from './store/open.ts';
import { type RetentionRules, rulesOf, withRetention } from './store/retention.ts';
import { lockFolder } from './store/sqlite/folder-lock.ts';
import type { Store, StoreEvents } from './store/types.ts';
import { consentSigner } from './traces/consent.ts';
import { traceRoutes } from './traces/routes.ts';
import { createTraceSink } from './traces/sink.ts';
import { standardMegabytes } from './traces/space.ts';
import { visitOfTrace } from './traces/visits.ts';
import { createSeal } from './visits/seal.ts';
import { visitSecret } from './visits/secret.ts';
import { createVisitKeeper } from './visits/visit-keeper.ts';
import { onSlowWord } from './words/bounded.ts';
import { createPublishedWords, wordRoutes } from './words/published.ts';
import { wordsFolderOf } from './words/read.ts';

/** Interval of the sweep that enforces the retention of collections, in milliseconds. */
const sweepIntervalMs = 60 * 60 * 1000;
/** How long `funnel dev` waits for another edit before it saves a version. */
const devSaveMs = 1500;

export interface ServerOptions {
  readonly config: Config;
  readonly log: Log;
  readonly renderer: PageRenderer;
  /**
   * Reads and checks the definitions of a folder, for the present or with every event as of a given time (epoch
   * milliseconds).
   */
  readonly load: (folder: string, options?: Pick<LoadFolderOptions, 'at' | 'migrate' | 'changed'>) => Promise<Loaded>;
  /** Folder of the build's hashed files. */
  readonly builtDir: string;
  /** Prints what is wrong with a definition, for its authors. */
  readonly show: (text: string) => void;
  /** Called once when the store has failed and no lead can be stored any more: stop, and exit with an error. */
  readonly fatal: () => void;
  /** Opens the connector of a destination; that of its type by default. */
  readonly openConnector?: typeof openConnector;
  /** Opens the store; the configured one by default. */
  readonly openStore?: (dir: string, events: StoreEvents) => Promise<Store>;
  /** Ends the process when code of a site's own keeps it from everything else; nobody does by default. @returns ends the watch */
  readonly watchProcess?: () => () => void;
  /** How the definitions are watched; false turns watching off. */
  readonly watch?: WatchOptions | false;
  /** The environment that destinations name; that of the process by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clock?: () => number;
  readonly random?: () => number;
}

export interface RunningServer {
  readonly port: number;
  /** The port for metrics, readiness and leads; null when it is off or taken. */
  readonly adminPort: number | null;
  readonly store: Store;
  readonly definitions: ServedDefinitions<Version>;
  /** Stops within a time limit in milliseconds (10,000 by default). @returns whether every request ended by itself */
  stop(timeoutMs?: number): Promise<boolean>;
}

/**
 * Starts a server. It listens only once the definitions are valid and the store is open.
 * @throws DefinitionsRefused, StoreError, or the error of listening
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const {
    config,
    log,
    renderer,
    load,
    show,
    fatal,
    openStore = (_dir, events) => openConfiguredStore(config, events),
    clock = Date.now,
    random = Math.random,
  } = options;
  // Loaded only if it is used.
  const metrics = config.adminPort === null ? null : (await import('./admin/metrics.ts')).createMetrics();
  const exporter = config.spans === null ? null : createSpanExporter(config.spans, log);
  const spans =
    config.spans === null || exporter === null
      ? null
      : createSpanRecorder(config.spans, exporter, config.trustProxy > 0);
  const bundles = createBundles(renderer);
  const words = createPublishedWords();
  const pageCache = createPageCache(renderer, log, undefined, config.devTools ? 'none' : 'cached');
  const images = await openObjects(config, 'images', {
    log,
    observe: config.s3 === null ? undefined : metrics?.bucket(),
  });
  const pictures = createPictureCache(images.store);
  const drawn = createDrawnPictures(pictures);
  const report = (intake: string, error: unknown, visit: string | null): void =>
    log.write('error', 'intake-failed', { intake, ...(visit === null ? {} : { visit }), ...errorFields(error) });

  const unlock = config.databaseUrl === null ? await lockFolder(config.dataDir) : () => {};
  // The store is opened first, because every version needs one.
  let retentionRules = (): RetentionRules => ({ collections: {}, deliveries: null });
  const opened = await openStore(config.dataDir, {
    onFatal() {
      health.fail('STORE_FAILED');
      log.write('error', 'store-failed');
      fatal();
    },
    onTrouble(trouble) {
      if (trouble === null) log.write('info', 'store-recovered');
      else log.write('error', 'store-refuses', { code: trouble.code, message: trouble.message, hint: trouble.hint });
    },
    onExposed: (paths) => log.write('warn', 'data-exposed', { paths: paths.slice(0, 20), others: paths.length }),
  }).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const counted = metrics?.counted(opened) ?? opened;
  const store = withRetention(spans?.traced(counted) ?? counted, () => retentionRules(), clock, {
    failed: (error) => log.write('error', 'retention-failed', errorFields(error)),
    purged: ({ oldest, ...purge }) =>
      log.write('info', 'retention-purged', { ...purge, oldest: new Date(oldest).toISOString() }),
  });
  const health = createHealth(store, clock);
  const restored = await missingErasures(config).catch(() => 0);
  if (restored > 0)
    log.write('error', 'erasures-missing', {
      count: restored,
      hint: 'The database was restored: run `npx funnel privacy replay` to erase again what came back.',
    });
  let watching: readonly FolderWatch[] = [];
  try {
    const dates = await openPageDates(join(config.dataDir, 'page-dates.json'), clock, log);
    const limits = createRateLimit(clock, store);
    const secret = await visitSecret(config.dataDir, config.databaseUrl === null ? null : store);
    const owners = createOwners(secret);
    const protection = createProtection(secret);
    const memo = new Memo();
    const outbox = startOutbox({
      ...{ outbox: store.deliveries, env: options.env ?? process.env, log, clock, random, secret },
      open: options.openConnector,
      renderEmail: renderer.renderEmail,
      ...(metrics === null ? {} : { observe: metrics.delivery }),
    });
    const prepare = (site: SiteDefinition) =>
      prepareVersion(site, {
        store,
        limits,
        owners,
        protection,
        bundles,
        drawn,
        words,
        siteUrl: config.siteUrl,
        outbox: outbox.deskFor,
        memo,
        clock,
        report,
        ...(metrics === null ? {} : { refused: metrics.refusal }),
      });
    const trials = createVisitTrials(renderer, clock);
    const { purgeUrl: url, purgeToken: token } = config;
    const purge =
      url === null ? null : createCachePurge({ url, token, file: join(config.dataDir, 'purged.json'), log });
    const purgeChanged = async ({ edition, site }: Version): Promise<void> => {
      const tags = Object.fromEntries(
        Object.entries(await pageCache.tags(edition)).map(([path, tag]) => [
          path,
          // No cache may keep a page that depends on the visitor's version.
          choice.isShared(path) ? tag : `${tag} canary`,
        ]),
      );
      purge?.announce({ definition: site.hash, origin: edition.origin, tags });
    };
    let reload = (): void => {};
    let tools: DevTools | null = null;
    let endWatch: (() => void) | null = null;
    const endSlow = onSlowWord((word, size) =>
      log.write('warn', 'word-slow', { word, size, hint: 'Values at least half as large are declined from now on.' }),
    );
    const events = createEventTimer(clock, () => reload());
    const choice = createVersionChoice(createCanaryGroups(secret, config.trustProxy), clock);
    const serving = {
      folder: config.funnelsDir,
      load,
      prepare,
      async validate(version: Version) {
        // Only code of a site's own can be stuck, so that other sites have no further thread.
        if (version.site.words !== undefined) endWatch ??= options.watchProcess?.() ?? null;
        await pageCache.render(version.edition);
        await trials.run(version);
      },
      log,
      show,
      swapped(serving: Serving<Version>) {
        const { live, canary } = serving;
        choice.follow(serving);
        dates.note(pageCache.contents(live.edition));
        void pageCache.warm(live.edition, ...(canary === null ? [] : [canary.version.edition]));
        if (purge !== null)
          purgeChanged(live).catch((error) => log.write('error', 'cache-not-purged', errorFields(error)));
        events.follow(live.site, ...(canary === null ? [] : [canary.version.site]));
        tools?.announce(new Set());
        outbox.follow(live.site, live.edition.origin);
      },
    };
    const folder = createVersionFolder(join(config.dataDir, 'versions'), commonDisk, clock);
    const definitions =
      config.publish === 'on-command'
        ? await servePublished({
            ...{ ...serving, clock, publications: store.publications },
            versions: createPublishedVersions(folder, store.versions, clock),
          })
        : await serveDefinitions({
            ...serving,
            saved: createSharedVersions(folder, store.versions, log, clock),
            saveAfterMs: config.devTools ? devSaveMs : 0,
            logsProblems: !config.devTools,
          });
    const { current } = definitions;
    reload = () => void definitions.reload();
    const origin = (): string => current().edition.origin;
    const studio = await import('./studio/open-studio.ts');
    const staffPages = {
      builtDir: join(options.builtDir, '../../studio/assets'),
      shown: {
        ...{ store, origin, dataDir: config.dataDir },
        site: () => current().site,
        problems: definitions.problems,
        refusal: definitions.refusal,
        previews: studio.createScreenPreviews(current, renderer),
      },
    };
    if (config.devTools) {
      const { createDevTools, readDevScript } = await import('./dev/dev-tools.ts');
      const place = { adminHost: config.host, adminUrl: config.siteUrl };
      tools = createDevTools({
        ...{ folder: config.funnelsDir, editor: config.editorUrl, definitions },
        inspector: studio.openDevInspector(staffPages, place, log),
        script: await readDevScript(join(options.builtDir, '../../dev')),
      });
    }
    const previews = config.production
      ? null
      : createPreviews(
          current,
          (at) => load(config.publish === 'on-command' ? definitions.assetsFolder() : config.funnelsDir, { at }),
          prepare,
        );
    // Each lead reads them.
    const rulesBySite = new WeakMap<SiteDefinition, RetentionRules>();
    retentionRules = () => {
      const served = current().site;
      const known = rulesBySite.get(served);
      if (known !== undefined) return known;
      const { deliveries = null, consents } = served.site.retention ?? {};
      const ofIntakes = rulesOf(Object.values(served.intakes));
      const collections =
        consents === undefined ? ofIntakes : { ...ofIntakes, [consentCollection]: { days: consents } };
      const rules = { collections, deliveries };
      rulesBySite.set(served, rules);
      return rules;
    };
    const isForeign = createOriginCheck({ origin, allowRequestHost: !config.production, log });
    const { trustProxy } = config;
    const recording = () => current().site.site.recording;
    const traces =
      config.traces !== 'off'
        ? createTraceSink({
            ...{ folder: join(config.dataDir, 'traces'), limits, trustProxy, isForeign, clock },
            versionOf: (request, flow, definition) =>
              choice.fitting(request, ({ site }) => site.flows[flow]?.hash === definition)?.site.hash ?? null,
            flowOf: (request, { flow, definition }) =>
              (choice.fitting(request, ({ site }) => site.flows[flow]?.hash === definition) ?? current()).flows.get(
                flow,
              ) ?? null,
            days: () => current().site.site.retention?.traces,
            maxBytes: () => (recording()?.megabytes ?? standardMegabytes) * 1024 * 1024,
            perMinute: () => recording()?.perMinute,
            sources: () => recording()?.sources ?? [],
            share: () => (config.traces === 'on' ? 1 : (recording()?.share ?? 0)),
            begin: (request, glance) => beginGlanced(request, glance, choice, visitors),
            isAllowed: (request) =>
              recording()?.necessary !== undefined ||
              purposesOf(current().site, { consent: consentSignals(request) }).has('analytics'),
            sign: consentSigner(secret),
            choiceOf: (request) =>
              recording()?.necessary === undefined ? (consentSignals(request).choice?.id ?? null) : null,
            ...(tools === null ? {} : { stored: (session: string) => tools?.grown(visitOfTrace(session)) }),
            purged: (days) =>
              log.write('info', 'retention-purged', { of: 'traces', count: days.length, oldest: days[0] ?? null }),
          })
        : null;
    const seal = createSeal(secret, clock);
    const visitors: VisitorPages = createVisitorPages({
      ...{ renderer, seal, limits, protection, isForeign, trustProxy, clock, random },
      keeper: createVisitKeeper({ seal, visits: store.visits }, clock),
      record: traces?.record,
      refresh: definitions.refresh,
      reply: tools?.reply,
    });
    const pages = createPageHandler({
      ...{ choice, previews, pageCache, visitors, clock, log, tools: tools?.pages ?? null },
      sharedSeconds: config.sharedCacheSeconds,
    });
    const folders = (): readonly string[] => [definitions.assetsFolder(), ...definitions.otherFolders()];
    const variants = createVariants(pictures, (tag) =>
      originalOf(
        choice.all().map(({ site }) => site),
        folders(),
        tag,
      ),
    );
    const icons = createIcons({
      pictures,
      site: () => current().site,
      assetsFolder: definitions.assetsFolder,
      looks: renderer.looks,
    });
    const built = await openBuiltAssets(options.builtDir);
    const app = createApp({
      routes: [
        healthRoutes(health, () => current().site.hash),
        siteRoutes({ current, dates, bundles, refresh: definitions.refresh }),
        calendarRoutes(current),
        consentRoutes({
          ...{ site: () => current().site, store, limits, isForeign, trustProxy, clock, log },
          ...(traces === null ? {} : { chosen: traces.chosen }),
        }),
        protectionRoutes({ current, protection, limits, trustProxy, clock }),
        documentRoutes({
          files: createDocumentFiles(renderer.renderDocument, clock),
          ...{ current, secret, log, clock, renderNotice: renderer.renderNotice },
        }),
        buildRoutes(built),
        wordRoutes(words),
        pictureRoutes({ variants, drawn, icons }),
        fileRoutes(folders),
        attributionRoutes({ current, store, limits, trustProxy, isForeign, clock }),
        ...(traces === null ? [] : [traceRoutes(traces)]),
        ...(tools === null ? [] : [tools.routes]),
      ],
      fallback: pages,
      messages: () => current().intakes.messages,
      trustProxy,
      log,
    });
    const intakes = createIntakeListener({
      choose: createIntakeChoice(choice, definitions.refresh),
      ...{ trustProxy, isForeign },
    });
    const isKnown = (path: string): boolean =>
      choice.all().some(({ site, intakes }) => Object.hasOwn(site.routes, path) || intakes.methodsOf(path).length > 0);
    const server = createHttpServer({
      intakes,
      app,
      hold: tools?.hold,
      isKnown,
      log,
      trustProxy,
      requestIdHeader: config.requestIdHeader,
      observe: metrics?.request,
      beginSpan: spans?.begin,
    });
    const port = await listen(server, config.port, config.host, handedSocket(process.env, process.pid));
    const admin =
      metrics === null
        ? null
        : await (await import('./admin/open-admin.ts')).openAdmin({
            ...{ config, metrics, store, health, clock, log },
            site: () => current().site,
            canary: () => definitions.serving().canary,
            refusal: definitions.refusal,
            bucket: images.bucket,
            studio: studio.openStudio({
              ...{ limits, log, clock, staff: store.staff, place: config, proxies: config.adminUrl === null ? 0 : 1 },
              ...staffPages,
            }),
          });
    const wordsFolder = wordsFolderOf(config.funnelsDir);
    // What is published on command is no file of the folder.
    if (options.watch !== false && config.publish === 'on-save')
      watching = [
        watchFolder(
          config.funnelsDir,
          (paths) => void definitions.reload(paths).then(() => tools?.announce(paths)),
          options.watch,
        ),
        // A set of no paths: no definition changed, and words are always compared.
        ...(wordsFolder === null
          ? []
          : [
              watchFolder(wordsFolder, () => void definitions.reload(new Set()).then(() => tools?.announce(null)), {
                ...options.watch,
                isOptional: true,
              }),
            ]),
      ];
    const sweep = (): void => {
      void store.sweep();
      void traces?.sweep();
    };
    sweep();
    const sweeps = setInterval(sweep, sweepIntervalMs).unref();
    log.write('info', 'listening', {
      port,
      host: config.host,
      definition: current().site.hash,
      pid: process.pid,
    });
    return {
      port,
      adminPort: admin?.port ?? null,
      store,
      definitions,
      async stop(timeoutMs = 10_000) {
        health.fail('stopping');
        for (const watch of watching) watch.close();
        tools?.close();
        endWatch?.();
        endSlow();
        clearInterval(sweeps);
        events.stop();
        definitions.stop();
        purge?.stop();
        const [clean] = await Promise.all([stopListening(server, timeoutMs), admin?.stop(timeoutMs)]);
        await outbox.stop();
        await images.stop(1000);
        // A version that is not saved in time is saved by the next process.
        await Promise.race([definitions.settled(), new Promise((resolve) => setTimeout(resolve, 1000).unref())]);
        await store.close();
        unlock();
        await exporter?.stop();
        await dates.settled();
        return clean;
      },
    };
  } catch (error) {
    await store.close().catch(() => {});
    unlock();
    throw error;
  }
}
