/** A copy of the site in `funnels/`, for tests that edit it as an author would. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { projectRoot } from './site-server.ts';

/** A replacement of a text in a file. */
export type Edit = readonly [file: string, before: string, after: string];

/**
 * Copies the site; the copy is removed after the tests of the file.
 * @returns the folder of the copy
 * @throws Error when the text to replace is missing
 */
export function copyFunnels(edits: readonly Edit[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), 'funnels-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(projectRoot, 'funnels'), folder, { recursive: true });
  applyEdits(folder, edits);
  return folder;
}

/** Edits the files of a folder. @throws Error when the text to replace is missing */
export function applyEdits(folder: string, edits: readonly Edit[]): void {
  for (const [file, before, after] of edits) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
    writeFileSync(path, text.replace(before, after));
  }
}

/** Enables the ads pixel. */
export const withPixel: Edit = ['site.yaml', '  pixel:\n', "  pixel:\n    id: '1234567890'\n"];
