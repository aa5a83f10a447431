/**
 * PostgreSQL for tests: the server that TEST_DATABASE_URL or DATABASE_URL names, or a temporary one of the installed
 * binaries (Debian's package `postgresql`), which the first test that needs it starts and which the whole run shares.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { patience } from './patience.ts';
import { freePort } from './site-server.ts';

const installed = '/usr/lib/postgresql';

/** The folder of the newest installed binaries; null when there is none. */
function findBinaries(): string | null {
  if (!existsSync(installed)) return null;
  const versions = readdirSync(installed).filter((version) => existsSync(join(installed, version, 'bin', 'initdb')));
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
  return newest === undefined ? null : join(installed, newest, 'bin');
}

/** PostgreSQL refuses to run as root; Debian's package has a user for it. */
function findUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error('PostgreSQL does not run as root, and there is no user postgres.');
  return { uid: Number(uid), gid: Number(gid) };
}

const given = process.env['TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? null;
/**
 * Tests with PostgreSQL belong to the full lane (`tools/lanes.ts`). It takes those of `test/contracts` by their names, which
 * contain the word PostgreSQL or postgres.
 */
const isQuick = process.env['TEST_LANE'] === 'quick';
const binaries = isQuick ? null : findBinaries();

function whyMissing(): string | null {
  if (isQuick) return 'The tests with PostgreSQL are in the full lane (npm run test:full).';
  if (given !== null || binaries !== null) return null;
  return 'PostgreSQL is not installed (Debian: postgresql) and TEST_DATABASE_URL is not set: its tests are skipped.';
}

/** Why the tests with PostgreSQL are skipped; null when they run. */
export const postgresMissing = whyMissing();

/** Whether a test can start and stop a server of its own. */
export const canStartPostgres = binaries !== null;

export interface PostgresServer {
  /** Of the database `postgres`, which a test leaves as it is. */
  readonly url: string;
  /** Stops at once, as after a crash. */
  stop(): Promise<void>;
  /** Starts again on the same port and data. */
  start(): Promise<void>;
  /** Sends a signal to the server and its sessions. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Stops and removes it. */
  remove(): Promise<void>;
  readonly folder: string;
}

/** Runs a program of PostgreSQL in a server's folder, while the test goes on. */
function runIn(folder: string, program: string, ...args: string[]): Promise<void> {
  if (binaries === null) throw new Error('PostgreSQL is not installed.');
  const path = join(binaries, program);
  return new Promise((resolve, reject) => {
    // A started server would keep a pipe open.
    const child = spawn(path, args, { ...findUser(), cwd: folder, stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });
}

const control = (folder: string, ...args: string[]): Promise<void> =>
  runIn(folder, 'pg_ctl', '-D', join(folder, 'data'), '-w', ...args);
const pidFileOf = (folder: string): string => join(folder, 'data', 'postmaster.pid');
const stopServer = (folder: string): Promise<void> => control(folder, '-m', 'immediate', 'stop');

async function removeServer(folder: string): Promise<void> {
  if (existsSync(pidFileOf(folder))) await stopServer(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

/** Removes a server whose tests were killed: a shell waits for the end of their process. */
function removeWithOwner(folder: string): void {
  const script = `
    while kill -0 "$1" 2>/dev/null && [ -d "$2" ]; do sleep 2; done
    [ -d "$2" ] || exit
    kill -QUIT "$(head -n 1 "$2/data/postmaster.pid")"
    sleep 2
    rm -rf "$2"`;
  const owner = process.env['TEST_RUNNER'] ?? String(process.pid);
  spawn('sh', ['-c', script, 'sh', owner, folder], { cwd: '/', detached: true, stdio: 'ignore' }).unref();
}

/**
 * @param durable false makes commits faster; they then survive everything but a crash of the machine
 * @param walFolder an empty folder for the write-ahead log, in small segments; it is in the data folder by default
 */
export async function startPostgres(durable: boolean, walFolder: string | null = null): Promise<PostgresServer> {
  const user = findUser();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const wal = walFolder === null ? [] : [`--waldir=${walFolder}`, '--wal-segsize=1'];
  const locale = ['-E', 'UTF8', '--locale=C'];
  await runIn(folder, 'initdb', '-D', data, '-U', 'postgres', '-A', 'trust', ...locale, '--no-sync', ...wal);
  const port = await freePort();
  appendFileSync(
    join(data, 'postgresql.conf'),
    [
      `port = ${port}`,
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      'max_connections = 200',
      ...(durable ? [] : ['fsync = off', 'full_page_writes = off']),
      ...(walFolder === null ? [] : ['min_wal_size = 2MB', 'max_wal_size = 4MB']),
      '',
    ].join('\n'),
  );
  const server: PostgresServer = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    folder,
    start: () => control(folder, '-l', join(folder, 'log'), 'start'),
    stop: () => stopServer(folder),
    signal(name) {
      const postmaster = Number(readFileSync(pidFileOf(folder), 'utf8').split('\n')[0]);
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
      for (const pid of [postmaster, ...children.trim().split(/\s+/).map(Number)]) {
        try {
          process.kill(pid, name);
        } catch {
          // The session has ended.
        }
      }
    },
    remove: () => removeServer(folder),
  };
  await server.start();
  removeWithOwner(folder);
  return server;
}

/** Where the workers of a run find the server that they share. */
const shared = (): string => join(tmpdir(), 'postgres');
const addressFile = (): string => join(shared(), 'server.json');
/** The databases created on a server that is not ours to remove. */
const createdFile = (): string => `${shared()}-created`;

async function sharedUrl(): Promise<string> {
  if (given !== null) return given;
  try {
    mkdirSync(shared());
  } catch {
    // A test of another file has started it, or is starting it.
    for (let waited = 0; !existsSync(addressFile()); waited += 50) {
      if (waited > patience) throw new Error('PostgreSQL was not started by another worker.');
      await sleep(50);
    }
    return (JSON.parse(readFileSync(addressFile(), 'utf8')) as { url: string }).url;
  }
  const { url, folder } = await startPostgres(false);
  writeFileSync(`${addressFile()}.part`, JSON.stringify({ url, folder }));
  renameSync(`${addressFile()}.part`, addressFile());
  return url;
}

/** Vitest's global set-up: removes the shared server after the last test. Nothing is started before a test needs it. */
export default function setup(): () => Promise<void> {
  // The servers that tests start would store their leads there.
  if (given !== null) process.env['TEST_DATABASE_URL'] = given;
  delete process.env['DATABASE_URL'];
  process.env['TEST_RUNNER'] = String(process.pid);
  return async () => {
    if (given !== null && existsSync(createdFile()))
      for (const name of readFileSync(createdFile(), 'utf8').trim().split('\n'))
        await runOn(given, `drop database if exists ${name} with (force)`);
    if (!existsSync(addressFile())) return;
    const { folder } = JSON.parse(readFileSync(addressFile(), 'utf8')) as { folder: string };
    await removeServer(folder);
  };
}

export interface TestDatabase {
  readonly url: string;
  /** Queries it directly, as an operator with a database shell would. */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Empties it for another test. Its connections must be closed. */
  remove(): Promise<void>;
}

const int8 = 20;

async function runOn(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const getTypeParser = ((oid: number, format: 'text') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

const deadlock = '40P01';

async function emptied(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await runOn(url, 'drop schema public cascade; create schema public');
      return;
    } catch (error) {
      // A connection that a test has cut may still be ending its transaction.
      if ((error as { code?: string }).code !== deadlock || attempt === 3) throw error;
    }
}

/** A server that a test has not stopped would work on the data of the next one. */
const openConnections = `select count(*) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Empty databases of the shared server that tests have given back; creating one takes longer than emptying it. */
const free: string[] = [];

/** An empty database. @param server the server's address; the shared one by default */
export async function createDatabase(server?: string): Promise<TestDatabase> {
  const known = server === undefined ? free.pop() : undefined;
  const url = known ?? (await createOn(server ?? (await sharedUrl())));
  return {
    url,
    query: (sql) => runOn(url, sql),
    async remove() {
      if (server !== undefined) return;
      await emptied(url);
      const [open] = await runOn(url, openConnections);
      if (open?.['count'] === 0) free.push(url);
    },
  };
}

async function createOn(server: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOn(server, `create database ${name} template template0`);
  if (server === given) appendFileSync(createdFile(), `${name}\n`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
