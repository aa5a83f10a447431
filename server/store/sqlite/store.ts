/** The store of one process: a SQLite file, group commit, an acknowledgement after the disk has confirmed. */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { Kysely } from 'kysely';
import { encodeSubmission } from '../encode.ts';
import { StoreError } from '../errors.ts';
import { groupCommit } from '../group-commit.ts';
import { migrate } from '../migrate.ts';
import { migrationsFor } from '../migrations.ts';
import { hotQueries } from '../queries.ts';
import { readAll, readCount, readLatest, readList, readReply } from '../reading.ts';
import type { Database } from '../schema.ts';
import type { Clock, Random, Store, StoreEvents, SubmissionOutcome } from '../types.ts';
import { uuidSource } from '../uuid.ts';
import { batchWriter, type Job, type JobResult, probeWeight } from './batch.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { expirer } from './expire.ts';
import { judge } from './failure.ts';
import { makePrivate } from './folder.ts';
import { watchInPlace } from './in-place.ts';
import { checkpoint, DATABASE_FILE, openDatabase, openingError } from './open-database.ts';
import { sqliteSchema } from './schema-dialect.ts';

export interface SqliteStoreOptions extends StoreEvents {
  /** The data folder; made if it is not there. */
  readonly dir: string;
  /** `Date.now` unless told. */
  readonly clock?: Clock;
  /** `node:crypto`'s unless told. */
  readonly random?: Random;
  /** Milliseconds to wait for another program's lock; 2000 unless told. */
  readonly busyTimeout?: number;
}

const BATCH_LIMIT = 1000;
// As SQLite's own default: about 4 MB of log before it is moved into the database.
const CHECKPOINT_PAGES = 1000;
const PAGE_BYTES = 4096;

/**
 * Opens the store in a data folder and brings its tables up to date.
 * @throws StoreError STORE_FOLDER, STORE_UNREADABLE, STORE_NEWER, STORE_MIGRATION, STORE_FULL, STORE_BUSY
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { dir, clock = Date.now, random = randomBytes, onFatal, onTrouble, onExposed, busyTimeout = 2000 } = options;
  const database = openDatabase(dir, busyTimeout);
  const db = new Kysely<Database>({ dialect: nodeSqliteDialect(database) });
  const { write, expireSome, files } = await prepare();
  const exposed = makePrivate(resolve(dir));
  if (exposed.length > 0) onExposed?.(exposed);

  let failure: StoreError | null = null;
  /** What the last write met; the next one that is kept ends it. */
  let refusal: StoreError | null = null;
  let folded = false;
  let closing: Promise<void> | null = null;
  let logPages = 0;

  async function prepare() {
    const file = join(dir, DATABASE_FILE);
    try {
      await migrate(db, migrationsFor(sqliteSchema), (error) => {
        const { verdict, detail } = judge(error);
        return verdict === 'full' || verdict === 'busy' ? openingError(file, error) : detail;
      });
      const writeBatch = batchWriter(database, hotQueries(db), uuidSource(clock, random));
      // A file without write permission opens read-only: only a write tells.
      writeBatch([{ probeAt: clock() }]);
      // A process killed between write and fsync leaves a commit that only the page cache has. It must be on the
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

  /** Turns an error of SQLite into one of the store; a fatal one ends the store. */
  function settle(error: unknown): StoreError {
    if (error instanceof StoreError) return error;
    const { verdict, detail } = judge(error);
    if (verdict === 'rejected') return new StoreError('STORE_REJECTED', detail);
    if (verdict === 'full') return new StoreError('STORE_FULL', detail);
    if (verdict === 'busy') return new StoreError('STORE_BUSY', detail);
    if (failure === null) {
      failure = new StoreError('STORE_FAILED', detail);
      onFatal?.(failure);
    }
    return failure;
  }

  function become(next: StoreError | null): void {
    const changed = next?.code !== refusal?.code;
    refusal = next;
    if (changed) onTrouble?.(next);
  }

  /** @throws StoreError STORE_MOVED when what is written would be written to a file that nobody finds again */
  function assertInPlace(): void {
    const path = files.misplaced();
    if (path === null) return;
    // Commits that were acknowledged may stand in the log alone, apart from a database that was moved without it.
    if (!folded) foldLog();
    throw new StoreError('STORE_MOVED', path);
  }

  function foldLog(): void {
    folded = true;
    try {
      checkpoint(database, 'truncate');
    } catch {
      // The log stays as it is, and the end of the process tries again.
    }
  }

  const group = groupCommit<Job, JobResult>((jobs) => {
    // Jobs may have been waiting when the batch before them failed.
    if (failure !== null) throw failure;
    try {
      assertInPlace();
      const results = write(jobs);
      // Once more: the file may have gone between the look and the commit.
      assertInPlace();
      folded = false;
      become(null);
      logPages += pagesOf(jobs);
      // After this turn, so that nobody waits for the checkpoint to be told "saved".
      if (logPages > CHECKPOINT_PAGES) setImmediate(moveLog);
      return results;
    } catch (error) {
      const settled = settle(error);
      if (settled.code !== 'STORE_REJECTED') become(settled);
      throw settled;
    }
  }, BATCH_LIMIT);

  function moveLog(): void {
    if (failure !== null || !database.isOpen || logPages <= CHECKPOINT_PAGES) return;
    try {
      checkpoint(database, 'passive');
      logPages = 0;
    } catch (error) {
      // Full or busy: the log keeps everything, and the next batch asks again.
      settle(error);
    }
  }

  function assertUsable(): void {
    if (failure !== null) throw failure;
    if (closing !== null) throw new StoreError('STORE_CLOSED', 'it takes no more calls');
  }

  async function read<T>(query: () => Promise<T>): Promise<T> {
    assertUsable();
    try {
      return await query();
    } catch (error) {
      throw settle(error);
    }
  }

  async function end(): Promise<void> {
    await group.drain();
    try {
      // After a failure nothing more is asked of the disk. Closing the file, which the end of the process would do
      // as well, makes SQLite move the commits that were confirmed, and leaves the log in place if that fails.
      if (failure === null) checkpoint(database, 'truncate');
    } catch (error) {
      const { code } = settle(error);
      // Full or busy at this point loses nothing: the next start reads the log.
      if (code === 'STORE_FAILED') throw failure;
    } finally {
      await db.destroy();
      files.close();
    }
  }

  function trouble(): StoreError | null {
    if (failure !== null) return failure;
    if (closing !== null) return new StoreError('STORE_CLOSED', 'it takes no more calls');
    const path = files.misplaced();
    if (path !== null) become(new StoreError('STORE_MOVED', path));
    return refusal;
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
        throw settle(error);
      }
    },
    trouble,
    replyTo: (intake, key) => read(() => readReply(db, intake, key)),
    latest: (collection, subject) => read(() => readLatest(db, collection, subject)),
    of: (collection, subject) => read(() => readAll(db, collection, subject)),
    list: (collection, listOptions) => read(() => readList(db, collection, listOptions)),
    count: (collection) => read(() => readCount(db, collection)),
    close() {
      closing ??= end();
      return closing;
    },
  };
}

/** About how many pages a batch adds to the log: those all of it shares, two a job, and its texts. */
function pagesOf(jobs: readonly Job[]): number {
  let bytes = 0;
  for (const job of jobs) {
    if ('submission' in job) bytes += job.submission.data.length + job.submission.meta.length;
    else bytes += probeWeight;
  }
  return 6 + 2 * jobs.length + bytes / PAGE_BYTES;
}
