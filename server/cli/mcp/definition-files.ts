/** The files of a definitions' folder as programs read and write them. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { nearest } from '../../../engine/errors/nearest.ts';
import { noExtensions } from '../../../engine/extensions/extensions.ts';
import { loadForAxes } from '../../../engine/load/load-axes.ts';
import type { LoadedSite } from '../../../engine/load/load-site.ts';
import { isDefinitionPath } from '../../../engine/load/parse/parse-file.ts';
import { type DefinitionFiles, readDefinitionFiles } from '../../definitions/read.ts';
import { fingerprint } from '../../disk/fingerprint.ts';
import { sync } from '../../disk/sync.ts';
import { loadExtensions } from '../../extensions/load.ts';
import { extensionPrefix, extensionsFolderOf, extensionsName, withinExtensions } from '../../extensions/read.ts';
import { tryExtensions } from '../../extensions/trial.ts';

/** A new content of a file; null removes the file. */
export interface FileEdit {
  readonly path: string;
  readonly text: string | Buffer | null;
  /** The version of the file that the edit is based on. */
  readonly base?: string | undefined;
}

/** The version of a file's content, by which an edit says what it is based on. */
export const versionOf = (content: string | Buffer): string =>
  fingerprint(Buffer.from(content).toString('base64')).slice(0, 12);

/** The files of a folder; none if the folder does not exist. */
export async function filesIn(folder: string): Promise<DefinitionFiles> {
  // An edit that is not saved yet may be the first with a pattern.
  const { growthOf } = await import('../../definitions/pattern-growth.ts');
  return existsSync(folder)
    ? { ...(await readDefinitionFiles(folder)), growthOf }
    : { files: [], assets: new Set(), code: [], extensions: noExtensions, growthOf };
}

/** Checks the files of a folder in every phase of its events. */
export const checked = ({ files, assets, extensions, code, growthOf }: DefinitionFiles): LoadedSite =>
  loadForAxes(files, {
    ...{ hash: fingerprint, assets, extensions, growthOf, submissions: 'try', notes: { code } },
    now: Date.now(),
  });

/** The nearest folder above a path that exists. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)));

/** Paths of extensions begin with it; the files are beside the definitions' folder. */
const codePath = 'extensions/';
const isCode = (path: string): boolean => path.startsWith(codePath);

/** What assets can be: pictures, documents, captions, fonts, films. */
const assetPath = /\.(?:svg|png|jpe?g|webp|avif|gif|ico|pdf|vtt|woff2?|mp4|webm)$/i;

/** Why a file of this name is not one that can be written; null if it is. */
function wrongName(path: string): string | null {
  if (isCode(path))
    return /^extensions\/[a-z]+\/[\w-]+\.ts$/.test(path) ? null : 'An extension is extensions/KIND/NAME.ts.';
  if (isDefinitionPath(path) || assetPath.test(path)) return null;
  return 'Names of definitions end in .funnel.yaml, .page.yaml, .flow.yaml, .form.yaml, .api.yaml …, or are site.yaml; those of assets in .svg, .png, .jpg, .webp, .avif, .pdf, .vtt, .woff2, .mp4 ….';
}

/**
 * The place of a file of a site: a definition, an asset, or an extension.
 * @throws RangeError for a path that leaves its folder, that no such file has, or that is a link
 */
export function filePlace(folder: string, path: string): string {
  const parts = path.split('/');
  if (path === '' || path.includes('\\') || path.includes('\0') || path.startsWith('/') || parts.includes('..'))
    throw new RangeError(
      `${JSON.stringify(path)} is not a path below the definitions' folder, such as level/level.funnel.yaml.`,
    );
  if (parts.some((part) => part === '' || part.startsWith('.')))
    throw new RangeError(`${JSON.stringify(path)} has an empty or hidden part: hidden files are not read.`);
  const wrong = wrongName(path);
  if (wrong !== null) throw new RangeError(`${JSON.stringify(path)} is not a file of a site. ${wrong}`);
  const base = isCode(path) ? extensionsFolderOf(folder) : folder;
  if (base === null)
    throw new RangeError(`Extensions are read only beside a folder called funnels, which ${folder} is not.`);
  const place = join(base, isCode(path) ? path.slice(codePath.length) : path);
  const root = realpathSync(existing(resolve(base)));
  const parent = realpathSync(existing(dirname(resolve(place))));
  const isInside = parent === root || parent.startsWith(root + sep) || root.startsWith(parent + sep);
  if (!isInside || (existsSync(place) && lstatSync(place).isSymbolicLink()))
    throw new RangeError(`${path} leads out of the definitions' folder through a link.`);
  return place;
}

