/** A folder that is loaded again is read again only where it changed. */
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolderLoader } from '../../../server/definitions/load.ts';
import { createDisk, type Disk } from '../../../server/disk/disk.ts';
import { base } from './fixtures.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funnels-'));
  for (const { path, text } of base) writeFileSync(join(folder, path), text);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const site = (): string => base.find(({ path }) => path === 'site.yaml')?.text as string;

/** Makes every file old enough for its stamp to identify its content, except for its inode's change time. */
const waitUntilSettled = async (): Promise<void> => {
  const changed = Math.max(...base.map(({ path }) => statSync(join(folder, path)).ctimeMs));
  await expect.poll(() => Date.now() - changed, { timeout: 20_000, interval: 100 }).toBeGreaterThan(2100);
};

/** A disk that counts the calls for each path. */
function countingDisk(): { disk: Disk; calls: Map<string, number> } {
  const calls = new Map<string, number>();
  const disk = createDisk();
  return {
    calls,
    disk: {
      run(path, call) {
        calls.set(path, (calls.get(path) ?? 0) + 1);
        return disk.run(path, call);
      },
    },
  };
}

test('a second write of the same length right after the first is seen', async () => {
  const load = createFolderLoader();
  const name = /^name: (.*)$/m.exec(site())?.[1] as string;
  const names = ['a', 'b', 'c'].map((letter) => letter.repeat(name.length));
  for (const each of names) {
    writeFileSync(join(folder, 'site.yaml'), site().replace(name, each));
    expect((await load(folder)).site?.site.name).toBe(each);
  }
});

test('unchanged files are not read again, and a changed one is', async () => {
  const load = createFolderLoader();
  await waitUntilSettled();
  await load(folder);
  const { disk, calls } = countingDisk();
  const before = (await load(folder, { disk })).site;
  expect(before).not.toBeNull();
  // One call lists the folder, one reads the stamps of all files under the name of the first.
  expect([...calls.values()].reduce((sum, count) => sum + count, 0)).toBe(2);
  writeFileSync(join(folder, 'site.yaml'), site().replace(/^name: .*$/m, 'name: Another'));
  // An editor that keeps the time of the file.
  utimesSync(join(folder, 'site.yaml'), new Date(0), new Date(0));
  const after = (await load(folder, { disk })).site;
  expect(after?.site.name).toBe('Another');
  expect(after?.hash).not.toBe(before?.hash);
});
