/** Vitest's global set-up: one folder for all temporary files of tests, removed after the last test. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variables that name the temporary folder, for this process and those that it starts. Windows reads the last two. */
const variables = ['TMPDIR', 'TEMP', 'TMP'] as const;

/** Other users may enter it: PostgreSQL does not run as root. */
const enterable = 0o711;

/**
 * Makes a temporary folder in the one of before, and the one that `tmpdir` returns. Workers are killed after their last
 * file, so they cannot remove the data of a server or browser that they share.
 * @returns removes the folder
 */
export default function setUpTemporaryFolder(): () => void {
  const before = variables.map((name) => [name, process.env[name]] as const);
  const folder = mkdtempSync(join(tmpdir(), 'funnel-tests-'));
  chmodSync(folder, enterable);
  for (const name of variables) process.env[name] = folder;
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    // A server that ends with its worker may still write for a moment.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}
