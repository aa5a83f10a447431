/** A server over a folder of definitions, in a process of its own. What it stores is removed with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packageFolder } from '../server/package-folder.ts';

/** How long the server may take to accept the definitions, in milliseconds. */
const patienceMs = 60_000;

export interface ServedSite {
  readonly url: string;
  /** Ends the server and removes its data. */
  stop(): void;
}

/** A port that nobody listens on. */
async function unusedPort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}

/**
 * Starts a server over a folder, without an admin port and traces.
 * @param more variables of its environment, over those of this process
 * @throws RangeError with its output
 */
export async function serveFolder(funnels: string, more: Readonly<Record<string, string>> = {}): Promise<ServedSite> {
  if (!existsSync(join(packageFolder, 'dist/client')))
    throw new RangeError('The engine is not built yet. Run `npm run build` in its folder, then try again.');
  const dataDir = mkdtempSync(join(tmpdir(), 'funnel-served-'));
  const url = `http://localhost:${await unusedPort()}`;
  const { DATABASE_URL: _, S3_URL: __, ...env } = process.env;
  const child = spawn(process.execPath, [join(packageFolder, 'server/cli/funnel.mjs'), 'start'], {
    env: {
      ...env,
      PORT: new URL(url).port,
      HOST: '127.0.0.1',
      ADMIN_PORT: 'off',
      DATA_DIR: dataDir,
      FUNNELS_DIR: resolve(funnels),
      SITE_URL: url,
      TRACES: 'off',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (): void => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (printed += String(chunk)));
  if (await isReady(url, child)) return { url, stop };
  stop();
  throw new RangeError(`The pages could not be served.\n${printed.trim().split('\n').slice(-12).join('\n')}`);
}

async function isReady(url: string, child: ChildProcess): Promise<boolean> {
  for (const end = Date.now() + patienceMs; Date.now() < end && child.exitCode === null; ) {
    const answers = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return true;
    await new Promise((next) => setTimeout(next, 50));
  }
  return false;
}
