/**
 * The store of a single process: a SQLite file with group commit. A submission is acknowledged after the disk confirmed
 * it.
 */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Kysely } from 'kysely';
import { agreeOn } from '../agree.ts';
import { encodeSubmission } from '../encode.ts';
import { StoreError } from '../errors.ts';
import { makePrivate } from '../folder.ts';
import { groupCommit } from '../group-commit.ts';
import { lastSeq } from '../leads.ts';
import { migrate } from '../migrate.ts';
import { migrationsFor } from '../migrations.ts';
import { probeBytes } from '../probe.ts';
import { hotQueries } from '../queries.ts';
import { readingMethods } from '../reader.ts';
import type { Database } from '../schema.ts';
import type { Clock, Random, Store, StoreEvents, SubmissionOutcome } from '../types.ts';
import { uuidSource } from '../uuid.ts';
import { backUp } from './backup.ts';
import { batchWriter, type Job, type JobResult } from './batch.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { expirer } from './expire.ts';
import { classify } from './failure.ts';
import { watchInPlace } from './in-place.ts';
import { checkpoint, DATABASE_FILE, openDatabase, openingError } from './open-database.ts';
import { sqliteSchema } from './schema-dialect.ts';
import { createUseCounter, USES_FILE } from './uses.ts';

export interface SqliteStoreOptions extends StoreEvents {
  /** The data folder; created if it is missing. */
  readonly dir: string;
  /** `Date.now` by default. */
  readonly clock?: Clock;
  /** `randomBytes` of `node:crypto` by default. */
  readonly random?: Random;
  /** Milliseconds to wait for another program's lock; 2000 by default. */
  readonly busyTimeout?: number;
}

const BATCH_LIMIT = 1000;
// SQLite's own default: checkpoint after about 4 MB of log.
const CHECKPOINT_PAGES = 1000;
const PAGE_BYTES = 4096;

