/** Files of definitions as they are given to authors. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, posix, relative, sep } from 'node:path';
import { editorFolder, engineSchemas, keepsSchemas } from '../extensions/editor.ts';
import { packageFolder } from '../package-folder.ts';

/** A file to write. */
export interface TemplateFile {
  /** Relative to the folder of the site, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** The words that a template contains in place of names: `__SITE__`. */
export type TemplateWords = Readonly<Record<string, string>>;

const templates = join(packageFolder, 'server/cli/templates');

/**
 * The folder of the schemas for editors, as the files of a site name it: the site's own, or those of the package. Some
 * package managers link the package to a place outside of the site, which differs between machines.
 * @param folder absolute; the site, or a folder in it
 */
export async function editorSchemas(folder: string): Promise<string> {
  for (let each = folder; each !== dirname(each); each = dirname(each)) {
    if (await keepsSchemas(each)) return join(each, editorFolder);
    const installed = join(each, 'node_modules/funnel-engine/schemas/generated/editor');
    if (existsSync(installed)) return installed;
  }
  return engineSchemas;
}

/** The languages of the templates, as BCP 47 tags. Every template exists in each. */
export const templateLanguages = ['en', 'pt-BR'] as const;

/** The language of the templates for a locale; undefined if there are none. @param locale a BCP 47 tag */
export const templateLanguageFor = (locale: string): (typeof templateLanguages)[number] | undefined =>
  templateLanguages.find((each) => each.slice(0, 2) === locale.slice(0, 2));

const filled = (text: string, words: TemplateWords): string =>
  text.replaceAll(/__([A-Z]+)__/g, (whole, name: string) => words[name] ?? whole);

/**
 * The files below a folder of templates.
 * @param part such as `pt-BR/site`
 * @param site the folder that they are written to; each begins with a line that names its schema to editors
 * @param words replaced in paths and texts
 */
export async function templateFiles(part: string, site: string, words: TemplateWords): Promise<TemplateFile[]> {
  const schemas = await editorSchemas(site);
  const entries = await readdir(join(templates, part), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.sort().map(async (file) => {
      const path = filled(relative(join(templates, part), file).split(sep).join('/'), words);
      return {
        path,
        text: `${schemaLine(relative(join(site, dirname(path)), schemas), path)}${filled(await readFile(file, 'utf8'), words)}`,
      };
    }),
  );
}

/** The first line of a definition, with which editors complete and explain its keys. */
function schemaLine(schemas: string, path: string): string {
  const kind = /(?:^|\.|\/)(\w+)\.yaml$/.exec(path)?.[1];
  if (kind === undefined) return '';
  return `# yaml-language-server: $schema=${posix.join(schemas.split(sep).join('/'), `${kind}.schema.json`)}\n`;
}

/** Writes a file, and the folders that it is in. @throws the file system's error, also if it exists */
export async function writeNew(site: string, { path, text }: TemplateFile): Promise<void> {
  const target = join(site, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, text, { flag: 'wx' });
}
