import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FolderWatch, watchFolder } from '../../../server/definitions/watch.ts';

let parent: string;
let folder: string;
let watching: FolderWatch;
let reports: (readonly string[] | null)[];

const poll = 60;

beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'watch-'));
  folder = join(parent, 'funnels');
  await mkdir(folder);
  writeFileSync(join(folder, 'a.yaml'), 'a');
  writeFileSync(join(folder, 'b.yaml'), 'b');
  writeFileSync(join(parent, 'target'), 'c');
  symlinkSync(join(parent, 'target'), join(folder, 'linked.yaml'));
  reports = [];
  watching = watchFolder(folder, (paths) => reports.push(paths && [...paths].sort()), { quiet: 20, poll });
});
afterEach(() => {
  watching.close();
  rmSync(parent, { recursive: true });
});

test('edits that the file system reports are not reported again by a poll', async () => {
  for (let edit = 1; edit <= 5; edit++) {
    await writeFile(join(folder, 'a.yaml'), 'a'.repeat(edit + 1));
    await expect.poll(() => reports.length).toBeGreaterThanOrEqual(edit);
    await sleep(2 * poll);
  }
  expect(new Set(reports.map(String))).toEqual(new Set(['a.yaml']));
  // A report that falls into a poll may be repeated.
  expect(reports.length).toBeLessThanOrEqual(7);
});

test('a save by renaming and a deletion are reported by path', async () => {
  await writeFile(join(folder, 'a.yaml.new'), 'edited');
  await rename(join(folder, 'a.yaml.new'), join(folder, 'a.yaml'));
  await rm(join(folder, 'b.yaml'));
  await expect.poll(() => new Set(reports.flat())).toEqual(new Set(['a.yaml', 'a.yaml.new', 'b.yaml']));
});

test('a poll reports the path of a change that the file system does not report', async () => {
  let edits = 0;
  const report = async (): Promise<number> => {
    // A poll reports the changes since the one before, so an edit before the first poll is not reported.
    if (reports.length === 0) {
      edits += 1;
      await writeFile(join(parent, 'target'), 'x'.repeat(edits));
    }
    await sleep(2 * poll);
    return reports.length;
  };
  await expect.poll(report).toBeGreaterThan(0);
  expect(new Set(reports.map(String))).toEqual(new Set(['linked.yaml']));
  await sleep(3 * poll);
  // A poll may fall between the two steps of writing a file.
  expect(reports.length).toBeLessThanOrEqual(2 * edits);
});
