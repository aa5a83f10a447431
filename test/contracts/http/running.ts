/** Starts complete servers for tests: real HTTP, real SQLite, definitions from a copy of a folder. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../../../server/config.ts';
import { createLog } from '../../../server/log/log.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../../server/start.ts';
import { loadShared } from '../../harness/load-site.ts';
import { patience } from '../../harness/patience.ts';
import { type PlainRenderer, plainRenderer } from './plain-renderer.ts';

const sites = join(import.meta.dirname, '../../fixtures/sites');

export interface TestServer {
  readonly url: string;
  readonly server: RunningServer;
  readonly renderer: PlainRenderer;
  readonly config: Config;
  /** Lines of the log so far. */
  logged(): Record<string, unknown>[];
  /** The log as text. */
  logText(): string;
  /** The output for authors. */
  shown(): string;
  /** Sends a GET without following redirects. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

export interface TestServerOptions
  extends Partial<Pick<ServerOptions, 'openStore' | 'watch' | 'clock' | 'fatal' | 'load'>> {
  /** Folder with the definitions; a copy of the fixture `http` by default. */
  readonly funnels?: string;
  readonly env?: Record<string, string>;
  readonly renderer?: PlainRenderer;
}

/** A copy of a fixture site that a test may edit. */
export async function copySite(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'funnels-'));
  await cp(join(sites, name), folder, { recursive: true });
  return folder;
}

/** The environment of a server in a test: any free port, and no admin port. */
export const serverEnv = (dataDir: string, funnels: string): Record<string, string> => ({
  PORT: '0',
  HOST: '127.0.0.1',
  ADMIN_PORT: 'off',
  NODE_ENV: 'test',
  DATA_DIR: dataDir,
  FUNNELS_DIR: funnels,
});

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { env = {}, renderer = plainRenderer(), funnels = await copySite('http'), ...rest } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'data-'));
  const config = readConfig({ ...serverEnv(dataDir, funnels), ...env }, '/');
  const output = { log: [] as string[], shown: [] as string[] };
  const log = createLog({ level: config.logLevel, write: (lines) => output.log.push(lines) });
  const server = await startServer({
    config,
    log,
    renderer,
    load: loadShared,
    builtDir: join(funnels, 'built'),
    show: (text) => output.shown.push(text),
    fatal: () => {},
    watch: false,
    env,
    ...rest,
  });
  const logText = (): string => {
    log.flush();
    return output.log.join('');
  };
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    server,
    renderer,
    config,
    logText,
    logged: () =>
      logText()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    shown: () => output.shown.join(''),
    get: (path, headers = {}) => fetch(url + path, { headers, redirect: 'manual' }),
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async stop() {
      await server.stop(2000);
      await server.definitions.settled();
      await Promise.all([rm(dataDir, { recursive: true, force: true }), rm(funnels, { recursive: true, force: true })]);
    },
  };
}

/** Waits for a condition. @throws Error after the timeout */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const ends = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > ends) throw new Error('It did not come about in time.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
