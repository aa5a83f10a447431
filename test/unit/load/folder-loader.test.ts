/** A folder that is loaded again is read again only where it changed. */
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFolderLoader, type LoadFolder } from '../../../server/definitions/load.ts';
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

test('another folder gives what a new loader gives, and shares the definitions of equal files', async () => {
  const load = createFolderLoader();
  const before = (await load(folder)).site;
  const copy = mkdtempSync(join(tmpdir(), 'funnels-'));
  try {
    for (const { path, text } of base) if (path !== 'quiz.flow.yaml') writeFileSync(join(copy, path), text);
    const { content: _, ...faulty } = await load(copy);
    const { content: __, ...anew } = await createFolderLoader()(copy);
    expect(faulty).toEqual(anew);
    expect(faulty.site).toBeNull();
    for (const { path, text } of base) writeFileSync(join(copy, path), text);
    const { site } = await load(copy);
    expect(site).toEqual(before);
    expect(site?.forms['contact']).toBe(before?.forms['contact']);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

describe('given the paths that changed', () => {
  /** The paths that a load calls the disk for, and the site's name. */
  async function loaded(load: LoadFolder, changed: readonly string[]) {
    const { disk, calls } = countingDisk();
    const { site } = await load(folder, { disk, changed: new Set(changed) });
    return { calls: [...calls.keys()], name: site?.site.name ?? null };
  }
  const rename = (name: string): void =>
    writeFileSync(join(folder, 'site.yaml'), site().replace(/^name: .*$/m, `name: ${name}`));

  test('it reads nothing else', async () => {
    const load = createFolderLoader();
    await load(folder);
    rename('Another');
    expect(await loaded(load, ['site.yaml', '.site.yaml.swp'])).toEqual({ calls: ['site.yaml'], name: 'Another' });
  });

  test.each([
    ['a new file', 'new.page.yaml', () => writeFileSync(join(folder, 'new.page.yaml'), 'page: new\n')],
    ['a file that is gone', 'terms.page.yaml', () => rmSync(join(folder, 'terms.page.yaml'))],
    ['a folder', 'assets', () => mkdirSync(join(folder, 'assets'))],
  ])('it reads the whole folder for %s', async (_name, path, change) => {
    const load = createFolderLoader();
    await load(folder);
    change();
    rename('Another');
    const { calls } = await loaded(load, [path]);
    expect(calls).toContain(folder);
    const anew = await createFolderLoader()(folder);
    const again = await load(folder, { changed: new Set() });
    expect(again.problems).toEqual(anew.problems);
    expect(again.site?.hash).toBe(anew.site?.hash);
  });

  test('it reads the whole folder at first, and after a read that failed', async () => {
    const load = createFolderLoader();
    expect((await loaded(load, ['site.yaml'])).calls).toContain(folder);
    const failing: Disk = { run: () => Promise.reject(new Error('The disk does not respond.')) };
    await expect(load(folder, { disk: failing, changed: new Set(['site.yaml']) })).rejects.toThrow('respond');
    rename('Another');
    expect((await loaded(load, [])).name).toBe('Another');
  });
});

test('an edit of a definition does not look at the pictures, and a new picture is measured', async () => {
  const load = createFolderLoader();
  mkdirSync(join(folder, 'assets'));
  const drawing = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"/>`;
  writeFileSync(join(folder, 'assets/a.svg'), drawing(10));
  const before = (await load(folder)).site;
  expect(before?.pictures?.['assets/a.svg']).toMatchObject({ width: 10 });
  const { disk, calls } = countingDisk();
  writeFileSync(join(folder, 'site.yaml'), site().replace(/^name: .*$/m, 'name: Another'));
  const after = (await load(folder, { disk, changed: new Set(['site.yaml']) })).site;
  expect(after?.site.name).toBe('Another');
  expect(after?.pictures).toBe(before?.pictures);
  expect([...calls.keys()]).not.toContain('assets/a.svg');
  writeFileSync(join(folder, 'assets/a.svg'), drawing(120));
  const edited = (await load(folder, { changed: new Set(['assets/a.svg']) })).site;
  expect(edited?.pictures?.['assets/a.svg']).toMatchObject({ width: 120 });
});
