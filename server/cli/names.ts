/** The names of a folder of definitions, for commands. */
import { type FoundName, findName } from '../../engine/names/find-name.ts';
import { kindOfKey, type NameKey, nameKinds } from '../../engine/names/name.ts';
import { type SameValue, sameValues } from '../../engine/names/same-value.ts';
import { namesOf, type SiteNames } from '../../engine/names/site-names.ts';
import { parsedSources } from '../definitions/parsed-sources.ts';
import { type DefinitionFiles, readDefinitionFiles } from '../definitions/read.ts';
import { UnreadableFile } from '../disk/disk.ts';

/** The definitions of a folder with their names. */
export interface NamedDefinitions extends DefinitionFiles {
  readonly names: SiteNames;
  readonly same: SameValue;
  /** The files that cannot be parsed; their names are missing. */
  readonly unread: readonly string[];
}

/** The names in the texts of files. */
export function namedFiles(read: DefinitionFiles): NamedDefinitions {
  const { sources, unread } = parsedSources(read.files);
  const names = namesOf(sources);
  return { ...read, names, same: sameValues(names), unread };
}

/** Reads a folder. @throws RangeError when it cannot be read */
export async function filesOfFolder(folder: string): Promise<DefinitionFiles> {
  const read = await readDefinitionFiles(folder).catch((error: unknown) => error as Error);
  if (!(read instanceof Error)) return read;
  throw new RangeError(read instanceof UnreadableFile ? read.message : `The folder ${folder} could not be read.`);
}

/** Reads the names of a folder. @throws RangeError when it cannot be read */
export const readNames = async (folder: string): Promise<NamedDefinitions> => namedFiles(await filesOfFolder(folder));

const most = 30;

/**
 * The one thing that an author means by a name.
 * @throws RangeError with the things to choose from, or the nearest name
 */
export function requireName(written: string, { same, unread }: NamedDefinitions): NameKey {
  const found: FoundName = findName(written, same);
  if (found.found === 'one') return found.key;
  if (found.found === 'several') {
    const rows = found.keys.slice(0, most).map((key) => `  ${key}  (${nameKinds[kindOfKey(key)]})`);
    const more = found.keys.length > most ? [`  … and ${found.keys.length - most} more`] : [];
    throw new RangeError([`Several things are named ${written}. Write one of these:`, ...rows, ...more].join('\n'));
  }
  const near = found.near === undefined ? '' : ` Did you mean ${found.near}?`;
  const missing = unread.length === 0 ? '' : `\nNot read, because they have errors: ${unread.join(', ')}.`;
  throw new RangeError(`Nothing in these definitions is named ${written}.${near}${missing}`);
}
