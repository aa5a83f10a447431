import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { copySite, serverEnv, until } from './running.ts';

interface Process {
  readonly child: ChildProcess;
  readonly dataDir: string;
  out(): string;
  err(): string;
  /** Exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

async function run(
  env: Record<string, string> = {},
  change: (funnels: string) => Promise<void> = async () => {},
): Promise<Process> {
  const funnels = await copySite('http');
  await change(funnels);
  const dataDir = `${funnels}-data`;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
    env: { ...process.env, ...serverEnv(dataDir, funnels), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const received = { out: '', err: '' };
  child.stdout?.on('data', (text) => {
    received.out += text;
  });
  child.stderr?.on('data', (text) => {
    received.err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, dataDir, out: () => received.out, err: () => received.err, ended };
}

async function portOf({ out }: Process): Promise<number> {
  const port = () => /"event":"listening","port":(\d+)/.exec(out())?.[1];
  await until(() => port() !== undefined);
  return Number(port());
}

const lead = JSON.stringify({ nome: 'Ana', email: 'ana@x.example', phone: '11987654321', aceite: true });
const head = `POST /api/lead HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${lead.length}\r\n\r\n`;

async function open(port: number): Promise<{ socket: Socket; received(): string }> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  return { socket, received: () => received };
}

async function isRefused(port: number): Promise<boolean> {
  const opened = await open(port).catch(() => null);
  opened?.socket.destroy();
  return opened === null;
}

test.each([
  [{}, '127.0.0.1'],
  [{ HOST: '0.0.0.0' }, '0.0.0.0'],
] as const)('funnel dev with %o listens on %s', async (env, host) => {
  const funnels = await copySite('http');
  const { HOST: _, ...usual } = { ...process.env, ...serverEnv(`${funnels}-data`, funnels) } as Record<string, string>;
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../server/cli/funnel.mjs'), 'dev'], {
    env: { ...usual, LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let out = '';
  child.stdout?.on('data', (text) => {
    out += text;
  });
  await until(() => out.includes('"event":"listening"'));
  expect(/"host":"([^"]+)"/.exec(out)?.[1]).toBe(host);
});

describe('a stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s finishes pending requests, accepts no new ones, and loses nothing',
    async (signal) => {
      const server = await run();
      const port = await portOf(server);
      const [under, idle] = await Promise.all([open(port), open(port)]);
      under.socket.write(head + lead.slice(0, 10));
      idle.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
      await until(() => idle.received().includes('alive'));
      server.child.kill(signal);
      await until(() => isRefused(port));
      under.socket.write(lead.slice(10));
      await until(() => under.received().includes('Obrigado'));
      expect(under.received()).toMatch(/^HTTP\/1\.1 200 /);
      expect(await server.ended).toBe(0);
      expect(server.out()).toContain('"event":"stopped","whole":true');
      const store = await openSqliteStore({ dir: server.dataDir });
      expect(await store.count('leads')).toBe(1);
      await store.close();
    },
  );

  test('caused by a failed store responds first, and exits with an error', async () => {
    const server = await run({ FAIL: '1' });
    const reply = await fetch(`http://127.0.0.1:${await portOf(server)}/api/lead`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: lead,
    });
    expect(reply.status).toBe(503);
    expect(await server.ended).toBe(1);
    expect(server.out()).toContain('"event":"store-failed"');
  });
});

describe('a second server on a data folder', () => {
  const sameFolder = ({ dataDir }: Process) => ({ DATA_DIR: dataDir });

  test('takes over from one that stops, and from one that was killed', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const first = await run();
      await portOf(first);
      const second = await run(sameFolder(first));
      first.child.kill(signal);
      expect((await fetch(`http://127.0.0.1:${await portOf(second)}/readyz`)).status).toBe(200);
    }
  });
});

/** Listens on a port, and runs a shell command with that socket as its third, as systemd does. It accepts nothing. */
const socketHolder = `
import os, socket, sys, subprocess
listener = socket.create_server(('127.0.0.1', 0), backlog=64)
os.dup2(listener.fileno(), 3, inheritable=True)
print(listener.getsockname()[1], flush=True)
for command in sys.stdin:
    subprocess.Popen(['sh', '-c', 'export LISTEN_PID=$$ LISTEN_FDS=1; ' + command.strip()], pass_fds=[3])
`;

test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
  'a restart behind the socket of a service manager refuses no connection',
  async () => {
    const funnels = await copySite('http');
    const holder = spawn('python3', ['-c', socketHolder], {
      env: { ...process.env, ...serverEnv(`${funnels}-data`, funnels) },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    started.push(holder);
    let out = '';
    holder.stdout.on('data', (text) => {
      out += text;
    });
    await until(() => out.includes('\n'));
    const port = Number(out.split('\n')[0]);
    const pids = () => [...out.matchAll(/"event":"listening".*?"pid":(\d+)/g)].map(([, pid]) => Number(pid));
    const command = `exec ${process.execPath} ${join(import.meta.dirname, 'serve.ts')}\n`;
    holder.stdin.write(command);
    await until(() => pids().length === 1);
    const statuses: number[] = [];
    const waits: number[] = [];
    let isOver = false;
    const visiting = (async () => {
      while (!isOver) {
        const begun = performance.now();
        statuses.push((await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })).status);
        waits.push(performance.now() - begun);
      }
    })();
    process.kill(pids()[0] as number, 'SIGTERM');
    await until(() => out.includes('"event":"stopped"'));
    holder.stdin.write(command);
    await until(() => pids().length === 2);
    await until(() => waits.length > 0);
    isOver = true;
    await visiting;
    console.log(`the longest wait of a restart was ${Math.round(Math.max(...waits))} ms`);
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const pid of pids()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  },
);

describe('a failed start', () => {
  test('names every fault of the environment, one per line', async () => {
    const server = await run({
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      SITE_URL: 'casa.example',
      TRUST_PROXY: '-1',
      TRACES: 'yes',
      NODE_ENV: 'prod',
    });
    expect(await server.ended).toBe(1);
    const lines = server.err().trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([
      'LOG_LEVEL',
      'NODE_ENV',
      'PORT',
      'SITE_URL',
      'TRACES',
      'TRUST_PROXY',
    ]);
  });

  test('shows the place of a faulty definition', async () => {
    const server = await run({}, async (funnels) => {
      const file = join(funnels, 'quiz/quiz.flow.yaml');
      await writeFile(file, (await readFile(file, 'utf8')).replace('to: perguntas', 'to: pergunta'));
    });
    expect(await server.ended).toBe(1);
    expect(server.err()).toMatch(/quiz\/quiz\.flow\.yaml:\d+:\d+ error step-unknown/);
    expect(server.err()).toContain('^^^^');
    expect(server.out()).not.toContain('listening');
  });

  test('names a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const server = await run({ PORT: String(port) });
    expect(await server.ended).toBe(1);
    expect(server.err()).toContain(`EADDRINUSE: address already in use 127.0.0.1:${port}`);
    expect(server.err()).toContain('choose another port, such as PORT=3001');
    other.close();
  });
});

test('the log is one JSON object per line', async () => {
  const server = await run();
  const port = await portOf(server);
  await fetch(`http://127.0.0.1:${port}/sobre?nome=Ana`);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const lines = server
    .out()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const line of lines)
    expect(line).toMatchObject({
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      level: expect.any(String),
      event: expect.any(String),
    });
  expect(lines.find((line) => line['event'] === 'request')).toMatchObject({
    method: 'GET',
    path: '/sobre',
    status: 200,
  });
});
