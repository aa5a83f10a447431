/** The stores, by the setting that chooses one. */
import type { Config } from '../config.ts';
import { openSqliteReader } from './sqlite/reader.ts';
import { openSqliteStore } from './sqlite/store.ts';
import type { Clock, Store, StoreEvents, StoreReader } from './types.ts';

/** The settings of the store. */
export type StoreConfig = Pick<Config, 'dataDir'>;

/** Opens the store of a configuration and migrates its tables. @throws StoreError */
export const openStore = (config: StoreConfig, events: StoreEvents & { readonly clock?: Clock } = {}): Promise<Store> =>
  openSqliteStore({ dir: config.dataDir, ...events });

/**
 * Opens the store of a configuration for reading, beside a running server: nothing is created, migrated or written.
 * @throws StoreError STORE_UNREADABLE, STORE_OUTDATED, STORE_NEWER
 */
export const openStoreReader = (config: StoreConfig): Promise<StoreReader> => openSqliteReader({ dir: config.dataDir });
