/**
 * The errors of storage. Codes are permanent. A message says where and why in terms of files, tables and
 * database codes; it never carries a value of a submission.
 */
interface Entry {
  readonly title: string;
  readonly message: (detail: string) => string;
  readonly hint: string;
}

export const storeErrors = {
  STORE_FOLDER: {
    title: 'The data folder cannot be used',
    message: (detail) => `The data folder cannot be used: ${detail}.`,
    hint: 'Choose a local folder that the server may write to, or correct its owner and permissions.',
  },
  STORE_UNREADABLE: {
    title: 'The database cannot be opened',
    message: (detail) => `The database cannot be opened: ${detail}.`,
    hint: 'Nothing was changed. Check that the file is the one this server made, or restore a backup.',
  },
  STORE_NEWER: {
    title: 'The database is from a newer version',
    message: (detail) => `The database was made by a newer version of this server; unknown migrations: ${detail}.`,
    hint: 'Nothing was changed. Start the newer version, or restore a backup made by this one.',
  },
  STORE_MIGRATION: {
    title: 'The database could not be brought up to date',
    message: (detail) => `A migration did not run and was taken back: ${detail}.`,
    hint: 'The database is as it was before the start. Check that no other program made tables in it.',
  },
  STORE_REJECTED: {
    title: 'The submission cannot be kept',
    message: (detail) => `The submission cannot be kept: ${detail}.`,
    hint: 'Nothing of it was kept. This is a mistake of the caller; trying the same again will not help.',
  },
  STORE_CURSOR: {
    title: 'The list cannot go on from there',
    message: (detail) => `No record of collection '${detail}' has the id given as 'after'.`,
    hint: "Give the id of the last record of the list's previous part, or leave 'after' out.",
  },
  STORE_FULL: {
    title: 'The disk is full',
    message: (detail) => `The disk is full (${detail}); nothing of this was kept.`,
    hint: 'Free some space. The next call tries again; no restart is needed.',
  },
  STORE_BUSY: {
    title: 'The database is in use',
    message: (detail) => `The database could not be written in time (${detail}); nothing of this was kept.`,
    hint: 'Another program holds a lock on it, or memory is short. The next call tries again.',
  },
  STORE_MOVED: {
    title: 'The database is not where it was',
    message: (detail) =>
      `The database file was moved, replaced or deleted: ${detail}. Nothing of this was acknowledged.`,
    hint: 'Put the file back and the next call works again, or stop the server before you move the data folder.',
  },
  STORE_FAILED: {
    title: 'The store has failed',
    message: (detail) => `The disk did not confirm a write (${detail}); the store takes no more calls.`,
    hint: 'Stop the server, check the disk and start again: what was acknowledged before is kept.',
  },
  STORE_CLOSED: {
    title: 'The store is closed',
    message: (detail) => `The store is closed (${detail}).`,
    hint: 'The server is stopping. The visitor may send the same key to the next one.',
  },
} as const satisfies Record<string, Entry>;

export type StoreErrorCode = keyof typeof storeErrors;

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly title: string;
  readonly hint: string;

  /** @param detail where and why, with no value of a submission in it */
  constructor(code: StoreErrorCode, detail: string) {
    const entry: Entry = storeErrors[code];
    super(entry.message(detail));
    this.name = 'StoreError';
    this.code = code;
    this.title = entry.title;
    this.hint = entry.hint;
  }
}
