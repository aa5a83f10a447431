/**
 * `npm run faults` injects every fault with few rounds, as `npm run test:full` does. `npm run faults -- NAME…` injects some of
 * them at full length.
 */
import { spawnSync } from 'node:child_process';

const faults: Readonly<Record<string, { readonly files: readonly string[]; readonly env: Record<string, string> }>> = {
  // 100 × kill -9 of the server of each store, with 100,000 acknowledged leads.
  kills: { files: ['server-kill'], env: { ROUNDS: '100', LEADS: '100000' } },
  // 100 × kill -9 of the server of each store while it sends messages to a local service.
  deliveries: { files: ['deliveries-kill'], env: { ROUNDS: '100' } },
  // A service that is away for an hour, with 54,000 messages of which 54 can never be delivered; virtual clock.
  outage: { files: ['outage'], env: { MESSAGES: '54000' } },
  // 4,000 leads over a link that loses 15 % of the requests and 15 % of the replies.
  lossy: { files: ['lossy-link'], env: { LEADS: '4000' } },
  // kill -9 of a process that writes to the SQLite store without HTTP; injected fsync errors; no space for PostgreSQL's
  // tables or for its write-ahead log (needs root).
  disk: { files: ['kill-nine', 'fsync-error', 'full-disk', 'full-wal'], env: { ROUNDS: '40', FULL_WAL: '1' } },
  // One of two servers is killed; their database is stopped and frozen.
  postgres: { files: ['postgres'], env: { ROUNDS: '10' } },
  // 64 faulty edits and 242 swaps under load. Requires a build.
  versions: { files: ['versions'], env: { VERSIONS: '64/242' } },
  // 100 publications and rollbacks with visitors in the middle of every flow. Requires a build.
  publications: { files: ['publications'], env: { ROUNDS: '100' } },
  // Personal values through every entrance of the site, among many people; erased ones in the bytes of both databases.
  privacy: {
    files: ['../site/planted.full', '../contracts/store/privacy-bytes', '../contracts/http/privacy-command'],
    env: { PEOPLE: '1000' },
  },
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
