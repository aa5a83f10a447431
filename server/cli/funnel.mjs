#!/usr/bin/env node
// Plain JavaScript, so that an old Node can still say what is wrong with it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const wanted = 24;
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
// The package contains the commands as JavaScript only. A checkout may contain an older build of them, too.
const isCheckout = existsSync(join(here, 'main.ts'));

/** The Node that was installed with the package, in its `node_modules` or in that of a folder above; null for none. */
function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  for (let folder = root; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules/.bin', name);
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return null;
  }
}

if (Number(process.versions.node.split('.')[0]) >= wanted) {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(join(root, '.cache/compiled'));
  // The engine imports the validators, which are built and not committed: before it is loaded, they have to be there.
  if (isCheckout) await import('../../tools/validators.ts').then(({ ensureValidators }) => ensureValidators());
  const { main } = await import(isCheckout ? './main.ts' : '../../dist/run/commands.js');
  // The reader of a pipe may close it early, such as `head`.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  process.exitCode = await main(process.argv.slice(2));
} else {
  const pinned = pinnedNode();
  if (pinned !== null) {
    const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  } else {
    console.error(
      `funnel needs Node ${wanted} or later; this is ${process.versions.node}. Run npm install here, or use a newer Node.`,
    );
    process.exitCode = 1;
  }
}
