#!/usr/bin/env node
// Plain JavaScript, so that an old Node can still say what is wrong with it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const wanted = 24;
const here = dirname(fileURLToPath(import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= wanted) {
  // The engine imports the validators, which are built and not committed: before it is loaded, they have to be there.
  const { ensureValidators } = await import('../../tools/validators.ts');
  await ensureValidators();
  const { main } = await import('./main.ts');
  // The reader of a pipe may close it early, such as `head`.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  process.exitCode = await main(process.argv.slice(2));
} else {
  const pinned = join(here, '../../node_modules/.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(pinned)) {
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
