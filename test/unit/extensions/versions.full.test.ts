/** Extensions are part of saved versions: a start with faulty extensions serves the last good ones. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { SiteHash } from '../../../engine/definition.ts';
import { createFolderLoader } from '../../../server/definitions/load.ts';
import type { Content, SavedVersion } from '../../../server/definitions/version-folder.ts';
import { createVersionFolder } from '../../../server/definitions/version-folder.ts';
import { createDisk } from '../../../server/disk/disk.ts';
import { runFunnel } from '../../harness/funnel-command.ts';
import { projectRoot } from '../../harness/site-server.ts';

const home = mkdtempSync(join(tmpdir(), 'saved-extensions-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
cpSync(join(projectRoot, 'test/fixtures/extensions'), join(home, 'site'), { recursive: true });
const rule = join(home, 'site/extensions/rules/cpf.ts');
const load = createFolderLoader();
const loaded = () => load(join(home, 'site/funnels'));
/** The version in the folder of another process, from the contents that it has stored. */
const restoredFrom = ({ id, definition, files, folder }: SavedVersion, name: string): Promise<SavedVersion> => {
  const contents = new Map(Object.entries(files).map(([path, hash]) => [hash, readFileSync(join(folder, path))]));
  const version = { id, definition, files, savedAt: 1 };
  return createVersionFolder(join(home, name), createDisk()).restore(
    version,
    async (hash) => contents.get(hash) ?? null,
  );
};

test('a version is saved with its extensions, and restored from stored contents with them', async () => {
  const { site, content } = await loaded();
  const disk = createDisk();
  const versions = createVersionFolder(join(home, 'versions'), disk);
  const saved = await versions.keep(content as Content, site?.hash as SiteHash);
  expect(Object.keys(saved.files)).toContain('../extensions/rules/cpf.ts');
  const again = await createFolderLoader()(saved.folder);
  expect(again.site?.hash).toBe(site?.hash);
  expect(again.site?.extensions?.rules['cpf']?.test('529.982.247-25', {})).toBe(true);

  const restored = await restoredFrom(saved, 'others');
  expect((await createFolderLoader()(restored.folder)).site?.hash).toBe(site?.hash);
});

test('an edit of an extension makes another version, and a reverted edit the first one again', async () => {
  const first = (await loaded()).site;
  const text = readFileSync(rule, 'utf8');
  writeFileSync(rule, text.replace('A CPF with', 'A valid CPF with'));
  const second = (await loaded()).site;
  expect(second?.hash).not.toBe(first?.hash);
  expect(second?.forms['cadastro']?.more?.extension).not.toEqual(first?.forms['cadastro']?.more?.extension);
  writeFileSync(rule, text);
  const third = (await loaded()).site;
  expect(third?.hash).toBe(first?.hash);
  // Nothing changed since: the extensions are not run again, so that nothing is checked again.
  expect((await loaded()).site?.extensions).toBe(third?.extensions);
});

test('a folder of before version 0.3 is read, saved and restored as it is, and migrated on command', async () => {
  const site = join(home, 'former');
  cpSync(join(projectRoot, 'test/fixtures/extensions'), site, { recursive: true });
  renameSync(join(site, 'extensions'), join(site, 'words'));
  for (const path of readdirSync(join(site, 'words'), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const file = join(site, 'words', path);
    writeFileSync(file, readFileSync(file, 'utf8').replace('funnel-engine/extensions', 'funnel-engine/words'));
  }
  const isValid = async (folder: string) =>
    (await createFolderLoader()(folder)).site?.extensions?.rules['cpf']?.test('529.982.247-25', {});
  const { site: read, content } = await createFolderLoader()(join(site, 'funnels'));
  const versions = createVersionFolder(join(home, 'former-versions'), createDisk());
  const saved = await versions.keep(content as Content, read?.hash as SiteHash);
  expect(Object.keys(saved.files)).toContain('../words/rules/cpf.ts');
  expect(await isValid(saved.folder)).toBe(true);
  expect(await isValid((await restoredFrom(saved, 'former-others')).folder)).toBe(true);

  const dry = await runFunnel(['migrate', join(site, 'funnels'), '--dry-run'], {});
  expect(dry.out).toContain('../words/ → ../extensions/');
  expect(existsSync(join(site, 'words'))).toBe(true);
  const { code, out } = await runFunnel(['migrate', join(site, 'funnels')], {});
  expect([code, out]).toEqual([0, dry.out]);
  expect(existsSync(join(site, 'words'))).toBe(false);
  expect(readFileSync(join(site, 'extensions/rules/cpf.ts'), 'utf8')).toContain("from 'funnel-engine/extensions'");
  expect(await isValid(join(site, 'funnels'))).toBe(true);
});
