/** The stores, by the setting that chooses one. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config.ts';
import type { OpenPrivacyStore } from './erasures.ts';
import { makePrivate, prepareFolder } from './folder.ts';
import { DATABASE_FILE } from './sqlite/open-database.ts';
import { openSqliteOutbox, openSqlitePublications, openSqliteStaff } from './sqlite/operator.ts';
import { openSqlitePrivacy } from './sqlite/privacy.ts';
import { openSqliteReader } from './sqlite/reader.ts';
import { openSqliteStore } from './sqlite/store.ts';
import type {
  Clock,
  OpenOutbox,
  OpenPublications,
  OpenStaff,
  OpenTokens,
  Store,
  StoreEvents,
  StoreReader,
} from './types.ts';

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

/** Opens the outbox of a configuration for an operator, beside running servers. @throws StoreError */
export const openOutbox = async ({ dataDir, databaseUrl }: StoreConfig): Promise<OpenOutbox> =>
  databaseUrl === null
    ? openSqliteOutbox({ dir: dataDir })
    : (await postgres()).openPostgresOutbox({ url: databaseUrl });

/** Opens the database of a configuration to export and erase personal values, beside running servers. @throws StoreError */
export const openPrivacyStore = async ({ dataDir, databaseUrl }: StoreConfig): Promise<OpenPrivacyStore> =>
  databaseUrl === null
    ? openSqlitePrivacy({ dir: dataDir })
    : (await postgres()).openPostgresPrivacy({ url: databaseUrl });

/** Opens the tokens that processes share, beside running servers; null where the data folder has them. @throws StoreError */
export const openSharedTokens = async (databaseUrl: string | null): Promise<OpenTokens | null> =>
  databaseUrl === null ? null : (await postgres()).openPostgresTokens({ url: databaseUrl });

/** Opens the versions of a configuration for an operator, beside running servers. @throws StoreError */
export const openPublications = async ({ dataDir, databaseUrl }: StoreConfig): Promise<OpenPublications> =>
  databaseUrl === null
    ? openSqlitePublications({ dir: dataDir })
    : (await postgres()).openPostgresPublications({ url: databaseUrl });

/** Opens the users of the studio, beside running servers. A data folder without a database gets one. @throws StoreError */
export async function openStaff({ dataDir, databaseUrl }: StoreConfig): Promise<OpenStaff> {
  if (databaseUrl !== null) return (await postgres()).openPostgresStaff({ url: databaseUrl });
  if (!existsSync(join(resolve(dataDir), DATABASE_FILE))) await (await openSqliteStore({ dir: dataDir })).close();
  return openSqliteStaff({ dir: dataDir });
}
