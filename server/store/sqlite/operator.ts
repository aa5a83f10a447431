/** Changes the outbox, the users of the studio or what is published, on behalf of an operator, also while a server writes the database. */
import { outboxOperator } from '../outbox.ts';
import { publicationStore } from '../publications.ts';
import { staffStore } from '../staff.ts';
import type { OpenOutbox, OpenPublications, OpenStaff } from '../types.ts';
import { versionStore } from '../versions.ts';
import { type ConnectionSettings, openExisting } from './open-existing.ts';

/** The folder of a database. */
interface Place {
  readonly dir: string;
}

const settings: ConnectionSettings = {
  timeout: 2000,
  pragmas: 'pragma synchronous = full; pragma secure_delete = on',
};

/**
 * Opens the outbox. A statement waits up to two seconds for the server.
 * @throws StoreError STORE_UNREADABLE, STORE_OUTDATED, STORE_NEWER
 */
export const openSqliteOutbox = ({ dir }: Place): Promise<OpenOutbox> =>
  openExisting(dir, settings, ({ db, call }) => outboxOperator(db, call));

/** Opens the users of the studio, as {@link openSqliteOutbox} does. @throws StoreError */
export const openSqliteStaff = ({ dir }: Place): Promise<OpenStaff> =>
  openExisting(dir, settings, ({ db, call }) => staffStore(db, call));

/** Opens the versions, as {@link openSqliteOutbox} does. @throws StoreError */
export const openSqlitePublications = ({ dir }: Place): Promise<OpenPublications> =>
  openExisting(dir, settings, ({ db, call }) => ({
    publications: publicationStore(db, call),
    versions: versionStore(db, (_bytes, run) => call(run), Date.now),
  }));
