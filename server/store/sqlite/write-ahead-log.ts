/** The write-ahead log of the database: how long it is, and when it is copied into the database file. */
import type { DatabaseSync } from 'node:sqlite';
import type { EncodedSubmission } from '../encode.ts';
import { StoreError } from '../errors.ts';
import type { Frame, Job } from '../frame.ts';
import { probeBytes } from '../probe.ts';
import type { FilesInPlace } from './file-identity.ts';
import { checkpoint } from './open-database.ts';

export interface WriteAheadLog {
  /** @throws StoreError STORE_MOVED when a write would go to a file that is no longer at its path */
  assertInPlace(): void;
  /** Counts pages that a commit has added, and copies the log later if it is long. */
  add(pages: number): void;
  /** Counts a batch that has been committed. */
  addBatch(jobs: readonly Job[]): void;
}

// SQLite's own default: checkpoint after about 4 MB of log.
const CHECKPOINT_PAGES = 1000;
export const PAGE_BYTES = 4096;
/** A row of the outbox with its indexes. */
const messageBytes = 1024;

/**
 * @param files the files of the database
 * @param frame the frame of the store, which classifies errors; read after the first write
 */
export function writeAheadLog(
  database: DatabaseSync,
  files: Pick<FilesInPlace, 'misplaced'>,
  frame: () => Pick<Frame, 'hasFailed' | 'settle'>,
): WriteAheadLog {
  let isFolded = false;
  let pages = 0;

  function fold(): void {
    isFolded = true;
    try {
      checkpoint(database, 'truncate');
    } catch {
      // The log is unchanged; `close` tries again.
    }
  }

  function move(): void {
    if (frame().hasFailed() || !database.isOpen || pages <= CHECKPOINT_PAGES) return;
    try {
      checkpoint(database, 'passive');
      pages = 0;
    } catch (error) {
      // Full or busy: the log keeps everything, and the next batch tries again.
      frame().settle(error);
    }
  }

  function add(more: number): void {
    pages += more;
    // After this turn, so that no acknowledgement waits for the checkpoint.
    if (pages > CHECKPOINT_PAGES) setImmediate(move);
  }

  return {
    assertInPlace() {
      const path = files.misplaced();
      if (path === null) return;
      // Acknowledged commits may exist only in the log, and the database may have been moved without it.
      if (!isFolded) fold();
      throw new StoreError('STORE_MOVED', path);
    },
    add,
    addBatch(jobs) {
      isFolded = false;
      add(pagesOf(jobs));
    },
  };
}

const bytesOf = ({ data, meta, messages }: EncodedSubmission): number =>
  data.length + meta.length + messages.length * messageBytes;

/** Estimates how many pages a batch adds to the log: a fixed number, two per job, and its texts. */
function pagesOf(jobs: readonly Job[]): number {
  let bytes = 0;
  for (const job of jobs) {
    if ('submission' in job) bytes += bytesOf(job.submission);
    else bytes += probeBytes;
  }
  return 6 + 2 * jobs.length + bytes / PAGE_BYTES;
}
