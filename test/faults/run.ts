/**
 * `npm run faults` injects every fault with few rounds, as `npm test` does. `npm run faults -- NAME…` injects some of
 * them at full length.
 */
import { spawnSync } from 'node:child_process';

const faults: Readonly<Record<string, { readonly files: readonly string[]; readonly env: Record<string, string> }>> = {
  // 100 × kill -9 of the server of each store, with 100,000 acknowledged leads.
  kills: { files: ['server-kill'], env: { ROUNDS: '100', LEADS: '100000' } },
  // kill -9 of a process that writes to the SQLite store without HTTP; injected fsync errors; no space for PostgreSQL's
  // tables or for its write-ahead log (needs root).
  disk: { files: ['kill-nine', 'fsync-error', 'full-disk', 'full-wal'], env: { ROUNDS: '40', FULL_WAL: '1' } },
  // One of two servers is killed; their database is stopped and frozen.
  postgres: { files: ['postgres'], env: { ROUNDS: '10' } },
  // 64 faulty edits and 242 swaps under load. Requires a build.
  versions: { files: ['versions'], env: { VERSIONS: 'full' } },
  // The server ends with npm. Requires a build.
  npm: { files: ['npm-start'], env: {} },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(faults, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${Object.keys(faults).join(', ')}.`);
  process.exit(2);
}

/** Runs test files. @returns whether they pass */
function run(files: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const { status } = spawnSync('node_modules/.bin/vitest', ['run', ...files], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status === 0;
}

const passed =
  names.length === 0
    ? run(['test/faults'])
    : names
        .map((name) => faults[name] as (typeof faults)[string])
        .map(({ files, env }) =>
          run(
            files.map((file) => `test/faults/${file}.test.ts`),
            env,
          ),
        )
        .every(Boolean);
process.exit(passed ? 0 : 1);
