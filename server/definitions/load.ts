import { loadSite } from '../../engine/load/load-site.ts';
import { fingerprint } from './fingerprint.ts';
import type { Loaded } from './keeper.ts';
import { readDefinitionFiles } from './read.ts';

/** Reads and checks a funnels folder. @throws the file system's error when it cannot be read */
export async function loadFolder(folder: string): Promise<Loaded> {
  const { files, assets } = await readDefinitionFiles(folder);
  return loadSite(files, { hash: fingerprint, assets, now: Date.now() });
}
