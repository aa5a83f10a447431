/**
 * The store of a single process: a SQLite file with group commit. A submission is acknowledged after the disk confirmed
 * it.
 */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { agreeOn } from '../agree.ts';
import { StoreError } from '../errors.ts';
import { makePrivate } from '../folder.ts';
import { type Frame, storeFrame } from '../frame.ts';
import { kyselyOver } from '../kysely.ts';
import { lastSeq } from '../leads.ts';
import { newerSchema } from '../migrate.ts';
import { migrationsFor } from '../migrations.ts';
import { outboxOf } from '../outbox.ts';
import { publicationStore } from '../publications.ts';
import { readingMethods } from '../reader.ts';
import { staffStore } from '../staff.ts';
import { tokenStore } from '../tokens.ts';
import type { Clock, RandomSource, Store, StoreEvents } from '../types.ts';
import { versionStore } from '../versions.ts';
import { visitStore } from '../visits.ts';
import { backUp } from './backup.ts';
import { nodeSqliteDialect } from './dialect.ts';
import { classify, sqliteStoreError } from './failure.ts';
import { checkpoint, DATABASE_FILE, openDatabase } from './open-database.ts';
import { prepareDatabase } from './prepare.ts';
import { sqliteSchema } from './schema-dialect.ts';
import { transactions } from './transactions.ts';
import { createUseCounter, USES_FILE } from './uses.ts';
import { PAGE_BYTES, writeAheadLog } from './write-ahead-log.ts';

export interface SqliteStoreOptions extends StoreEvents {
  /** The data folder; created if it is missing. */
  readonly dir: string;
  /** `Date.now` by default. */
  readonly clock?: Clock;
  /** `randomBytes` of `node:crypto` by default. */
  readonly random?: RandomSource;
  /** Milliseconds to wait for another program's lock; 2000 by default. */
  readonly busyTimeout?: number;
}

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
  const file = join(dir, DATABASE_FILE);
  const { write, expireSome, files } = await prepareDatabase(db, database, file, { clock, random });
  const exposed = makePrivate(resolve(dir));
  if (exposed.length > 0) onExposed?.(exposed);

  const transaction = transactions(database);
  const uses = createUseCounter(join(resolve(dir), USES_FILE), clock);
  const log = writeAheadLog(database, files, () => frame);

  const frame: Frame = storeFrame({
    events: options,
    clock,
    toStoreError: sqliteStoreError,
    newer: () => newerSchema(db, migrationsFor(sqliteSchema)),
    write(jobs) {
      log.assertInPlace();
      const results = write(jobs);
      // The file may have been moved between the first check and the commit.
      log.assertInPlace();
      log.addBatch(jobs);
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

  /** Runs a call on files that are in place. @param pages what it adds to the log */
  const callInPlace = <T>(pages: number, run: () => T | Promise<T>): Promise<T> =>
    frame.call(() => {
      log.assertInPlace();
      if (pages > 0) log.add(pages);
      return run();
    });

  return {
    submit: frame.submit,
    probe: frame.probe,
    trouble: frame.trouble,
    close: frame.close,
    expire: (collection, retention) =>
      callInPlace(0, () => {
        const removed = expireSome(collection, retention);
        log.add(removed * 4);
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
    visits: visitStore(db, (run) => callInPlace(visitPages, run)),
    publications: publicationStore(db, frame.call),
    versions: versionStore(db, (bytes, run) => callInPlace(bytes / PAGE_BYTES, run), clock),
    ...readingMethods(db, {
      read: frame.call,
      horizon: () => lastSeq(db),
      backUp: (copy) => backUp(resolve(file), copy),
    }),
    deliveries: outboxOf(db, {
      call: (run) => callInPlace(0, run),
      atomically(statements) {
        transaction((run) => {
          for (const statement of statements) run(statement);
        });
        log.add(statements.length);
      },
      skipLocked: false,
    }),
  };
}
