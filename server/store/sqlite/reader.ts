/** Reads the database of a data folder, also while a server writes it. */
import { lastSeq } from '../leads.ts';
import { readingMethods } from '../reader.ts';
import type { StoreReader } from '../types.ts';
import { backUp } from './backup.ts';
import { openExisting } from './open-existing.ts';

/**
 * Opens a database for reading. A statement waits up to two seconds for the server.
 * @throws StoreError STORE_UNREADABLE, STORE_OUTDATED, STORE_NEWER
 */
export const openSqliteReader = ({ dir }: { readonly dir: string }): Promise<StoreReader> =>
  openExisting(dir, { readOnly: true, timeout: 2000 }, ({ db, file, call }) =>
    readingMethods(db, { read: call, horizon: () => lastSeq(db), backUp: (to) => backUp(file, to) }),
  );
