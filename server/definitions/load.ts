import type { Moments } from '../../engine/calendar/phases.ts';
import type { Pictures, SiteDefinition } from '../../engine/definition.ts';
import { loadSiteThroughout } from '../../engine/load/throughout.ts';
import { commonDisk, type Disk } from '../disk/disk.ts';
import { fingerprint } from '../disk/fingerprint.ts';
import { measureFolder } from '../images/measure.ts';
import { readDefinitionFiles } from './read.ts';
import type { Loaded } from './served.ts';

/** The site with its pictures. A changed picture makes another version, just as a changed text does. */
const pictured = (site: SiteDefinition, pictures: Pictures): SiteDefinition =>
  Object.freeze({ ...site, pictures, hash: fingerprint(site.hash + JSON.stringify(pictures)) });

export interface LoadFolderOptions {
  readonly disk?: Disk;
  /** The current time in epoch milliseconds. */
  readonly now?: number;
  /** Shows every event as of this time (epoch milliseconds). */
  readonly at?: number | undefined;
  /** Shows these events in these phases. */
  readonly moments?: Moments | undefined;
}

/**
 * Reads and checks a funnels folder, for the present and for every later phase of its events.
 * @throws UnreadableFile, or the file system's error when it cannot be read
 */
export async function loadFolder(
  folder: string,
  { disk = commonDisk, now = Date.now(), at, moments }: LoadFolderOptions = {},
): Promise<Loaded> {
  const { files, assets } = await readDefinitionFiles(folder, disk);
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
