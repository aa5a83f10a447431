/** What a server has before it knows a site: its store, its pictures, its metrics. */
import type { PageRenderer } from '../../renderer/contract.ts';
import type { Metrics } from '../admin/metrics.ts';
import type { Config } from '../config.ts';
import { createHealth, type Health } from '../http/health.ts';
import { createDrawnPictures, type DrawnPictures } from '../images/drawn.ts';
import { createPictureCache, type PictureCache } from '../images/picture-cache.ts';
import { createRateLimit, type RateLimit } from '../limits/rate-limit.ts';
import { errorFields, type Log } from '../log/log.ts';
import { type OpenObjects, openObjects } from '../objects/open.ts';
import { missingErasures } from '../privacy/erasure-check.ts';
import { createProtection, type Protection } from '../protection/protection.ts';
import { createSpanExporter, type SpanExporter } from '../spans/export.ts';
import { createSpanRecorder, type SpanRecorder } from '../spans/spans.ts';
import { openStore as openConfiguredStore } from '../store/open.ts';
import { type RetainedStore, type RetentionRules, withRetention } from '../store/retention.ts';
import { lockFolder } from '../store/sqlite/folder-lock.ts';
import type { Store } from '../store/types.ts';
import { visitSecret } from '../visits/secret.ts';
import type { ServerOptions } from './options.ts';

export interface Foundation {
  readonly options: ServerOptions;
  readonly config: Config;
  readonly log: Log;
  readonly renderer: PageRenderer;
  readonly clock: () => number;
  readonly random: () => number;
  /** Null without an admin port. */
  readonly metrics: Metrics | null;
  /** Null if no spans are recorded. */
  readonly spans: SpanRecorder | null;
  readonly exporter: SpanExporter | null;
  readonly store: RetainedStore;
  readonly health: Health;
  readonly images: OpenObjects;
  readonly pictures: PictureCache;
  readonly drawn: DrawnPictures;
  readonly limits: RateLimit;
  /** The key of everything that the server signs. */
  readonly secret: Buffer;
  readonly protection: Protection;
  /** Retains records by the rules of the site that is served. */
  retainBy(rules: () => RetentionRules): void;
  /** Closes the store, and releases the folder of its data. */
  close(): Promise<void>;
}

/** Opens the store, or releases the folder of its data again. */
async function openStoreOf(
  { config, log, fatal, openStore = (_dir, events) => openConfiguredStore(config, events) }: ServerOptions,
  failed: () => void,
): Promise<{ readonly opened: Store; readonly unlock: () => void }> {
  const unlock = config.databaseUrl === null ? await lockFolder(config.dataDir) : () => {};
  try {
    const opened = await openStore(config.dataDir, {
      onFatal() {
        failed();
        log.write('error', 'store-failed');
        fatal();
      },
      onTrouble(trouble) {
        if (trouble === null) log.write('info', 'store-recovered');
        else log.write('error', 'store-refuses', { code: trouble.code, message: trouble.message, hint: trouble.hint });
      },
      onExposed: (paths) => log.write('warn', 'data-exposed', { paths: paths.slice(0, 20), others: paths.length }),
    });
    return { opened, unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function warnOfRestoredErasures({ config, log }: ServerOptions): Promise<void> {
  const restored = await missingErasures(config).catch(() => 0);
  if (restored === 0) return;
  log.write('error', 'erasures-missing', {
    count: restored,
    hint: 'The database was restored: run `npx funnel privacy replay` to erase again what came back.',
  });
}

/** @throws StoreError */
export async function layFoundation(options: ServerOptions): Promise<Foundation> {
  const { config, log, renderer, clock = Date.now, random = Math.random } = options;
  // Loaded only if it is used.
  const metrics = config.adminPort === null ? null : (await import('../admin/metrics.ts')).createMetrics();
  const exporter = config.spans === null ? null : createSpanExporter(config.spans, log);
  const spans =
    config.spans === null || exporter === null
      ? null
      : createSpanRecorder(config.spans, exporter, config.trustProxy > 0);
  const observe = config.s3 === null ? undefined : metrics?.bucket();
  const images = await openObjects(config, 'images', { log, observe });
  const pictures = createPictureCache(images.store);

  const { opened, unlock } = await openStoreOf(options, () => health.fail('STORE_FAILED'));
  const counted = metrics?.counted(opened) ?? opened;
  let rules = (): RetentionRules => ({ collections: {}, deliveries: null });
  const store = withRetention(spans?.traced(counted) ?? counted, () => rules(), clock, {
    failed: (error) => log.write('error', 'retention-failed', errorFields(error)),
    purged: ({ oldest, ...purge }) =>
      log.write('info', 'retention-purged', { ...purge, oldest: new Date(oldest).toISOString() }),
  });
  const health = createHealth(store, clock);
  await warnOfRestoredErasures(options);
  async function close(): Promise<void> {
    try {
      await store.close();
    } finally {
      unlock();
    }
  }
  try {
    const secret = await visitSecret(config.dataDir, config.databaseUrl === null ? null : store);
    return {
      ...{ options, config, log, renderer, clock, random, metrics, spans, store, health },
      ...{ exporter, images, pictures, secret, close },
      drawn: createDrawnPictures(pictures),
      limits: createRateLimit(clock, store),
      protection: createProtection(secret),
      retainBy(next) {
        rules = next;
      },
    };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}
