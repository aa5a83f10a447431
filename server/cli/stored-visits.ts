/** What a data folder, or its database, has stored of visits. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openStoreReader } from '../store/open.ts';
import { createStoredVisits, noStoredVisits, type StoredVisitIndex } from '../timelines/stored-visits.ts';

/**
 * Reads what is stored. Nothing, if there is no database yet: traces can be copied without it.
 * @throws StoreError
 */
export async function storedOf<Of>(
  config: Config,
  read: (index: Pick<StoredVisitIndex, 'collections' | 'undelivered'>) => Promise<Of>,
): Promise<Of> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'store.sqlite')))
    return await read(noStoredVisits);
  const store = await openStoreReader(config);
  try {
    return await read(createStoredVisits(store));
  } finally {
    await store.close();
  }
}
