/**
 * The store of any number of processes: a PostgreSQL database with group commit in each process. A submission is
 * acknowledged after the server confirmed the commit.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { agreeOn } from '../agree.ts';
import { type GuardedCalls, guardCalls } from '../calls.ts';
import { type OpenPrivacyStore, privacyOf } from '../erasures.ts';
import { StoreError } from '../errors.ts';
import { type Job, type JobResult, storeFrame } from '../frame.ts';
import type { JobOutcome } from '../group-commit.ts';
import { bindHot } from '../hot-query.ts';
import { kyselyOver } from '../kysely.ts';
import { lastSeq } from '../leads.ts';
import { assertMigrated, migrate, newerSchema } from '../migrate.ts';
import { migrationsFor } from '../migrations.ts';
import { outboxOf, outboxOperator } from '../outbox.ts';
import { probeBytes, probeText } from '../probe.ts';
import { publicationStore } from '../publications.ts';
import { hotQueries } from '../queries.ts';
import { readingMethods } from '../reader.ts';
import type { Database } from '../schema.ts';
import { staffStore } from '../staff.ts';
import { tokenStore } from '../tokens.ts';
import type {
  Clock,
  OpenOutbox,
  OpenPublications,
  OpenStaff,
  OpenTokens,
  RandomSource,
  Store,
  StoreEvents,
  StoreReader,
  SubmissionOutcome,
} from '../types.ts';
import { uuidSource } from '../uuid.ts';
import { versionStore } from '../versions.ts';
import { visitStore } from '../visits.ts';
import { appendLock, postgresBatchWriter } from './batch.ts';
import { expireSome } from './expire.ts';
import { isAnswer, storeErrorFrom } from './failure.ts';
import { acquire, createPool, type Patience, postgresDialect } from './pool.ts';
import { tidyPostgres } from './privacy.ts';
import { postgresSchema } from './schema-dialect.ts';
import { postgresUses } from './uses.ts';

export interface PostgresStoreOptions extends StoreEvents {
  /** `postgres://…` */
  readonly url: string;
  /** `Date.now` by default. */
  readonly clock?: Clock;
  /** `randomBytes` of `node:crypto` by default. */
  readonly random?: RandomSource;
  /** Most connections of this process; 6 by default. */
  readonly connections?: number;
}

const patience: Patience = { connect: 2000, query: 5000 };
/** How long a batch is tried again when the server goes away, in milliseconds. */
const holdMs = 2000;
const retryMs = 50;

/**
 * Statements that write as many bytes as a probe into new pages of the disk, and drop them in the same transaction. The
 * name is random, so that no process waits for another.
 */
function allocation(): string {
  const name = `probe_${randomBytes(8).toString('hex')}`;
  return `create table ${name} as
    select string_agg(md5(random()::text), '') as weight from generate_series(1, ${probeBytes / 32});
    drop table ${name}`;
}

/** How long a migration waits for a lock that another session holds: everything queues behind the one that waits. */
const lockLimitMs = 2000;
const mostTries = 30;

/**
 * Before it changes tables, a migration waits until no process stores submissions, and keeps them waiting: both would
 * otherwise lock the same tables in another order.
 */
async function lockTables(db: Kysely<Database>): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(lockLimitMs)}`.execute(db);
  await sql`select pg_advisory_xact_lock(${sql.lit(appendLock)})`.execute(db);
}

/** A deadlock, or a lock that was not free in time. */
const isLocked = (error: unknown): boolean => ['40P01', '55P03', '40001'].includes((error as { code: string }).code);

/** A migration may take long, and waits for another process that migrates. */
async function migrateAll(url: string): Promise<void> {
  const pool = createPool(url, 2, { connect: 10_000, query: null });
  const db = kyselyOver(postgresDialect(pool));
  try {
    for (let left = mostTries; ; left -= 1) {
      let locked = false;
      try {
        await migrate(db, migrationsFor(postgresSchema), {
          before: lockTables,
          describe(error) {
            locked = isLocked(error);
            const reason = storeErrorFrom(error);
            return isAnswer(error) && reason.code !== 'STORE_FULL' && reason.code !== 'STORE_BUSY'
              ? `PostgreSQL ${(error as { code: string }).code}`
              : reason;
          },
        });
        return;
      } catch (error) {
        if (!(locked || isLocked(error)) || left === 0) throw error;
        // Other sessions work meanwhile.
        await sleep(100 + 200 * Math.random());
      }
    }
  } catch (error) {
    throw openingError(error);
  } finally {
    await db.destroy();
  }
}

/** An error before the first submission. A wrong password or database is not temporary. */
function openingError(error: unknown): StoreError {
  const { code } = error as { code?: string };
  const refused = typeof code === 'string' && /^(28|3D|42)/.test(code);
  return refused ? new StoreError('STORE_UNREADABLE', `PostgreSQL ${code}`) : storeErrorFrom(error);
}

/** Every row up to the result is committed: all batches that were running have ended. */
const horizonOf = (db: Kysely<Database>) => (): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(appendLock)})`.execute(transaction);
    return lastSeq(transaction);
  });

