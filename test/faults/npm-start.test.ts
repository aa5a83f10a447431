/** `npm run serve` and `npm start`: the server ends together with npm. Requires a build. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { until } from '../contracts/http/running.ts';
import { freePort, projectRoot } from '../harness/site-server.ts';

let server: number | null = null;
afterEach(() => {
  if (server !== null && isAlive(server)) process.kill(server, 'SIGKILL');
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts npm in its own process group, as a terminal or a supervisor does. */
async function startNpm(dataDir: string): Promise<{ npm: ChildProcess; output(): string; url: string }> {
  const port = await freePort();
  const npm = spawn('npm', ['run', '--silent', 'serve'], {
    cwd: projectRoot,
    detached: true,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  const pid = () => /"event":"listening".*"pid":(\d+)/.exec(text)?.[1];
  await until(() => {
    if (npm.exitCode !== null) throw new Error(text);
    return pid() !== undefined;
  });
  server = Number(pid());
  return { npm, output: () => text, url: `http://127.0.0.1:${port}` };
}

describe.skipIf(process.platform === 'win32')('only npm is sent', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('%s: the server stops cleanly', async (signal) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'npm-data-'));
    const { npm, output, url } = await startNpm(dataDir);
    expect(npm.pid).not.toBe(server);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    npm.kill(signal);
    await until(() => !isAlive(server as number));
    expect(output()).toContain('"event":"stopped","whole":true');
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
