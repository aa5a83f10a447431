/** The definitions for a command that can do without them. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { loadFolder } from '../definitions/load.ts';
import type { Output } from './command.ts';

/**
 * The site of a folder; null, with a message, if it cannot be read or has errors.
 * @param consequence what the command lacks without it: `times are in UTC`
 */
export async function siteIfReadable(
  folder: string,
  output: Pick<Output, 'err'>,
  consequence = 'times are in UTC, and ids stand for titles',
): Promise<SiteDefinition | null> {
  const loaded = await loadFolder(folder).catch((error: unknown) => error as Error);
  if ('site' in loaded && loaded.site !== null) return loaded.site;
  const reason = 'site' in loaded ? '`funnel check` lists their errors' : loaded.message;
  output.err(`The definitions in ${folder} cannot be read (${reason}): ${consequence}.`);
  return null;
}