const refuseBackup = (): Promise<never> =>
  Promise.reject(new StoreError('STORE_BACKUP', 'the leads are in a PostgreSQL database'));

/**
 * Opens the store in a database and migrates its tables.
 * @throws StoreError STORE_UNREADABLE, STORE_UNREACHABLE, STORE_NEWER, STORE_MIGRATION, STORE_FULL, STORE_BUSY
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, clock = Date.now, random = randomBytes, connections = 6 } = options;
  await migrateAll(url);
  const pool = createPool(url, connections, patience);
  const db = kyselyOver(postgresDialect(pool));
  const queries = hotQueries(db);
  const writeBatch = postgresBatchWriter(db, uuidSource(clock, random));
  const uses = postgresUses(pool, clock);

  async function writeOn(
    client: pg.PoolClient,
    jobs: readonly Job[],
    isHealthy: () => boolean,
  ): Promise<JobOutcome<JobResult>[]> {
    const submissions = jobs.flatMap((job) => ('submission' in job ? [job.submission] : []));
    // A probe alone runs the same statement without a row: a schema that has changed refuses it.
    const outcomes = await writeBatch(client, submissions);
    const probe = jobs.find((job) => 'probeAt' in job);
    if (probe !== undefined) {
      await client.query(queries.probe.sql, bindHot(queries.probe, { at: probe.probeAt, weight: probeText() }));
      // Earlier probes leave free space in their table, which hides that the disk is full.
      if (!isHealthy()) await client.query(allocation());
    }
    let next = 0;
    return jobs.map((job) =>
      'submission' in job ? (outcomes[next++] as JobOutcome<SubmissionOutcome>) : { ok: true, value: null },
    );
  }

  /** Writes on a connection, which is discarded unless the server answered. */
  async function attempt(jobs: readonly Job[], isHealthy: () => boolean): Promise<JobOutcome<JobResult>[]> {
    const client = await acquire(pool);
    try {
      const results = await writeOn(client, jobs, isHealthy);
      client.release();
      return results;
    } catch (error) {
      client.release(!isAnswer(error));
      throw error;
    }
  }

  async function write(jobs: readonly Job[], isHealthy: () => boolean): Promise<JobOutcome<JobResult>[]> {
    const until = performance.now() + holdMs;
    for (;;) {
      try {
        const results = await attempt(jobs, isHealthy);
        uses.sweep();
        return results;
      } catch (error) {
        const { code } = storeErrorFrom(error);
        // A restarted server is back within a second. A batch that was committed is not stored again: its keys are.
        // Once the server is known to be away, nobody waits for it.
        const isLost = code === 'STORE_UNREACHABLE' || code === 'STORE_BUSY';
        if (!isLost || !isHealthy() || performance.now() + retryMs >= until) throw error;
        await sleep(retryMs);
      }
    }
  }

  const frame = storeFrame({
    events: options,
    clock,
    toStoreError: storeErrorFrom,
    write,
    newer: () => newerSchema(db, migrationsFor(postgresSchema)),
    release: () => db.destroy(),
  });
  try {
    await frame.probe();
  } catch (error) {
    await db.destroy();
    throw error;
  }

  return {
    submit: frame.submit,
    probe: frame.probe,
    trouble: frame.trouble,
    close: frame.close,
    expire: (collection, retention) => frame.call(() => expireSome(db, collection, retention)),
    addUses: (some) => frame.call(() => uses.add(some)),
    agree: (name, value) => frame.call(() => agreeOn(db, name, value)),
    tokens: tokenStore(db, frame.call),
    staff: staffStore(db, frame.call),
    visits: visitStore(db, frame.call),
    versions: versionStore(db, (_bytes, run) => frame.call(run), clock),
    publications: publicationStore(db, frame.call),
    ...readingMethods(db, { read: frame.call, horizon: horizonOf(db), backUp: refuseBackup }),
    deliveries: outboxOf(db, {
      call: frame.call,
      atomically: (statements) =>
        db.transaction().execute(async (transaction) => {
          for (const statement of statements) await transaction.executeQuery(statement.compile());
        }),
      skipLocked: true,
    }),
  };
}

