import type { SiteDefinition } from '../../engine/definition.ts';
import { loadSite } from '../../engine/load/load-site.ts';
import { fingerprint } from '../definitions/fingerprint.ts';
import { readDefinitionFiles } from '../definitions/read.ts';

/**
 * The site of a funnels folder.
 * @throws Error with the first mistake when the definitions have any, the file system's error when they can not be read
 */
export async function loadFolder(folder: string): Promise<SiteDefinition> {
  const { files, assets } = await readDefinitionFiles(folder);
  const { site, problems } = loadSite(files, { hash: fingerprint, assets });
  if (site !== null) return site;
  const errors = problems.filter((problem) => problem.severity === 'error');
  const [first] = errors;
  const place = first === undefined ? folder : `${first.file}:${first.line}:${first.column}`;
  throw new Error(
    `${place} ${first?.message ?? ''}\n${first?.frame ?? ''}\n${errors.length} in all: run funnel check ${folder}`,
  );
}