/** The paths of all files, as tools name them. */
export const pathsOf = ({ files, assets, code }: DefinitionFiles) => ({
  definitions: files.map(({ path }) => path),
  assets: [...assets].filter((path) => assetPath.test(path)),
  code: code.map((file) => codePath + withinExtensions(file)),
});

/** The content of a file. @throws RangeError when there is none, with the nearest path */
export function readContent(folder: string, path: string, files: DefinitionFiles): Buffer {
  const place = filePlace(folder, path);
  if (existsSync(place) && lstatSync(place).isFile()) return readFileSync(place);
  const { definitions, assets, code } = pathsOf(files);
  const near = nearest(path, [...definitions, ...assets, ...code]);
  throw new RangeError(`There is no file ${path}.${near === undefined ? '' : ` Did you mean ${near}?`}`);
}

/**
 * Requires that each edit is based on the file as it is, so that nobody's change is lost.
 * @throws RangeError for a file that has changed since, or that was not read
 */
export function requireBases(folder: string, edits: readonly FileEdit[]): void {
  for (const { path, base } of edits) {
    const place = filePlace(folder, path);
    const now = existsSync(place) ? versionOf(readFileSync(place)) : undefined;
    if (now === base) continue;
    if (now === undefined)
      throw new RangeError(`${path} does not exist any more. Leave out its base to write it anew.`);
    throw new RangeError(
      base === undefined
        ? `${path} exists. Read it first, and give its version as the edit's base. Nothing was written.`
        : `${path} has changed: its version is ${now}, and the edit is based on ${base}. Read it again. Nothing was written.`,
    );
  }
}

/** The files of a folder after edits. @throws RangeError */
export async function withEdits(
  folder: string,
  { files, assets, code, ...others }: DefinitionFiles,
  edits: readonly FileEdit[],
): Promise<DefinitionFiles> {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const codes = new Map(code.map(({ path, text }) => [path, text]));
  const paths = new Set(assets);
  const prefix = extensionPrefix(extensionsFolderOf(folder) ?? extensionsName);
  for (const { path, text } of edits) {
    filePlace(folder, path);
    const known = isCode(path) ? codes : texts;
    const key = isCode(path) ? prefix + path.slice(codePath.length) : path;
    if (!isCode(path) && !isDefinitionPath(path)) {
      if (text !== null) paths.add(path);
      else if (!paths.delete(path)) throw new RangeError(`There is no file ${path} to remove.`);
    } else if (text !== null) known.set(key, text.toString());
    else if (!known.delete(key)) throw new RangeError(`There is no file ${path} to remove.`);
  }
  const sorted = (map: ReadonlyMap<string, string>) =>
    [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => ({ path, text }));
  const edited = { ...others, files: sorted(texts), assets: paths, code: sorted(codes) };
  if (!edits.some(({ path }) => isCode(path))) return edited;
  const { problems: refused } = await tryExtensions(edited.code);
  return { ...edited, extensions: await loadExtensions(edited.code, { refused }) };
}

/** Writes edits: first every text beside its place, then all of them into place. @throws the file system's error */
export function writeEdits(folder: string, edits: readonly FileEdit[]): void {
  const waiting = edits.flatMap(({ path, text }) => {
    if (text === null) return [];
    const place = filePlace(folder, path);
    const parent = dirname(place);
    mkdirSync(parent, { recursive: true });
    // Hidden, so that a running server does not read it.
    const draft = join(parent, `.${relative(parent, place)}.${process.pid}.draft`);
    writeFileSync(draft, text);
    sync(draft);
    return [{ draft, place }];
  });
  for (const { draft, place } of waiting) renameSync(draft, place);
  for (const { path, text } of edits) if (text === null) rmSync(filePlace(folder, path));
}
