/** Words are part of saved versions: a start with faulty words serves the last good ones. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { SiteHash } from '../../../engine/definition.ts';
import { createFolderLoader } from '../../../server/definitions/load.ts';
import type { Content } from '../../../server/definitions/version-folder.ts';
import { createVersionFolder } from '../../../server/definitions/version-folder.ts';
import { createDisk } from '../../../server/disk/disk.ts';
import { projectRoot } from '../../harness/site-server.ts';

const home = mkdtempSync(join(tmpdir(), 'saved-words-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
cpSync(join(projectRoot, 'test/fixtures/own-words'), join(home, 'site'), { recursive: true });
const rule = join(home, 'site/words/rules/cpf.ts');
const load = createFolderLoader();
const loaded = () => load(join(home, 'site/funnels'));

test('a version is saved with its words, and restored from stored contents with them', async () => {
  const { site, content } = await loaded();
  const disk = createDisk();
  const versions = createVersionFolder(join(home, 'versions'), disk);
  const saved = await versions.keep(content as Content, site?.hash as SiteHash);
  expect(Object.keys(saved.files)).toContain('../words/rules/cpf.ts');
  const again = await createFolderLoader()(saved.folder);
  expect(again.site?.hash).toBe(site?.hash);
  expect(again.site?.words?.rules['cpf']?.test('529.982.247-25', {})).toBe(true);

  const contents = new Map(
    Object.entries(saved.files).map(([path, hash]) => [hash, readFileSync(join(saved.folder, path))]),
  );
  const others = createVersionFolder(join(home, 'others'), disk);
  const version = { id: saved.id, definition: saved.definition, files: saved.files, savedAt: 1 };
  const restored = await others.restore(version, async (hash) => contents.get(hash) ?? null);
  expect((await createFolderLoader()(restored.folder)).site?.hash).toBe(site?.hash);
});

test('an edit of a word makes another version, and a reverted edit the first one again', async () => {
  const first = (await loaded()).site;
  const text = readFileSync(rule, 'utf8');
  writeFileSync(rule, text.replace('A CPF with', 'A valid CPF with'));
  const second = (await loaded()).site;
  expect(second?.hash).not.toBe(first?.hash);
  expect(second?.forms['cadastro']?.more?.own).not.toEqual(first?.forms['cadastro']?.more?.own);
  writeFileSync(rule, text);
  const third = (await loaded()).site;
  expect(third?.hash).toBe(first?.hash);
  // Nothing changed since: the words are not run again, so that nothing is checked again.
  expect((await loaded()).site?.words).toBe(third?.words);
});
