import type { Moments } from '../../engine/calendar/phases.ts';
import type { Pictures, SiteDefinition } from '../../engine/definition.ts';
import { Report } from '../../engine/errors/report.ts';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import { loadSiteThroughout } from '../../engine/load/throughout.ts';
import { migrateFile } from '../../engine/migrate/migrate.ts';
import { commonDisk, type Disk } from '../disk/disk.ts';
import { fingerprint } from '../disk/fingerprint.ts';
import { measureFolder } from '../images/measure.ts';
import { readDefinitionFiles } from './read.ts';
import type { Loaded } from './served.ts';

/** The site with its pictures. A changed picture makes another version, just as a changed text does. */
const pictured = (site: SiteDefinition, pictures: Pictures): SiteDefinition =>
  Object.freeze({ ...site, pictures, hash: fingerprint(site.hash + JSON.stringify(pictures)) });

/** A file that cannot be parsed stays as it is: loading reports its errors. */
const inTodaysWords = (file: DefinitionFile): DefinitionFile => ({
  path: file.path,
  text: migrateFile(file, new Report())?.text ?? file.text,
});

export interface LoadFolderOptions {
  readonly disk?: Disk;
  /** The current time in epoch milliseconds. */
  readonly now?: number;
  /** Shows every event as of this time (epoch milliseconds). */
  readonly at?: number | undefined;
  /** Shows these events in these phases. */
  readonly moments?: Moments | undefined;
  /** Reads renamed words as the ones used today (`engine/migrate`). */
  readonly migrate?: boolean | undefined;
}

/**
 * Reads and checks a funnels folder, for the present and for every later phase of its events.
 * @throws UnreadableFile, or the file system's error when it cannot be read
 */
export async function loadFolder(
  folder: string,
  { disk = commonDisk, now = Date.now(), at, moments, migrate = false }: LoadFolderOptions = {},
): Promise<Loaded> {
  const { files: written, assets } = await readDefinitionFiles(folder, disk);
  const files = migrate ? written.map(inTodaysWords) : written;
  const { site, problems } = loadSiteThroughout(files, {
    hash: fingerprint,
    assets,
    now,
    ...(at === undefined ? {} : { at }),
    ...(moments === undefined ? {} : { moments }),
  });
  const content = { folder, files, assets };
  if (site === null) return { site, problems, content };
  const pictures = await measureFolder(folder, assets, disk);
  return { site: Object.keys(pictures).length === 0 ? site : pictured(site, pictures), problems, content };
}