/**
 * Opens the tokens of a database: nothing is migrated.
 * @throws StoreError STORE_UNREADABLE, STORE_UNREACHABLE, STORE_OUTDATED, STORE_NEWER
 */
export const openPostgresTokens = ({ url }: { readonly url: string }): Promise<OpenTokens> =>
  openMigrated(url, (db, call) => tokenStore(db, call));

/**
 * Opens the users of the studio: nothing is migrated.
 * @throws StoreError STORE_UNREADABLE, STORE_UNREACHABLE, STORE_OUTDATED, STORE_NEWER
 */
export const openPostgresStaff = ({ url }: { readonly url: string }): Promise<OpenStaff> =>
  openMigrated(url, (db, call) => staffStore(db, call));

/**
 * Opens the versions of a database: nothing is migrated.
 * @throws StoreError STORE_UNREADABLE, STORE_UNREACHABLE, STORE_OUTDATED, STORE_NEWER
 */
export const openPostgresPublications = ({ url }: { readonly url: string }): Promise<OpenPublications> =>
  openMigrated(url, (db, call) => ({
    publications: publicationStore(db, call),
    versions: versionStore(db, (_bytes, run) => call(run), Date.now),
  }));

/**
 * Opens the outbox of a database for an operator: nothing is migrated.
 * @throws StoreError STORE_UNREADABLE, STORE_UNREACHABLE, STORE_OUTDATED, STORE_NEWER
 */
export const openPostgresOutbox = ({ url }: { readonly url: string }): Promise<OpenOutbox> =>
  openMigrated(url, (db, call) => outboxOperator(db, call));

/**
 * Opens a database to export and erase personal values: nothing is migrated.
 * @throws StoreError STORE_UNREADABLE, STORE_UNREACHABLE, STORE_OUTDATED, STORE_NEWER
 */
export const openPostgresPrivacy = ({ url }: { readonly url: string }): Promise<OpenPrivacyStore> =>
  openMigrated(url, (db, call) =>
    privacyOf(db, {
      ...{ call, horizon: horizonOf(db) },
      tidy: (compact) => tidyPostgres(db, compact),
    }),
  );

/**
 * Opens a database for reading: nothing is migrated.
 * @throws StoreError STORE_UNREADABLE, STORE_UNREACHABLE, STORE_OUTDATED, STORE_NEWER
 */
export const openPostgresReader = ({ url }: { readonly url: string }): Promise<StoreReader> =>
  openMigrated(url, (db, call) => readingMethods(db, { read: call, horizon: horizonOf(db), backUp: refuseBackup }));

async function openMigrated<Methods>(
  url: string,
  methodsOf: (db: Kysely<Database>, call: GuardedCalls['call']) => Methods,
): Promise<Methods & Pick<StoreReader, 'close'>> {
  const pool = createPool(url, 2, { connect: patience.connect, query: null });
  const db = kyselyOver(postgresDialect(pool));
  const { call, close } = guardCalls(storeErrorFrom, () => db.destroy());
  try {
    await assertMigrated(db, migrationsFor(postgresSchema));
  } catch (error) {
    await db.destroy();
    throw openingError(error);
  }
  return { ...methodsOf(db, call), close };
}