/**
 * Opens the store in a data folder and migrates its tables.
 * @throws StoreError STORE_FOLDER, STORE_UNREADABLE, STORE_NEWER, STORE_MIGRATION, STORE_FULL, STORE_BUSY
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { dir, clock = Date.now, random = randomBytes, onFatal, onTrouble, onExposed, busyTimeout = 2000 } = options;
  const database = openDatabase(dir, busyTimeout);
  const db = new Kysely<Database>({ dialect: nodeSqliteDialect(database) });
  const { write, expireSome, files } = await prepare();
  const exposed = makePrivate(resolve(dir));
  if (exposed.length > 0) onExposed?.(exposed);

  const uses = createUseCounter(join(resolve(dir), USES_FILE), clock);

  let failure: StoreError | null = null;
  /** The error of the last write; the next successful write clears it. */
  let lastRefusal: StoreError | null = null;
  let logFolded = false;
  let closing: Promise<void> | null = null;
  let logPages = 0;

  async function prepare() {
    const file = join(dir, DATABASE_FILE);
    try {
      await migrate(db, migrationsFor(sqliteSchema), (error) => {
        const { failureClass, detail } = classify(error);
        return failureClass === 'full' || failureClass === 'busy' ? openingError(file, error) : detail;
      });
      const writeBatch = batchWriter(database, hotQueries(db), uuidSource(clock, random));
      // A file without write permission opens read-only, so only a write detects it.
      writeBatch([{ probeAt: clock() }]);
      // A process killed between write and fsync leaves a commit that exists only in the page cache. It must be on the
      // disk before a replay acknowledges it.
      checkpoint(database, 'truncate');
      const names = [DATABASE_FILE, `${DATABASE_FILE}-wal`];
      return {
        write: writeBatch,
        expireSome: expirer(database),
        files: watchInPlace(names.map((name) => join(resolve(dir), name))),
      };
    } catch (error) {
      await db.destroy();
      throw error instanceof StoreError ? error : openingError(file, error);
    }
  }

  /** Converts an error of SQLite into a StoreError; a fatal one makes the store fail. */
  function toStoreError(error: unknown): StoreError {
    if (error instanceof StoreError) return error;
    const { failureClass, detail } = classify(error);
    if (failureClass === 'rejected') return new StoreError('STORE_REJECTED', detail);
    if (failureClass === 'full') return new StoreError('STORE_FULL', detail);
    if (failureClass === 'busy') return new StoreError('STORE_BUSY', detail);
    if (failure === null) {
      failure = new StoreError('STORE_FAILED', detail);
      onFatal?.(failure);
    }
    return failure;
  }

  function setRefusal(next: StoreError | null): void {
    const changed = next?.code !== lastRefusal?.code;
    lastRefusal = next;
    if (changed) onTrouble?.(next);
  }

  /** @throws StoreError STORE_MOVED when a write would go to a file that is no longer at its path */
  function assertInPlace(): void {
    const path = files.misplaced();
    if (path === null) return;
    // Acknowledged commits may exist only in the log, and the database may have been moved without it.
    if (!logFolded) foldLog();
    throw new StoreError('STORE_MOVED', path);
  }

  function foldLog(): void {
    logFolded = true;
    try {
      checkpoint(database, 'truncate');
    } catch {
      // The log is unchanged; `close` tries again.
    }
  }

  const group = groupCommit<Job, JobResult>((jobs) => {
    // The previous batch may have failed while these jobs were waiting.
    if (failure !== null) throw failure;
    try {
      assertInPlace();
      const results = write(jobs);
      // The file may have been moved between the first check and the commit.
      assertInPlace();
      logFolded = false;
      setRefusal(null);
      logPages += pagesOf(jobs);
      // After this turn, so that no acknowledgement waits for the checkpoint.
      if (logPages > CHECKPOINT_PAGES) setImmediate(moveLog);
      return results;
    } catch (error) {
      const settled = toStoreError(error);
      if (settled.code !== 'STORE_REJECTED') setRefusal(settled);
      throw settled;
    }
  }, BATCH_LIMIT);

  function moveLog(): void {
    if (failure !== null || !database.isOpen || logPages <= CHECKPOINT_PAGES) return;
    try {
      checkpoint(database, 'passive');
      logPages = 0;
    } catch (error) {
      // Full or busy: the log keeps everything, and the next batch tries again.
      toStoreError(error);
    }
  }

  function assertUsable(): void {
    if (failure !== null) throw failure;
    if (closing !== null) throw new StoreError('STORE_CLOSED', 'it accepts no more calls');
  }

  async function read<T>(query: () => Promise<T>): Promise<T> {
    assertUsable();
    try {
      return await query();
    } catch (error) {
      throw toStoreError(error);
    }
  }

  async function shutDown(): Promise<void> {
    await group.drain();
    try {
      // After a failure the disk is not written again. Closing the file makes SQLite move the confirmed commits, as the
      // end of the process would, and leaves the log in place if that fails.
      if (failure === null) checkpoint(database, 'truncate');
    } catch (error) {
      const { code } = toStoreError(error);
      // Nothing is lost when the disk is full or busy here: the next start reads the log.
      if (code === 'STORE_FAILED') throw failure;
    } finally {
      await db.destroy();
      files.close();
      uses.close();
    }
  }

  function trouble(): StoreError | null {
    if (failure !== null) return failure;
    if (closing !== null) return new StoreError('STORE_CLOSED', 'it accepts no more calls');
    const path = files.misplaced();
    if (path !== null) setRefusal(new StoreError('STORE_MOVED', path));
    return lastRefusal;
  }

  return {
    async submit(submission) {
      assertUsable();
      return (await group.add({ submission: encodeSubmission(submission) })) as SubmissionOutcome;
    },
    async probe() {
      assertUsable();
      await group.add({ probeAt: clock() });
    },
    async expire(collection, retention) {
      assertUsable();
      try {
        assertInPlace();
        const removed = expireSome(collection, retention);
        logPages += removed * 4;
        if (logPages > CHECKPOINT_PAGES) setImmediate(moveLog);
        return removed;
      } catch (error) {
        throw toStoreError(error);
      }
    },
    async addUses(some) {
      assertUsable();
      try {
        return uses.add(some);
      } catch (error) {
        // Not fatal: no lead is in this file.
        throw new StoreError('STORE_BUSY', classify(error).detail);
      }
    },
    agree: (name, value) => read(() => agreeOn(db, name, value)),
    trouble,
    ...readingMethods(db, {
      read,
      horizon: () => lastSeq(db),
      backUp: (file) => backUp(join(resolve(dir), DATABASE_FILE), file),
    }),
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}

/** Estimates how many pages a batch adds to the log: a fixed number, two per job, and its texts. */
function pagesOf(jobs: readonly Job[]): number {
  let bytes = 0;
  for (const job of jobs) {
    if ('submission' in job) bytes += job.submission.data.length + job.submission.meta.length;
    else bytes += probeBytes;
  }
  return 6 + 2 * jobs.length + bytes / PAGE_BYTES;
}
