/**
 * Storage errors. Codes are permanent. A message names the place and the cause by files, tables and database codes; it
 * never contains a value of a submission.
 */
interface Entry {
  readonly title: string;
  readonly message: (detail: string) => string;
  readonly hint: string;
}

export const storeErrors = {
  STORE_FOLDER: {
    title: 'The data folder is unusable',
    message: (detail) => `The data folder is unusable: ${detail}.`,
    hint: 'Choose a local folder that the server may write to, or correct its owner and permissions.',
  },
  STORE_UNREADABLE: {
    title: 'The database cannot be opened',
    message: (detail) => `The database cannot be opened: ${detail}.`,
    hint: 'Nothing was changed. Check that this server created the file, or restore a backup.',
  },
  STORE_NEWER: {
    title: 'The database is from a newer version',
    message: (detail) => `A newer version of this server wrote the database: ${detail}.`,
    hint: 'This process stores nothing there. Start the newer version, or restore a backup from this version.',
  },
  STORE_OUTDATED: {
    title: 'The database is from an older version',
    message: (detail) => `The database is from an older version of this server; missing migrations: ${detail}.`,
    hint: 'Start the server once: it migrates the database.',
  },
  STORE_MIGRATION: {
    title: 'The database could not be migrated',
    message: (detail) => `A migration failed and was rolled back: ${detail}.`,
    hint: 'The database is unchanged. Check that no other program created tables in it.',
  },
  STORE_REJECTED: {
    title: 'The submission cannot be stored',
    message: (detail) => `The submission cannot be stored: ${detail}.`,
    hint: 'Nothing was stored. The caller passed invalid data; a retry with the same data will fail again.',
  },
  STORE_CURSOR: {
    title: "The list's cursor is unknown",
    message: (detail) => `Collection '${detail}' has no record with the id in 'after'.`,
    hint: "Pass the id of the last record on the previous page, or omit 'after'.",
  },
  STORE_BACKUP: {
    title: 'The backup was not written',
    message: (detail) => `The backup was not written: ${detail}.`,
    hint: 'Name a new file on a disk with enough space. A PostgreSQL database is backed up with pg_dump.',
  },
  STORE_FULL: {
    title: 'The disk is full',
    message: (detail) => `The disk is full (${detail}); nothing was stored.`,
    hint: 'Free some space. The next call retries; no restart is needed.',
  },
  STORE_BUSY: {
    title: 'The database is in use',
    message: (detail) => `The database could not be written in time (${detail}); nothing was stored.`,
    hint: 'Another program holds a lock on it, or memory is low. The next call retries.',
  },
  STORE_IN_USE: {
    title: 'Another server uses the data folder',
    message: (detail) => `Another server uses the data folder ${detail}, and did not stop in time.`,
    hint: 'Stop it, or give each server a DATA_DIR of its own. Several processes for one site need PostgreSQL.',
  },
  STORE_UNREACHABLE: {
    title: 'The database cannot be reached',
    message: (detail) => `The database cannot be reached (${detail}); the submission was not acknowledged.`,
    hint: 'Check that the database server runs and that DATABASE_URL leads to it. The next call reconnects.',
  },
  STORE_MOVED: {
    title: 'The database was moved',
    message: (detail) =>
      `The database file was moved, replaced, emptied or deleted: ${detail}. The submission was not acknowledged.`,
    hint: 'Put the file back; the next call then succeeds. Stop the server before you move the data folder.',
  },
  STORE_FAILED: {
    title: 'The store has failed',
    message: (detail) => `The disk did not confirm a write (${detail}); the store accepts no more calls.`,
    hint: 'Stop the server, check the disk and start again. Acknowledged submissions are safe.',
  },
  STORE_CLOSED: {
    title: 'The store is closed',
    message: (detail) => `The store is closed (${detail}).`,
    hint: 'The server is stopping. Retry with the same idempotency key after the restart.',
  },
} as const satisfies Record<string, Entry>;

export type StoreErrorCode = keyof typeof storeErrors;

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly title: string;
  readonly hint: string;

  /** @param detail place and cause, without any value of a submission */
  constructor(code: StoreErrorCode, detail: string) {
    const entry: Entry = storeErrors[code];
    super(entry.message(detail));
    this.name = 'StoreError';
    this.code = code;
    this.title = entry.title;
    this.hint = entry.hint;
  }
}
