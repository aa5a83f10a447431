/** The stores, by the setting that chooses one. */
import type { Config } from '../config.ts';
import { makePrivate, prepareFolder } from './folder.ts';
import { openSqliteReader } from './sqlite/reader.ts';
import { openSqliteStore } from './sqlite/store.ts';
import type { Clock, OpenTokens, Store, StoreEvents, StoreReader } from './types.ts';

/** The settings of the store. */
export type StoreConfig = Pick<Config, 'dataDir' | 'databaseUrl'>;

// A server with an embedded database does not load the client of the other one.
const postgres = () => import('./postgres/store.ts');

/** Opens the store of a configuration and migrates its tables. @throws StoreError */
export async function openStore(
  { dataDir, databaseUrl }: StoreConfig,
  events: StoreEvents & { readonly clock?: Clock } = {},
): Promise<Store> {
  if (databaseUrl === null) return openSqliteStore({ dir: dataDir, ...events });
  // The folder still holds the versions served, pictures and traces of this process.
  const exposed = makePrivate(prepareFolder(dataDir));
  if (exposed.length > 0) events.onExposed?.(exposed);
  return (await postgres()).openPostgresStore({ url: databaseUrl, ...events });
}

/**
 * Opens the store of a configuration for reading, beside a running server: nothing is created, migrated or written.
 * @throws StoreError STORE_UNREADABLE, STORE_OUTDATED, STORE_NEWER
 */
export const openStoreReader = async ({ dataDir, databaseUrl }: StoreConfig): Promise<StoreReader> =>
  databaseUrl === null
    ? openSqliteReader({ dir: dataDir })
    : (await postgres()).openPostgresReader({ url: databaseUrl });

/** Opens the tokens that processes share, beside running servers; null where the data folder has them. @throws StoreError */
export const openSharedTokens = async (databaseUrl: string | null): Promise<OpenTokens | null> =>
  databaseUrl === null ? null : (await postgres()).openPostgresTokens({ url: databaseUrl });
