/** The product's server with one intake and minimal pages, in a process that tests kill and start again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEnv } from '../contracts/http/running.ts';
import { freePort, projectRoot } from '../harness/site-server.ts';

export interface ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  /** Starts it, also again, and waits until it is ready. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Kills it and removes its data. */
  remove(): Promise<void>;
  /** Status and reason of the readiness page. */
  readiness(): Promise<readonly [status: number, reason: string | undefined]>;
}

/** @param env settings besides those that every process gets; one proxy is trusted, so each lead can have an address */
export async function serverProcess(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'faults-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let printed = '';

  async function kill(): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child?.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }
  return {
    url,
    dataDir,
    async start() {
      const started = spawn(process.execPath, ['test/contracts/http/serve.ts'], {
        cwd: projectRoot,
        env: {
          ...process.env,
          ...serverEnv(dataDir, 'test/fixtures/sites/bench'),
          ...{ PORT: String(port), NODE_ENV: 'production', TRUST_PROXY: '1', LOG_LEVEL: 'error' },
          ...env,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      started.stderr?.on('data', (text) => {
        printed += text;
      });
      child = started;
      // As long as the test may take: on a busy machine a start takes a while.
      for (;;) {
        if (started.exitCode !== null || started.signalCode !== null)
          throw new Error(`The server ended with ${started.exitCode ?? started.signalCode}:\n${printed}`);
        const isReady = await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) return;
        await sleep(20);
      }
    },
    kill,
    async remove() {
      await kill();
      rmSync(dataDir, { recursive: true, force: true });
    },
    async readiness() {
      const response = await fetch(`${url}/readyz`);
      return [response.status, ((await response.json()) as { reason?: string }).reason];
    },
  };
}
