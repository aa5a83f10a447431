/** The versions of the definitions that the server keeps, to replay visits on them. */
import { join } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { VersionRow } from '../../renderer/studio/contract.ts';
import { createFolderLoader } from '../definitions/load.ts';
import { createVersionFolder } from '../definitions/version-folder.ts';
import { commonDisk } from '../disk/disk.ts';
import { StudioError } from './replies.ts';

export interface KeptVersions {
  /** The newest first. */
  list(served: SiteDefinition): Promise<VersionRow[]>;
  /** The definitions of a version. @param hash as listed @throws StudioError */
  site(hash: string): Promise<SiteDefinition>;
}

/** @param dataDir contains the folder of the versions */
export function createKeptVersions(dataDir: string): KeptVersions {
  const folder = createVersionFolder(join(dataDir, 'versions'), commonDisk);
  /** A version does not change. At most as many as are kept. */
  const loaded = new Map<string, SiteDefinition>();
  const load = createFolderLoader();

  return {
    async list(served) {
      const kept = await folder.intact();
      const rows = kept.map(({ definition, keptAt }) => ({
        ...{ hash: definition as string, at: keptAt },
        isServed: definition === served.hash,
      }));
      const isListed = rows.some(({ isServed }) => isServed);
      return isListed ? rows : [{ hash: served.hash, at: null, isServed: true }, ...rows];
    },
    async site(hash) {
      const kept = await folder.intact();
      for (const known of loaded.keys()) if (!kept.some(({ id }) => id === known)) loaded.delete(known);
      const version = kept.find(({ definition }) => definition === hash);
      if (version === undefined)
        throw new StudioError(404, 'not-found', `The server does not keep the version ${hash.slice(0, 12)} any more.`);
      const known = loaded.get(version.id);
      if (known !== undefined) return known;
      const { site } = await load(version.folder, { migrate: true });
      if (site === null)
        throw new StudioError(422, 'unreadable', 'This version can no longer be read: the engine was updated since.');
      loaded.set(version.id, site);
      return site;
    },
  };
}
