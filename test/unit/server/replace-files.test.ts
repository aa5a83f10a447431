/** Replacing several files: all or none. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { replaceFiles } from '../../../server/disk/replace-files.ts';

const root = mkdtempSync(join(tmpdir(), 'replace-'));
afterAll(() => rmSync(root, { recursive: true }));

/** A folder with two files, and a folder that no file can replace. */
function folderOf(name: string): string {
  const folder = join(root, name);
  mkdirSync(join(folder, 'taken', 'inside'), { recursive: true });
  for (const file of ['a', 'b']) writeFileSync(join(folder, file), `old ${file}`);
  return folder;
}

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')]),
  );

test('writes and moves files', async () => {
  const folder = folderOf('good');
  await replaceFiles(folder, [
    { path: 'a', content: 'new a' },
    { path: 'deep/c', from: 'b', content: 'new c' },
  ]);
  expect([filesIn(folder), filesIn(join(folder, 'deep'))]).toEqual([{ a: 'new a' }, { c: 'new c' }]);
});

test.each([
  ['cannot be placed', { path: 'taken', content: 'x' }],
  ['cannot be written', { path: 'a/below', content: 'x' }],
  ['has no former file', { path: 'd', from: 'none', content: 'x' }],
])('changes nothing when one of them %s', async (name, last) => {
  const folder = folderOf(name);
  const files = [{ path: 'a', content: 'new a' }, { path: 'c', from: 'b', content: 'new c' }, last];
  await expect(replaceFiles(folder, files)).rejects.toThrow();
  expect(filesIn(folder)).toEqual({ a: 'old a', b: 'old b' });
});
