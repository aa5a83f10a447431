/** Queries that read records; they are the same for every database. */
import type { Kysely, Selectable } from 'kysely';
import { decodeReply } from './encode.ts';
import { StoreError } from './errors.ts';
import type { Subject, SubmissionKey } from './ids.ts';
import type { Database, RecordsTable } from './schema.ts';
import { readMeta } from './short-meta.ts';
import type { Json, ListOptions, OutboxBacklog, Reply, SequencedRecord, StoredRecord } from './types.ts';

const LIST_LIMIT = 100;

/**
 * @returns the reply stored under a key of an intake, with the hash of the body it answered; null when there is none
 */
export async function readReply(
  db: Kysely<Database>,
  intake: string,
  key: SubmissionKey,
): Promise<{ bodyHash: string; reply: Reply } | null> {
  const row = await db
    .selectFrom('submissions')
    .select(['body_hash', 'reply_status', 'reply_body'])
    .where('intake', '=', intake)
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? null : { bodyHash: row.body_hash, reply: decodeReply(row.reply_status, row.reply_body) };
}

/** @returns the subject's last record in append order, or null */
export async function readLatest(
  db: Kysely<Database>,
  collection: string,
  subject: Subject,
): Promise<StoredRecord | null> {
  const row = await db
    .selectFrom('records')
    .selectAll()
    .where('collection', '=', collection)
    .where('subject', '=', subject)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : decodeRecord(row);
}

/** @returns every record of the subject, in append order */
export async function readAll(db: Kysely<Database>, collection: string, subject: Subject): Promise<StoredRecord[]> {
  const rows = await db
    .selectFrom('records')
    .selectAll()
    .where('collection', '=', collection)
    .where('subject', '=', subject)
    .orderBy('seq')
    .execute();
  return rows.map(decodeRecord);
}

/**
 * @param horizon the highest `seq` to read: a cursor beyond a row that is not committed yet would miss it
 * @throws StoreError STORE_CURSOR for an unknown `after`: an empty list would mean "no more records"
 */
export async function readList(
  db: Kysely<Database>,
  collection: string,
  { after, limit = LIST_LIMIT }: ListOptions,
  horizon: number,
): Promise<StoredRecord[]> {
  let query = db
    .selectFrom('records')
    .selectAll()
    .where('collection', '=', collection)
    .where('seq', '<=', horizon)
    .orderBy('seq')
    .limit(limit);
  if (after !== undefined) {
    const last = await db
      .selectFrom('records')
      .select('seq')
      .where('id', '=', after)
      .where('collection', '=', collection)
      .executeTakeFirst();
    if (last === undefined) throw new StoreError('STORE_CURSOR', collection);
    query = query.where('seq', '>', last.seq);
  }
  return (await query.execute()).map(decodeRecord);
}

export async function readCount(db: Kysely<Database>, collection: string): Promise<number> {
  const { total } = await db
    .selectFrom('records')
    .select((expression) => expression.fn.countAll().as('total'))
    .where('collection', '=', collection)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** @returns the waiting messages, counted by destination */
export async function readOutbox(db: Kysely<Database>): Promise<OutboxBacklog[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['destination', fn.countAll().as('depth'), fn.min('created_at').as('oldest')])
    .where('status', '=', 'waiting')
    .groupBy('destination')
    .orderBy('destination')
    .execute();
  return rows.map(({ destination, depth, oldest }) => ({
    ...{ destination, depth: Number(depth), oldestAt: Number(oldest) },
  }));
}

/** Rows that one query of all records reads. */
const window = 500;

/**
 * Every record of every collection in append order, read in small parts.
 * @param after continues after this `seq`
 */
export async function* readRecords(
  db: Kysely<Database>,
  {
    read,
    horizon,
  }: {
    /** Runs a query; rejects with a StoreError. */
    readonly read: <T>(query: () => T | Promise<T>) => Promise<T>;
    /** The highest `seq` up to which every row is committed. */
    readonly horizon: () => Promise<number>;
  },
  after = 0,
): AsyncGenerator<SequencedRecord> {
  const end = await read(horizon);
  for (let last = after; ; ) {
    const rows = await read(() =>
      db
        .selectFrom('records')
        .selectAll()
        .where('seq', '>', last)
        .where('seq', '<=', end)
        .orderBy('seq')
        .limit(window)
        .execute(),
    );
    if (rows.length === 0) return;
    for (const row of rows) yield { seq: Number(row.seq), record: decodeRecord(row) };
    last = Number(rows.at(-1)?.seq);
  }
}

/** A row of `records` as a record. */
export function decodeRecord(row: Selectable<RecordsTable>): StoredRecord {
  return {
    id: row.id,
    intake: row.intake,
    collection: row.collection,
    // Versions before 0.2.1 stored an empty subject, which is nobody's.
    subject: row.subject === '' ? null : row.subject,
    data: JSON.parse(row.data) as Record<string, Json>,
    meta: readMeta(row.meta),
    definition: row.definition,
    // Postgres returns a bigint as text.
    receivedAt: Number(row.received_at),
  };
}
