/** Reads everything that is stored of a person, and overwrites it: the only code that changes records. */
import type { Kysely } from 'kysely';
import { erasedValues } from './erasure-row.ts';
import { erasedMessage, readMessages } from './outbox-rows.ts';
import { readRecords } from './reading.ts';
import type { Database } from './schema.ts';
import type { DeliveryAttempt, Json, OutboxMessage, SequencedRecord, StoredVisit } from './types.ts';

/** The audit entry of an erasure. It contains no personal value. */
export interface Erasure {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Who ran the command. */
  readonly operator: string;
  /** Keyed hashes of the identifiers that the operator named. */
  readonly person: readonly string[];
  /** Identifies the key of the hashes. */
  readonly keyId: string;
  /** How many of each kind were erased. */
  readonly counts: Readonly<Record<string, number>>;
}

/** The stored answer of a submission. */
export interface StoredSubmission {
  readonly intake: string;
  readonly key: string;
  readonly bodyHash: string;
  readonly recordId: string;
  readonly reply: Json;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export interface LoggedMessage {
  readonly message: OutboxMessage;
  readonly log: readonly DeliveryAttempt[];
}

/** What follows from some records. */
export interface LinkedRows {
  readonly submissions: readonly StoredSubmission[];
  readonly messages: readonly LoggedMessage[];
}

/** A visit without script that may go on. */
export type OpenVisit = Pick<StoredVisit, 'id' | 'visit' | 'log'>;

/** What the database still holds outside its rows, in words for the operator. */
export interface TidyResult {
  readonly notes: readonly string[];
}

/** The privacy operations on an open database. Methods reject only with a StoreError. */
export interface PrivacyStore {
  /** Every record in append order. @param after continues after this `seq` */
  records(after?: number): AsyncIterable<SequencedRecord>;
  linkedTo(recordIds: readonly string[]): Promise<LinkedRows>;
  /**
   * Overwrites records with what belongs to them, and stores the audit entry, in one transaction.
   * @returns the audit entry as it was stored, with the counts of rows
   */
  erase(recordIds: readonly string[], erasure: Erasure): Promise<Erasure>;
  /** The stored visits that are chosen. */
  visits(isChosen: (visit: OpenVisit) => boolean): Promise<readonly OpenVisit[]>;
  /** Removes stored visits. @returns how many */
  removeVisits(ids: readonly string[]): Promise<number>;
  /** The audit, the oldest entry first. */
  erasures(): Promise<readonly Erasure[]>;
  /** Adds the entries that the audit does not have. @returns how many */
  adopt(erasures: readonly Erasure[]): Promise<number>;
  /** Those of some body hashes that a stored submission has: people who submit equal values share one. */
  presentHashes(bodyHashes: readonly string[]): Promise<readonly string[]>;
  /** A value on which the processes of the database agree, or null. */
  agreed(name: string): Promise<string | null>;
  /** Removes what is left of overwritten rows, as far as that blocks no submission. @param compact rewrites everything */
  tidy(compact: boolean): Promise<TidyResult>;
}

export type OpenPrivacyStore = PrivacyStore & { close(): Promise<void> };

/** What differs between databases. */
export interface PrivacyParts {
  readonly call: <T>(run: () => T | Promise<T>) => Promise<T>;
  /** The highest `seq` up to which every row is committed. */
  readonly horizon: () => Promise<number>;
  readonly tidy: (compact: boolean) => Promise<TidyResult>;
}

const window = 500;

/** The privacy operations of every store. */
export function privacyOf(db: Kysely<Database>, { call, horizon, tidy }: PrivacyParts): PrivacyStore {
  return {
    records: (after) => readRecords(db, { read: call, horizon }, after),
    linkedTo: (recordIds) => call(() => readLinked(db, recordIds)),
    erase: (recordIds, erasure) =>
      call(() => db.transaction().execute((transaction) => eraseRows(transaction, recordIds, erasure))),
    visits: (isChosen) => call(() => readVisits(db, isChosen)),
    removeVisits: (ids) => call(() => removeVisits(db, ids)),
    erasures: () => call(() => readErasures(db)),
    adopt: (erasures) =>
      call(async () => {
        const known = new Set((await readErasures(db)).map(({ id }) => id));
        const missing = erasures.filter(({ id }) => !known.has(id));
        for (const erasure of missing) await insertErasure(db, erasure);
        return missing.length;
      }),
    presentHashes: (bodyHashes) =>
      call(async () => {
        const present = new Set<string>();
        for (const part of inParts(bodyHashes)) {
          const query = db.selectFrom('submissions').select('body_hash').distinct().where('body_hash', 'in', part);
          for (const row of await query.execute()) present.add(row.body_hash);
        }
        return [...present];
      }),
    agreed: (name) =>
      call(async () => {
        const row = await db.selectFrom('agreed').select('value').where('name', '=', name).executeTakeFirst();
        return row?.value ?? null;
      }),
    tidy: (compact) => call(() => tidy(compact)),
  };
}

function* inParts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += window) yield all.slice(at, at + window);
}

