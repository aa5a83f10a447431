// `npm start`: installs, builds and serves. `npm run serve`: serves. Ends with whoever started it, however that ends: npm
// passes a signal to its shell alone, and a shell that is killed leaves its commands running. So the scripts replace the
// shell (`exec`; Windows has none and takes the second half). Plain JavaScript: it runs before the pinned Node is there,
// on whatever Node the machine has.
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
// Longer than the server takes to stop by its own deadline.
const patience = 20_000;

/** @type {import('node:child_process').ChildProcess | null} */
let running = null;
let ending = false;

/** The Node that the lock file pins, once it is installed. */
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
  const code = await run(args);
  if (code !== 0 || ending) process.exit(code);
}
