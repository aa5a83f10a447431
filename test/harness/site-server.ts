/** The real server in a process of its own, on a free port, with a data folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { patience } from './patience.ts';

export const projectRoot = resolve(import.meta.dirname, '../..');

/** The pictures that the servers of all tests have made. */
const pictures = join(projectRoot, '.cache/test-pictures');

export interface SiteServer {
  readonly url: string;
  readonly dataDir: string;
  /** Everything it has printed. */
  output(): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts again on the same port and data. */
  restart(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** Whether nothing listens on a port of this machine. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? done(false) : fail(error)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });

const firstPort = 11_000;
/** Workers of one run take their ports from ranges of their own: two would find the same port free. */
const portsOfWorker = 3000;
const ranges = 7;
const given = new Set<number>();

/**
 * A port nobody listens on, and that this process has not given before: a server may start on its port again. It is below
 * the ports that systems assign by themselves: a connection of another test may take one of those before the caller listens.
 */
export async function freePort(): Promise<number> {
  const lowest = firstPort + (Number(process.env['VITEST_POOL_ID'] ?? 0) % ranges) * portsOfWorker;
  for (;;) {
    const port = randomInt(lowest, lowest + portsOfWorker);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let waited = 0; waited < patience; waited += 100) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`);
    try {
      if ((await fetch(`${url}/readyz`)).ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error(`The server did not become ready:\n${output()}`);
}

export interface SiteOptions {
  readonly funnels?: string;
  readonly env?: Record<string, string>;
  /** The name visitors know it by; the test's browser leads it to this machine. */
  readonly host?: string;
  /** Another checkout to run, with its own build; this one when left out. */
  readonly root?: string;
}

/** A new data folder for a server. */
export function testDataFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'funnel-data-'));
  // A picture's name identifies its content; encoding one takes up to a second of processor time.
  mkdirSync(pictures, { recursive: true, mode: 0o700 });
  symlinkSync(pictures, join(dataDir, 'images'));
  return dataDir;
}

/** The environment of a server in a test. */
export const siteEnv = (
  site: Pick<SiteOptions, 'funnels' | 'env'> & {
    readonly port: number;
    readonly url: string;
    readonly dataDir: string;
  },
): Record<string, string> => ({
  ...(process.env as Record<string, string>),
  PORT: String(site.port),
  DATA_DIR: site.dataDir,
  SITE_URL: site.url,
  FUNNELS_DIR: site.funnels ?? 'funnels',
  // Servers of other tests run at the same time.
  ADMIN_PORT: 'off',
  ...site.env,
});

/** Starts the server over a funnels folder. The build must be there. */
export async function startSite(options: SiteOptions = {}): Promise<SiteServer> {
  const dataDir = testDataFolder();
  const port = await freePort();
  const url = `http://${options.host ?? 'localhost'}:${port}`;
  let text = '';
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn(join(projectRoot, 'node_modules/.bin/node'), ['server/main.ts'], {
      cwd: options.root ?? projectRoot,
      env: siteEnv({ ...options, port, url, dataDir }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await untilReady(`http://localhost:${port}`, child, () => text);
  };
  const kill = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  };
  await start();
  return {
    url,
    dataDir,
    output: () => text,
    kill,
    restart: start,
    remove: async () => {
      await kill('SIGKILL');
      // What the server has begun to write arrives for a moment.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
