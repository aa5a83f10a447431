/** The definitions of a folder as an editor has them: the files on the disk, with the texts of open files in their place. */
import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AuthorProblem } from '../../../engine/errors/problem.ts';
import { Report } from '../../../engine/errors/report.ts';
import { loadForAxes } from '../../../engine/load/load-axes.ts';
import { createSiteLoader, type LoadOptions } from '../../../engine/load/load-site.ts';
import { parseFile, parseLeniently } from '../../../engine/load/parse/parse-file.ts';
import type { Source } from '../../../engine/load/source/source.ts';
import { type SameValue, sameValues } from '../../../engine/names/same-value.ts';
import { namesOf, type SiteNames } from '../../../engine/names/site-names.ts';
import { type DefinitionFiles, growthFor, readDefinitionFiles } from '../../definitions/read.ts';
import { fingerprint } from '../../disk/fingerprint.ts';

/** The names of all files, and which of them are one value. */
export interface NamesNow {
  readonly names: SiteNames;
  readonly same: SameValue;
}

/** How much a check does: `quick` while someone types, `whole` what `funnel check` does. */
export type CheckDepth = 'quick' | 'whole';

/** The folder of definitions in a workspace: `funnels`, or the workspace itself. */
export function definitionsFolder(workspace: string): string {
  const inside = join(workspace, 'funnels');
  return !existsSync(join(workspace, 'site.yaml')) && existsSync(inside) ? inside : workspace;
}

export class EditedDefinitions {
  readonly folder: string;
  private readonly loader = createSiteLoader();
  private readonly open = new Map<string, string>();
  private readonly sources = new Map<string, { readonly text: string; readonly source: Source | undefined }>();
  private onDisk: DefinitionFiles;
  private joined: DefinitionFiles | null = null;
  private known: NamesNow | null = null;
  private isKnownNow = false;

  private constructor(folder: string, onDisk: DefinitionFiles) {
    this.folder = folder;
    this.onDisk = onDisk;
  }

  /** @throws the file system's error when the folder cannot be read */
  static async read(folder: string): Promise<EditedDefinitions> {
    return new EditedDefinitions(folder, await readDefinitionFiles(folder));
  }

  /** Reads the folder again. */
  async reread(): Promise<void> {
    this.onDisk = await readDefinitionFiles(this.folder, undefined, undefined, this.onDisk);
    this.joined = null;
    this.isKnownNow = false;
  }

  /** The path of a document below the folder; null for one elsewhere. */
  pathOf(uri: string): string | null {
    if (!uri.startsWith('file:')) return null;
    const path = relative(this.folder, fileURLToPath(uri)).split(sep).join('/');
    return path === '' || path.startsWith('../') ? null : path;
  }

  uriOf(path: string): string {
    return pathToFileURL(join(this.folder, path)).href;
  }

  /** Takes the text of an open document, or with null that of the disk. */
  edit(path: string, text: string | null): void {
    if (text === null) this.open.delete(path);
    else this.open.set(path, text);
    this.joined = null;
    this.isKnownNow = false;
  }

  /** All files with what is open in them. */
  get files(): DefinitionFiles {
    this.joined ??= this.joinFiles();
    return this.joined;
  }

  private joinFiles(): DefinitionFiles {
    const texts = new Map([...this.onDisk.files.map(({ path, text }) => [path, text] as const), ...this.open]);
    const files = [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => ({ path, text }));
    return { ...this.onDisk, files };
  }

  /** Every file that can be read, also one with mistakes in its YAML. @param edited takes the place of the file of its path */
  sourcesWith(edited?: Source): Source[] {
    return this.files.files.flatMap((file) => (file.path === edited?.path ? edited : (this.sourceOf(file) ?? [])));
  }

  private sourceOf(file: { readonly path: string; readonly text: string }): Source | undefined {
    const before = this.sources.get(file.path);
    if (before?.text === file.text) return before.source;
    const source = parseFile(file, new Report()) ?? parseLeniently(file);
    this.sources.set(file.path, { text: file.text, source });
    return source;
  }

  /** The names of the files as they are. */
  get names(): NamesNow {
    if (this.known === null || !this.isKnownNow) {
      const names = namesOf(this.sourcesWith());
      this.known = { names, same: sameValues(names) };
      this.isKnownNow = true;
    }
    return this.known;
  }

  /** The names as they were at the last whole check or question: enough to offer those of other files. */
  get latestNames(): NamesNow {
    return this.known ?? this.names;
  }

  /** The problems of all files. */
  async check(depth: CheckDepth): Promise<readonly AuthorProblem[]> {
    const { files, assets, extensions, code } = this.files;
    const growthOf = await growthFor(files);
    const options: LoadOptions = { hash: fingerprint, assets, extensions, growthOf, notes: { code }, now: Date.now() };
    return depth === 'quick'
      ? this.loader.load(files, options).problems
      : loadForAxes(files, { ...options, submissions: 'try' }, this.loader).problems;
  }
}
