/** What an error of SQLite means for the store. */

/**
 * - `rejected`: this statement's values; the transaction goes on
 * - `full`: no space; the next transaction may succeed
 * - `busy`: a lock or memory; the next transaction may succeed
 * - `fatal`: what is on the disk is not known any more
 */
export type FailureClass = 'rejected' | 'full' | 'busy' | 'fatal';

export interface Failure {
  readonly verdict: FailureClass;
  /** SQLite's own words for the code. Its messages are left out: a trigger or a check could quote a value. */
  readonly detail: string;
}

// https://www.sqlite.org/rescode.html; the low byte of an extended code is the primary one.
const BUSY = 5;
const LOCKED = 6;
const NOMEM = 7;
const FULL = 13;
const PROTOCOL = 15;
const TOOBIG = 18;
const CONSTRAINT = 19;
const MISMATCH = 20;
const IOERR_NOMEM = 3082;
// The WAL index could not be made longer, which a full disk does.
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
 * Judges what `node:sqlite` threw. Whatever is not known to be harmless is fatal: an I/O error, a corrupt file,
 * a database that became read-only or was moved away.
 */
export function judge(error: unknown): Failure {
  const { errcode, errstr, code } = error as { errcode?: number; errstr?: string; code?: string };
  if (errcode === undefined) {
    // Not from SQLite: the connection is gone, or a value could not be bound or read back.
    const verdict = code === 'ERR_INVALID_STATE' ? 'fatal' : 'rejected';
    return { verdict, detail: `outside SQLite, ${code ?? 'no code'}` };
  }
  const verdict = byExtended[errcode] ?? byPrimary[errcode & 0xff] ?? 'fatal';
  return { verdict, detail: `SQLite ${errcode}, ${errstr ?? 'no text'}` };
}