async function readLinked(db: Kysely<Database>, recordIds: readonly string[]): Promise<LinkedRows> {
  const submissions: StoredSubmission[] = [];
  const messages: LoggedMessage[] = [];
  for (const part of inParts(recordIds)) {
    const stored = await db.selectFrom('submissions').selectAll().where('record_id', 'in', part).execute();
    for (const row of stored)
      submissions.push({
        intake: row.intake,
        key: row.key,
        bodyHash: row.body_hash,
        recordId: row.record_id,
        reply: JSON.parse(row.reply_body) as Json,
        receivedAt: Number(row.received_at),
      });
    const rows = await db.selectFrom('outbox').selectAll().where('record_id', 'in', part).orderBy('id').execute();
    for (const message of await readMessages(db, rows)) {
      const log = await db
        .selectFrom('delivery_attempts')
        .select(['at', 'outcome', 'detail', 'ms'])
        .where('outbox_id', '=', message.id)
        .orderBy('seq')
        .execute();
      messages.push({
        message,
        log: log.map((each) => ({ ...each, at: Number(each.at) }) as DeliveryAttempt),
      });
    }
  }
  return { submissions, messages };
}

/** Overwrites rows within a transaction. A message that has not been sent is cancelled. */
async function eraseRows(db: Kysely<Database>, recordIds: readonly string[], erasure: Erasure): Promise<Erasure> {
  const counts = { records: 0, submissions: 0, deliveries: 0, attempts: 0 };
  for (const part of inParts(recordIds)) {
    await db
      .insertInto('erasing')
      .values(part.map((id) => ({ record_id: id })))
      .execute();
    const records = await db.updateTable('records').set(erasedValues).where('id', 'in', part).executeTakeFirst();
    const submissions = await db.deleteFrom('submissions').where('record_id', 'in', part).executeTakeFirst();
    const attempts = await db
      .updateTable('delivery_attempts')
      .set({ detail: '' })
      .where('outbox_id', 'in', db.selectFrom('outbox').select('id').where('record_id', 'in', part))
      .executeTakeFirst();
    const deliveries = await db
      .updateTable('outbox')
      .set(erasedMessage)
      .where('record_id', 'in', part)
      .executeTakeFirst();
    await db
      .updateTable('outbox')
      .set({ status: 'cancelled', settled_at: erasure.at })
      .where('record_id', 'in', part)
      .where('status', 'in', ['waiting', 'unconfigured', 'withheld'])
      .execute();
    await db.deleteFrom('erasing').where('record_id', 'in', part).execute();
    counts.records += Number(records.numUpdatedRows);
    counts.submissions += Number(submissions.numDeletedRows);
    counts.attempts += Number(attempts.numUpdatedRows);
    counts.deliveries += Number(deliveries.numUpdatedRows);
  }
  const stored = { ...erasure, counts: { ...counts, ...erasure.counts } };
  await insertErasure(db, stored);
  return stored;
}

/** A visit lasts a day, so that there are few. */
async function readVisits(db: Kysely<Database>, isChosen: (visit: OpenVisit) => boolean): Promise<OpenVisit[]> {
  const chosen: OpenVisit[] = [];
  for (let after = ''; ; ) {
    const query = db.selectFrom('visits').select(['id', 'visit', 'log']).where('id', '>', after);
    const rows = await query.orderBy('id').limit(window).execute();
    if (rows.length === 0) return chosen;
    after = rows.at(-1)?.id ?? '';
    chosen.push(...rows.map((row) => ({ ...row, log: JSON.parse(row.log) as Json })).filter(isChosen));
  }
}

async function removeVisits(db: Kysely<Database>, ids: readonly string[]): Promise<number> {
  let removed = 0;
  for (const part of inParts(ids)) {
    const { numDeletedRows } = await db.deleteFrom('visits').where('id', 'in', part).executeTakeFirstOrThrow();
    removed += Number(numDeletedRows);
  }
  return removed;
}

async function insertErasure(db: Kysely<Database>, { person, keyId, counts, ...same }: Erasure): Promise<void> {
  await db
    .insertInto('erasures')
    .values({ ...same, person: JSON.stringify(person), key_id: keyId, counts: JSON.stringify(counts) })
    .execute();
}

async function readErasures(db: Kysely<Database>): Promise<Erasure[]> {
  const rows = await db.selectFrom('erasures').selectAll().orderBy('seq').execute();
  return rows.map(({ id, at, operator, person, key_id: keyId, counts }) => ({
    id,
    at: Number(at),
    operator,
    person: JSON.parse(person) as string[],
    keyId,
    counts: JSON.parse(counts) as Record<string, number>,
  }));
}
