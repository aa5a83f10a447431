import type { Axes } from '../../engine/axes/axes.ts';
import { mapAxes } from '../../engine/axes/by-axes.ts';
import type { Pictures, SiteDefinition, SiteHash } from '../../engine/definition.ts';
import { Report } from '../../engine/errors/report.ts';
import { loadForAxes } from '../../engine/load/load-axes.ts';
import {
  createSiteLoader,
  type DefinitionFile,
  type LoadOptions,
  type SiteLoader,
} from '../../engine/load/load-site.ts';
import { migrateFile } from '../../engine/migrate/migrate.ts';
import { commonDisk, type Disk } from '../disk/disk.ts';
import { fingerprint } from '../disk/fingerprint.ts';
import { slowProblems } from '../extensions/load.ts';
import { withinLoad } from '../extensions/time-limit.ts';
import { type MeasuredFolder, measureFolder } from '../images/measure.ts';
import { withoutOutsideLines } from './problem-frames.ts';
import { type DefinitionFiles, readChangedFiles, readDefinitionFiles } from './read.ts';
import type { ReadFiles } from './read-files.ts';
import type { LoadResult } from './version-making.ts';
import type { ChangedPaths } from './watch.ts';

/** The site with its pictures. A changed picture makes another version, just as a changed text does. */
const pictured = (site: SiteDefinition, pictures: Pictures): SiteDefinition =>
  Object.freeze({ ...site, pictures, hash: fingerprint(site.hash + JSON.stringify(pictures)) as SiteHash });

/** A file that cannot be parsed stays as it is: loading reports its errors. */
const inCurrentWords = (file: DefinitionFile): DefinitionFile => ({
  path: file.path,
  text: migrateFile(file, new Report())?.text ?? file.text,
});

export interface LoadFolderOptions {
  readonly disk?: Disk;
  /** The current time in epoch milliseconds. */
  readonly now?: number;
  /** The values that the site is wanted for; what is left out is as at present. */
  readonly axes?: Partial<Axes> | undefined;
  /** Reads renamed words as the ones used today (`engine/migrate`). */
  readonly migrate?: boolean | undefined;
  /** Whether the site's own intakes have to take what its flows send (`LoadOptions.submissions`). */
  readonly submissions?: LoadOptions['submissions'];
  /** The only paths that changed since the folder was loaded last; null or left out if any may have changed. */
  readonly changed?: ChangedPaths | undefined;
}

/** Reads and checks a funnels folder. */
export type LoadFolder = (folder: string, options?: LoadFolderOptions) => Promise<LoadResult>;

/**
 * Creates a loader for repeated loads of a folder, for every value of the axes. It reads and
 * checks only what an edit affects, and holds the folder that was loaded last in memory. Files that another folder shares
 * with it, such as those of the last good version, are not checked again. A load throws UnreadableFile, or the
 * file system's error when the folder cannot be read.
 * @param triesEdits whether what flows send is tried after the first load of a folder
 */
export function createFolderLoader(triesEdits = false): LoadFolder {
  let last: LoadedFolder | null = null;
  return async (folder, options = {}) => {
    if (last?.folder !== folder)
      last = { folder, known: new Map(), read: null, pictures: null, loader: last?.loader ?? createSiteLoader() };
    const submissions = !triesEdits ? undefined : last.read === null ? 'trust' : 'try';
    return load({ submissions, ...options }, last);
  };
}

/** A folder as it was loaded last. */
interface LoadedFolder {
  readonly folder: string;
  readonly known: ReadFiles;
  loader: SiteLoader;
  /** Null before it was read, and after a read failed. */
  read: DefinitionFiles | null;
  /** Null before they were measured, and after other files than definitions may have changed. */
  pictures: MeasuredFolder | null;
}

async function read(loaded: LoadedFolder, changed: ChangedPaths, disk: Disk): Promise<DefinitionFiles> {
  const { folder, known, read: before } = loaded;
  loaded.read = null;
  const some = before === null || changed === null ? null : await readChangedFiles(folder, changed, before, disk);
  if (some === null) loaded.pictures = null;
  loaded.read = some ?? (await readDefinitionFiles(folder, disk, known, before));
  return loaded.read;
}

/**
 * Loads a folder once.
 * @throws UnreadableFile, or the file system's error when it cannot be read
 */
export const loadFolder: LoadFolder = (folder, options) => createFolderLoader()(folder, options);

async function load(
  { disk = commonDisk, now = Date.now(), axes, migrate = false, changed = null, submissions }: LoadFolderOptions,
  loaded: LoadedFolder,
): Promise<LoadResult> {
  const { folder, loader } = loaded;
  const isAgain = loaded.read !== null;
  const { files: written, assets, code, extensions, growthOf } = await read(loaded, changed, disk);
  // The version that is served stays, so that visitors do not wait for a check of the rest.
  if (isAgain && extensions.problems.length > 0)
    return { site: null, sites: null, problems: await withoutOutsideLines(folder, extensions.problems) };
  const files = migrate ? written.map(inCurrentWords) : written;
  const options = {
    hash: fingerprint,
    assets,
    extensions,
    growthOf,
    submissions,
    ...{ now, axes },
  };
  const { result, slow } = withinLoad(() => loadForAxes(files, options, loader));
  // The loader remembers what took too long as a result without one.
  if (slow.length > 0) loaded.loader = createSiteLoader();
  const problems = await withoutOutsideLines(folder, [...result.problems, ...slowProblems(code, slow)]);
  const { site, sites } = result;
  const content = { folder, files: [...files, ...code], assets };
  if (slow.length > 0 || site === null || sites === null) return { site: null, sites: null, problems, content };
  loaded.pictures ??= await measureFolder(folder, assets, disk);
  const { pictures, problems: faults } = loaded.pictures;
  if (faults.length > 0) return { site: null, sites: null, problems: [...problems, ...faults], content };
  const drawn = Object.keys(pictures).length === 0 ? sites : mapAxes(sites, (each) => pictured(each, pictures));
  return { site: drawn.of(site.axes), sites: drawn, problems, content };
}
