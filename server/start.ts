/** Starts a server, and shuts it down. */
import { layFoundation } from './assembly/foundation.ts';
import type { ServerOptions } from './assembly/options.ts';
import { siteRetention } from './assembly/retention.ts';
import { prepareStaffPages } from './assembly/staff.ts';
import { type ServedVersions, serveVersions } from './assembly/versions.ts';
import { createVisitorServer } from './assembly/visitor-server.ts';
import { watchDefinitions } from './assembly/watching.ts';
import { onSlowExtension } from './extensions/time-limit.ts';
import { handedSocket, listen, stopListening } from './http/server.ts';
import type { Store } from './store/types.ts';

/** Interval of the sweep that enforces the retention of collections, in milliseconds. */
const sweepIntervalMs = 60 * 60 * 1000;

export interface RunningServer {
  readonly port: number;
  /** The port for metrics, readiness and leads; null when it is off or taken. */
  readonly adminPort: number | null;
  readonly store: Store;
  readonly definitions: ServedVersions['definitions'];
  /** Stops within a time limit in milliseconds (10,000 by default). @returns whether every request ended by itself */
  stop(timeoutMs?: number): Promise<boolean>;
}

/**
 * Starts a server. It listens only once the definitions are valid and the store is open.
 * @throws DefinitionsRefused, StoreError, or the error of listening
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log } = options;
  const foundation = await layFoundation(options);
  const { store, health, images, exporter } = foundation;
  try {
    const endSlow = onSlowExtension((word, size) =>
      log.write('warn', 'extension-slow', {
        word,
        size,
        hint: 'Values at least half as large are declined from now on.',
      }),
    );
    const versions = await serveVersions(foundation);
    const { definitions, outbox, dates } = versions;
    foundation.retainBy(siteRetention(() => definitions.current().site));
    const { tools, openAdmin } = await prepareStaffPages(foundation, versions);
    const { server, traces } = await createVisitorServer(foundation, versions, tools);
    const port = await listen(server, config.port, config.host, handedSocket(process.env, process.pid));
    const admin = await openAdmin();
    const watching = watchDefinitions(foundation, versions, tools);
    const sweep = (): void => {
      void store.sweep();
      void traces?.sweep();
    };
    sweep();
    const sweeps = setInterval(sweep, sweepIntervalMs).unref();
    log.write('info', 'listening', {
      port,
      host: config.host,
      definition: definitions.current().site.hash,
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
        endSlow();
        clearInterval(sweeps);
        versions.stop();
        const [clean] = await Promise.all([stopListening(server, timeoutMs), admin?.stop(timeoutMs)]);
        await outbox.stop();
        await images.stop(1000);
        // A version that is not saved in time is saved by the next process.
        await Promise.race([definitions.settled(), new Promise((resolve) => setTimeout(resolve, 1000).unref())]);
        await foundation.close();
        await exporter?.stop();
        await dates.settled();
        return clean;
      },
    };
  } catch (error) {
    await foundation.close().catch(() => {});
    throw error;
  }
}

export type { ServerOptions };
