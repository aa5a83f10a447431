/**
 * The store of a single process: a SQLite file with group commit. A submission is acknowledged after the disk confirmed
 * it.
 */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { agreeOn } from '../agree.ts';
import type { EncodedSubmission } from '../encode.ts';
import { StoreError } from '../errors.ts';
import { makePrivate } from '../folder.ts';
import { type Job, storeFrame } from '../frame.ts';
import { kyselyOver } from '../kysely.ts';
import { lastSeq } from '../leads.ts';
import { migrate, newerSchema } from '../migrate.ts';
import { migrationsFor } from '../migrations.ts';
import { outboxOf } from '../outbox.ts';
import { probeBytes } from '../probe.ts';
import { publicationStore } from '../publications.ts';
import { hotQueries } from '../queries.ts';
import { readingMethods } from '../reader.ts';
import { staffStore } from '../staff.ts';
import { tokenStore } from '../tokens.ts';
import type { Clock, Random, Store, StoreEvents } from '../types.ts';
import { uuidSource } from '../uuid.ts';
import { versionStore } from '../versions.ts';
import { visitStore } from '../visits.ts';
import { backUp } from './backup.ts';
import { batchWriter } from './batch.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { expirer } from './expire.ts';
import { classify, sqliteStoreError } from './failure.ts';
import { watchInPlace } from './in-place.ts';
import { checkpoint, DATABASE_FILE, openDatabase, openingError } from './open-database.ts';
import { sqliteSchema } from './schema-dialect.ts';
import { transactions } from './transactions.ts';
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

// SQLite's own default: checkpoint after about 4 MB of log.
const CHECKPOINT_PAGES = 1000;
const PAGE_BYTES = 4096;
/** A row of the outbox with its indexes. */
const messageBytes = 1024;
/** Of the log that the row of a visit takes. */
const visitPages = 4;

/**
 * Opens the store in a data folder and migrates its tables.
 * @throws StoreError STORE_FOLDER, STORE_UNREADABLE, STORE_NEWER, STORE_MIGRATION, STORE_FULL, STORE_BUSY
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { dir, clock = Date.now, random = randomBytes, onExposed, busyTimeout = 2000 } = options;
  const database = openDatabase(dir, busyTimeout);
  const db = kyselyOver(nodeSqliteDialect(database));
  const { write, expireSome, files } = await prepare();
  const exposed = makePrivate(resolve(dir));
  if (exposed.length > 0) onExposed?.(exposed);

  const transaction = transactions(database);
  const uses = createUseCounter(join(resolve(dir), USES_FILE), clock);

  let logFolded = false;
  let logPages = 0;

  async function prepare() {
    const file = join(dir, DATABASE_FILE);
    try {
      await migrate(db, migrationsFor(sqliteSchema), {
        describe(error) {
          const { failureClass, detail } = classify(error);
          return failureClass === 'full' || failureClass === 'busy' ? openingError(file, error) : detail;
        },
      });
      // Only one process sends the messages of a folder, so the leases of an earlier one are over.
      database.exec(
        "update outbox set leased_until = 0, next_at = created_at where status = 'waiting' and leased_until > 0",
      );
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

  function moveLog(): void {
    if (frame.hasFailed() || !database.isOpen || logPages <= CHECKPOINT_PAGES) return;
    try {
      checkpoint(database, 'passive');
      logPages = 0;
    } catch (error) {
      // Full or busy: the log keeps everything, and the next batch tries again.
      frame.settle(error);
    }
  }

  function addToLog(pages: number): void {
    logPages += pages;
    // After this turn, so that no acknowledgement waits for the checkpoint.
    if (logPages > CHECKPOINT_PAGES) setImmediate(moveLog);
  }

  const frame = storeFrame({
    events: options,
    clock,
    toStoreError: sqliteStoreError,
    newer: () => newerSchema(db, migrationsFor(sqliteSchema)),
    write(jobs) {
      assertInPlace();
      const results = write(jobs);
      // The file may have been moved between the first check and the commit.
      assertInPlace();
      logFolded = false;
      addToLog(pagesOf(jobs));
      return results;
    },
    visibleTrouble() {
      const path = files.misplaced();
      return path === null ? null : new StoreError('STORE_MOVED', path);
    },
    async release(failed) {
      try {
        // After a failure the disk is not written again. Closing the file makes SQLite move the confirmed commits, as
        // the end of the process would, and leaves the log in place if that fails: the next start reads it.
        if (!failed) checkpoint(database, 'truncate');
      } finally {
        await db.destroy();
        files.close();
        uses.close();
      }
    },
  });

  return {
    submit: frame.submit,
    probe: frame.probe,
    trouble: frame.trouble,
    close: frame.close,
    expire: (collection, retention) =>
      frame.call(() => {
        assertInPlace();
        const removed = expireSome(collection, retention);
        addToLog(removed * 4);
        return removed;
      }),
    addUses: (some) =>
      frame.call(() => {
        try {
          return uses.add(some);
        } catch (error) {
          // Not fatal: no lead is in this file.
          throw new StoreError('STORE_BUSY', classify(error).detail);
        }
      }),
    agree: (name, value) => frame.call(() => agreeOn(db, name, value)),
    tokens: tokenStore(db, frame.call),
    staff: staffStore(db, frame.call),
    visits: visitStore(db, (run) =>
      frame.call(() => {
        assertInPlace();
        addToLog(visitPages);
        return run();
      }),
    ),
    publications: publicationStore(db, frame.call),
    versions: versionStore(
      db,
      (bytes, run) =>
        frame.call(() => {
          assertInPlace();
          addToLog(bytes / PAGE_BYTES);
          return run();
        }),
      clock,
    ),
    ...readingMethods(db, {
      read: frame.call,
      horizon: () => lastSeq(db),
      backUp: (file) => backUp(join(resolve(dir), DATABASE_FILE), file),
    }),
    deliveries: outboxOf(db, {
      call: (run) =>
        frame.call(() => {
          assertInPlace();
          return run();
        }),
      atomically(statements) {
        transaction((run) => {
          for (const statement of statements) run(statement);
        });
        addToLog(statements.length);
      },
      skipLocked: false,
    }),
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
