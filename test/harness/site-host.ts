/**
 * A process that runs the servers of a worker's tests, one beside another. What a start costs, reading and compiling the
 * code and the renderer, is paid once. `hosted-site.ts` starts it and sends it commands.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import type { RunningServer } from '../../server/start.ts';

const root = resolve(import.meta.dirname, '../..');
enableCompileCache(join(root, '.cache/compiled'));
const { readConfig } = await import('../../server/config.ts');
const { createFolderLoader } = await import('../../server/definitions/load.ts');
const { createLog } = await import('../../server/log/log.ts');
const { openConnector } = await import('../../server/outbox/connectors.ts');
const { openMeta } = await import('../../server/outbox/connectors/meta/connector.ts');
const { loadRenderer } = await import('../../server/pages/render.ts');
const { startServer } = await import('../../server/start.ts');

/** What the process of tests sends. */
export type HostCommand =
  | { readonly start: number; readonly env: Readonly<Record<string, string>> }
  | { readonly stop: number };

/** What this process replies: that a server serves or has stopped, why it does not start, or what it prints. */
export type HostReply =
  | { readonly id: number; readonly done: true }
  | { readonly id: number; readonly failed: string }
  | { readonly id: number; readonly printed: string };

const dist = join(root, 'dist');
// Copies of a site have most files in common, which are checked once.
const load = createFolderLoader();
const running = new Map<number, RunningServer>();

const send = (reply: HostReply): void => void process.send?.(reply);

async function start(id: number, env: Readonly<Record<string, string>>): Promise<void> {
  const config = readConfig(env, root);
  const print = (printed: string): void => send({ id, printed });
  // A sink of the test plays the Conversions API.
  const { CAPI_URL: base } = env;
  const server = await startServer({
    config,
    env,
    openConnector: async (settings, context) =>
      settings.type === 'meta' && base !== undefined
        ? openMeta(settings, context, { base, allowPrivate: true })
        : openConnector(settings, context),
    log: createLog({ level: config.logLevel, write: print }),
    renderer: await loadRenderer(dist, config.traces),
    load,
    builtDir: join(dist, 'client/assets'),
    show: print,
    fatal: () => print('The store has failed.\n'),
  });
  running.set(id, server);
  // The process ends when its tests do, possibly before it could write the cache.
  flushCompileCache();
}

async function stop(id: number): Promise<void> {
  const server = running.get(id);
  running.delete(id);
  // Its visitors have left: nothing is waited for.
  await server?.stop(0);
}

// The files of servers hold personal data.
process.umask(0o077);
process.on('message', (command: HostCommand) => {
  const id = 'start' in command ? command.start : command.stop;
  const work = 'start' in command ? start(id, command.env) : stop(id);
  work.then(
    () => send({ id, done: true }),
    (error: unknown) => send({ id, failed: String(error instanceof Error ? (error.stack ?? error) : error) }),
  );
});
process.on('disconnect', () => process.exit());
