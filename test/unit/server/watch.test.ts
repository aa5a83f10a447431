import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
  // The first poll has seen the files.
  await sleep(2 * poll);
});
afterEach(() => {
  watching.close();
  rmSync(parent, { recursive: true });
});

test('edits that the file system reports are not reported again by a poll', async () => {
  for (let edit = 1; edit <= 5; edit++) {
    await writeFile(join(folder, 'a.yaml'), 'a'.repeat(edit + 1));
    await vi.waitFor(() => expect(reports.length).toBeGreaterThanOrEqual(edit));
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
  await vi.waitFor(() => expect(new Set(reports.flat())).toEqual(new Set(['a.yaml', 'a.yaml.new', 'b.yaml'])));
});

test('a poll reports the path of a change that the file system does not report', async () => {
  await writeFile(join(parent, 'target'), 'the target of a link changed');
  await vi.waitFor(() => expect(reports).toEqual([['linked.yaml']]));
  await sleep(2 * poll);
  expect(reports).toHaveLength(1);
});
