/** Vitest's global set-up: one folder for the data of all servers that tests start, removed after the last test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Workers are killed after their last file, so they cannot remove the data of a server that they share. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-tests-'));
  process.env['TEST_DATA'] = folder;
  // A server that ends with its worker may still write for a moment.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
