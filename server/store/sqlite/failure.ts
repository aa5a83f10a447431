/** Classifies the errors of SQLite. */
import { StoreError, type StoreErrorCode } from '../errors.ts';

/**
 * - `rejected`: the statement's values are invalid; the transaction continues
 * - `full`: no space; the next transaction may succeed
 * - `busy`: a lock or low memory; the next transaction may succeed
 * - `fatal`: the state on the disk is unknown
 */
export type FailureClass = 'rejected' | 'full' | 'busy' | 'fatal';

export interface Failure {
  readonly failureClass: FailureClass;
  /** SQLite's text for the code. Its messages are left out, because a trigger or a check could quote a value. */
  readonly detail: string;
}

// https://www.sqlite.org/rescode.html; the low byte of an extended code is the primary code.
const BUSY = 5;
const LOCKED = 6;
const NOMEM = 7;
const FULL = 13;
const PROTOCOL = 15;
const TOOBIG = 18;
const CONSTRAINT = 19;
const MISMATCH = 20;
const IOERR_NOMEM = 3082;
// The WAL index could not grow, which happens on a full disk.
const IOERR_SHMSIZE = 4874;

const byPrimary: Readonly<Record<number, FailureClass>> = {
  [BUSY]: 'busy',
  [LOCKED]: 'busy',
  [NOMEM]: 'busy',
  [PROTOCOL]: 'busy',
  [FULL]: 'full',
  [TOOBIG]: 'rejected',
  [CONSTRAINT]: 'rejected',
  [MISMATCH]: 'rejected',
};

const byExtended: Readonly<Record<number, FailureClass>> = { [IOERR_NOMEM]: 'busy', [IOERR_SHMSIZE]: 'full' };

/**
 * Classifies an error thrown by `node:sqlite`. Unknown errors are fatal: an I/O error, a corrupt file, a database that
 * became read-only or was moved.
 */
export function classify(error: unknown): Failure {
  const { errcode, errstr, code } = error as { errcode?: number; errstr?: string; code?: string };
  if (errcode === undefined) {
    // Not from SQLite: the connection is closed, or a value could not be bound or read.
    const failureClass = code === 'ERR_INVALID_STATE' ? 'fatal' : 'rejected';
    return { failureClass, detail: `outside SQLite, ${code ?? 'no code'}` };
  }
  const failureClass = byExtended[errcode] ?? byPrimary[errcode & 0xff] ?? 'fatal';
  return { failureClass, detail: `SQLite ${errcode}, ${errstr ?? 'no text'}` };
}

const codes: Readonly<Record<FailureClass, StoreErrorCode>> = {
  rejected: 'STORE_REJECTED',
  full: 'STORE_FULL',
  busy: 'STORE_BUSY',
  fatal: 'STORE_FAILED',
};

/** An error of a store that was open. */
export function sqliteStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { failureClass, detail } = classify(error);
  return new StoreError(codes[failureClass], detail);
}
