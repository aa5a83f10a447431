// Installs the dependencies if they differ from the lock file. Plain JavaScript, because it runs on the machine's own
// Node, before the pinned one is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
const stamp = 'node_modules/.installed-lock';
// `npm install` respects the lock file. `npm ci` would also require packages for other platforms.
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log('Installing dependencies …');
  const { status } = spawnSync(
    'npm',
    ['install', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    { stdio: 'inherit', shell: process.platform === 'win32' },
  );
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, wanted);
}
