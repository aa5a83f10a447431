/** The admin port of a server: a separate listener. The public port serves none of its routes. */
import { thingAt } from '../../engine/axes/by-axes.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { Config } from '../config.ts';
import type { Canary } from '../definitions/definition-service.ts';
import type { VersionBase } from '../definitions/version-making.ts';
import type { Health } from '../http/health.ts';
import { listen, stopListening } from '../http/server.ts';
import { leadSiteOf } from '../leads/formats.ts';
import { zonedTimes } from '../leads/times.ts';
import type { Log } from '../log/log.ts';
import type { BucketState } from '../objects/open.ts';
import type { Store, StoreReader } from '../store/types.ts';
import { createAdminServer, type StudioListener } from './admin.ts';
import { createLeadsApi } from './leads-api.ts';
import type { Metrics } from './metrics.ts';
import { type CanaryState, statusOf } from './status.ts';
import { allTokens, createTokenCheck, tokenFolder } from './tokens.ts';

export interface AdminOptions {
  readonly config: Pick<Config, 'adminPort' | 'adminHost' | 'dataDir' | 'databaseUrl'>;
  readonly metrics: Metrics;
  readonly store: StoreReader & Pick<Store, 'tokens'>;
  readonly health: Pick<Health, 'ready'>;
  /** The site of the served definitions. */
  readonly site: () => SiteDefinition;
  /** The version that a share of visitors gets; null for none. */
  readonly canary: () => Canary<VersionBase> | null;
  /** Why the last edit is not served; null when it is. */
  readonly refusal: () => string | null;
  /** Null without a bucket. */
  readonly bucket: BucketState | null;
  readonly studio: StudioListener;
  readonly clock: () => number;
  readonly log: Log;
}

export interface Admin {
  readonly port: number;
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Opens the admin port.
 * @returns null when it is taken or cannot be used: the log reports it, and visitors are served without it
 */
export async function openAdmin(options: AdminOptions): Promise<Admin | null> {
  const { config, metrics, store, health, site, canary, refusal, bucket, studio, clock, log } = options;
  const troubles = (): readonly string[] => bucket?.troubles() ?? [];
  const canaryNow = (): CanaryState | null => {
    const served = canary();
    return served === null ? null : { definition: thingAt(served.versions, clock()).site.hash, share: served.share };
  };
  const status = () => statusOf({ health, definition: () => site().hash, canary: canaryNow, refusal, troubles });
  const folder = tokenFolder(config.dataDir);
  const server = createAdminServer({
    async metrics() {
      const { ready } = await status();
      const [outbox, destinations] = await Promise.all([
        store.outbox().catch(() => null),
        store.deliveries.states().catch(() => null),
      ]);
      const text = await metrics.text({
        ...{ ready, outbox, destinations, bucket, at: clock() },
        ...{ definition: site().hash, canary: canaryNow() },
      });
      return { text, contentType: metrics.contentType };
    },
    status,
    leads: createLeadsApi({ store, site: () => leadSiteOf(site(), zonedTimes(site().site.timeZone)) }),
    tokens: createTokenCheck(config.databaseUrl === null ? folder : allTokens([store.tokens, folder])),
    studio,
    log,
  });
  const { adminPort, adminHost: host } = config;
  try {
    const port = await listen(server, adminPort ?? 0, host);
    log.write('info', 'admin-listening', { port, host });
    return { port, stop: async (timeoutMs) => void (await stopListening(server, timeoutMs)) };
  } catch (error) {
    const { code = null } = error as NodeJS.ErrnoException;
    log.write('warn', 'admin-not-listening', {
      port: adminPort,
      host,
      code,
      hint: 'Visitors are served. Set ADMIN_PORT to a free port, or to off.',
    });
    return null;
  }
}
