/** Renames the folder of a site's extensions, which was `words/` before version 0.3. */
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { commonDisk } from '../disk/disk.ts';
import { extensionPaths, extensionsFolderOf, extensionsName } from '../extensions/read.ts';

const formerImport = 'funnel-engine/words';

/**
 * Gives the folder its name and its files the import of this version.
 * @param funnels the folder of the definitions
 * @param dry changes nothing
 * @returns what changes, a line each; empty for a site without the former folder
 * @throws the file system's error
 */
export async function migrateExtensions(funnels: string, dry: boolean): Promise<readonly string[]> {
  const folder = extensionsFolderOf(funnels);
  if (folder === null || basename(folder) === extensionsName || !existsSync(folder)) return [];
  const paths = (await extensionPaths(funnels, commonDisk)).map((path) => join(funnels, path));
  const lines = [`../${basename(folder)}/ → ../${extensionsName}/`];
  for (const path of [...paths, join(folder, 'tsconfig.json')]) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (!text.includes(formerImport)) continue;
    lines.push(`  ${path.slice(folder.length + 1)}: ${formerImport} → funnel-engine/extensions`);
    if (!dry) await writeFile(path, text.replaceAll(formerImport, 'funnel-engine/extensions'));
  }
  if (!dry) await rename(folder, join(dirname(folder), extensionsName));
  return lines;
}
