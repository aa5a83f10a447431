// `npm start` installs, builds and serves; `npm run serve` serves. It exits when its parent process exits. npm passes a
// signal only to its shell, and a killed shell leaves its commands running, so the npm scripts replace the shell by
// `exec` (Windows has no `exec` and runs the second half of the script). Plain JavaScript, because it runs on the
// machine's own Node, before the pinned one is installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const steps = {
  install: ['tools/install.mjs'],
  build: ['tools/build.ts'],
  serve: ['server/main.ts'],
};
const parent = process.ppid;
// Longer than the server's own deadline for stopping.
const patience = 20_000;

/** @type {import('node:child_process').ChildProcess | null} */
let running = null;
let ending = false;

/** The path of the Node that the lock file pins, or of the current one if it is not installed. */
function pinnedNode() {
  const pinned = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(pinned) ? pinned : process.execPath;
}

/** @param {NodeJS.Signals} signal */
function end(signal) {
  if (running === null) process.exit(1);
  running.kill(signal);
  if (ending) return;
  ending = true;
  setTimeout(() => running?.kill('SIGKILL'), patience).unref();
}

/** @param {readonly string[]} args @returns {Promise<number>} the exit code */
function run(args) {
  return new Promise((resolve) => {
    running = spawn(pinnedNode(), args, { cwd: root, stdio: 'inherit' });
    running.on('error', () => resolve(1));
    running.on('exit', (code, signal) => resolve(code ?? (signal === null ? 0 : 1)));
  });
}

for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) process.on(signal, () => end(signal));
setInterval(() => {
  if (process.ppid !== parent) end('SIGTERM');
}, 250).unref();

const only = process.argv[2];
for (const [name, args] of Object.entries(steps)) {
  if (only !== undefined && only !== name) continue;
  if (name === 'build') console.error('Building the site …');
  if (name === 'serve' && !existsSync(join(root, 'dist', 'server', 'pages.js'))) {
    console.error('There is no build to serve. `npm run build` makes one; `npm start` builds and serves.');
    process.exit(1);
  }
  const code = await run(args);
  if (code !== 0 || ending) process.exit(code);
}
