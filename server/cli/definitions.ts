/** The definitions of a folder, for commands. */
import type { Axes } from '../../engine/axes/axes.ts';
import type { ByAxes } from '../../engine/axes/by-axes.ts';
import { instantOf, phasesAt } from '../../engine/axes/phase.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import { nearest } from '../../engine/errors/nearest.ts';
import { Report } from '../../engine/errors/report.ts';
import type { DraftContent } from '../../engine/load/link/draft.ts';
import { readDraft } from '../../engine/load/read-draft.ts';
import { Memo } from '../../engine/memo/memo.ts';
import { exampleMoment } from '../../engine/values/moment.ts';
import { createFolderLoader, type LoadFolderOptions } from '../definitions/load.ts';
import { type DefinitionFiles, readDefinitionFiles } from '../definitions/read.ts';
import type { LoadResult } from '../definitions/version-making.ts';
import { UnreadableFile } from '../disk/disk.ts';
import { fingerprint } from '../disk/fingerprint.ts';
import type { Output } from './command.ts';

/** The edited definitions and the values of a site's axes share most of their files: what they have in common is loaded once. */
const loadFolder = createFolderLoader();

/** Says that definitions have errors, and how to see them. */
export function errorsIn(folder: string, problems: LoadResult['problems']): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return `The definitions in ${folder} have ${errors} error(s). \`funnel check ${folder}\` shows them.`;
}

/** The site of a folder, and that for every value of its axes. @throws RangeError when its definitions have errors */
export async function sitesOf(
  folder: string,
  options: LoadFolderOptions = {},
): Promise<{ readonly site: SiteDefinition; readonly sites: ByAxes<SiteDefinition> }> {
  const { site, sites, problems } = await loadFolder(folder, options);
  if (site === null || sites === null) throw new RangeError(errorsIn(folder, problems));
  return { site, sites };
}

/** The site of a folder. @throws RangeError when its definitions have errors */
export const siteOf = async (folder: string, options?: LoadFolderOptions): Promise<SiteDefinition> =>
  (await sitesOf(folder, options)).site;

/**
 * The site of a folder; null, with a message, if it cannot be read or has errors.
 * @param consequence what the command lacks without it
 */
export async function siteIfReadable(
  folder: string,
  output: Pick<Output, 'err'>,
  consequence = 'times are in UTC, and titles are replaced by ids',
): Promise<SiteDefinition | null> {
  const loaded = await loadFolder(folder).catch((error: unknown) => error as Error);
  if ('site' in loaded && loaded.site !== null) return loaded.site;
  const reason = 'site' in loaded ? '`funnel check` lists their errors' : loaded.message;
  output.err(`The definitions in ${folder} cannot be read (${reason}): ${consequence}.`);
  return null;
}

/** The values of a site's axes at a moment that `--at` gives. @throws RangeError */
export function axesAtMoment(text: string, { axes, timed, site }: SiteDefinition): Axes {
  const at = instantOf(text, timed);
  if (at !== null) return { ...axes, phase: phasesAt(Object.keys(axes.phase), timed, at) };
  throw new RangeError(
    `--at needs a date and time with an offset, such as ${exampleMoment(site.timeZone)}, or ${timed[0]?.id ?? 'event'}.after.`,
  );
}

/** Says that a site has no flow with an id; null if it has one. */
export function missingFlow({ flows }: SiteDefinition, id: string): string | null {
  if (Object.hasOwn(flows, id)) return null;
  const known = Object.keys(flows);
  const near = nearest(id, known);
  return `There is no flow ${id}. ${near === undefined ? `The flows are ${known.join(', ')}.` : `Did you mean ${near}?`}`;
}

/** The files of a folder. @throws RangeError when the folder cannot be read */
export async function definitionFilesOf(folder: string): Promise<DefinitionFiles> {
  try {
    return await readDefinitionFiles(folder);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new RangeError(error.message);
    throw new RangeError(`The folder ${folder} could not be read.`);
  }
}

/** The definitions as their authors wrote them, with positions; undefined if `site.yaml` is missing or invalid. */
export function draftOf({ files, assets, extensions }: DefinitionFiles): DraftContent | undefined {
  const memo = new Memo();
  memo.begin(new Report());
  return readDraft(files, { hash: fingerprint, assets, extensions }, memo);
}
