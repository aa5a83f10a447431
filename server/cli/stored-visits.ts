/** What a data folder, or its database, has stored of visits. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openStoreReader } from '../store/open.ts';
import { createStoredVisits, type StoredVisits } from '../timelines/stored-visits.ts';

/** Nothing, if there is no database yet: traces can be copied without it. @throws StoreError */
export async function storedVisitsOf(config: Config): Promise<StoredVisits> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'store.sqlite'))) return new Map();
  const store = await openStoreReader(config);
  try {
    return await createStoredVisits(store).collections();
  } finally {
    await store.close();
  }
}
