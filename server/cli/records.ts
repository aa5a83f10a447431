/** `funnel records COLLECTION [SUBJECT] [FOLDER]`: the records of a subject, merged by visit; without one, the collection's leads. */
import { readConfig } from '../config.ts';
import { loadFolder } from '../definitions/load.ts';
import { toSubject } from '../store/ids.ts';
import { openStoreReader } from '../store/open.ts';
import { mergeByVisit } from '../store/record-merge.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { leads } from './leads.ts';

/**
 * Prints the merged records as JSON, one per visit. It reads the database of DATA_DIR, so it needs access to the
 * server's files.
 * @returns the exit code: 0 when there are records, 1 when there are none, 2 when they could not be read
 */
export async function records({ positionals }: CommandCall, output: Output): Promise<number> {
  const [collection, subject, folder, ...more] = positionals;
  if (collection === undefined)
    throw new InvalidArguments('Give a collection, and a subject such as an e-mail address to see its records.');
  if (subject === undefined)
    return leads({ positionals: ['list'], switches: new Set(), values: { collection } }, output);
  if (more.length > 0) throw new InvalidArguments('Only one subject of one collection can be shown at a time.');
  try {
    const config = readConfig(process.env, process.cwd());
    const { site } = await loadFolder(folder ?? config.funnelsDir);
    const intakes = Object.values(site?.intakes ?? {}).filter((intake) => intake.records === collection);
    const store = await openStoreReader(config);
    try {
      const visit = intakes.find((intake) => intake.groupBy !== null)?.groupBy ?? null;
      const merged = mergeByVisit(await store.of(collection, toSubject(subject)), visit);
      output.out(JSON.stringify(merged, null, 2));
      return merged.length > 0 ? 0 : 1;
    } finally {
      await store.close();
    }
  } catch (error) {
    output.err(error instanceof Error ? error.message : String(error));
    return 2;
  }
}
