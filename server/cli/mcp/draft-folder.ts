/** A copy of a site with edits that are not written yet, for tools that read a folder. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { extensionsFolderOf } from '../../extensions/read.ts';
import { type FileEdit, writeEdits } from './definition-files.ts';

/**
 * Runs something over a copy of a folder with edits. The copy is removed afterwards.
 * @param run receives the folder of the copy
 */
export async function withDraft<Result>(
  folder: string,
  edits: readonly FileEdit[],
  run: (copy: string) => Promise<Result>,
): Promise<Result> {
  const site = mkdtempSync(join(tmpdir(), 'funnel-draft-'));
  try {
    const copy = join(site, 'funnels');
    mkdirSync(copy);
    if (existsSync(folder)) cpSync(folder, copy, { recursive: true, dereference: true });
    const extensions = extensionsFolderOf(folder);
    if (extensions !== null && existsSync(extensions))
      cpSync(extensions, join(site, basename(extensions)), { recursive: true, dereference: true });
    writeEdits(copy, edits);
    return await run(copy);
  } finally {
    rmSync(site, { recursive: true, force: true });
  }
}
