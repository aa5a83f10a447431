/** Messages that are stored with their submission and made later: read, made, and moved to the outbox. */
import { type Compilable, type Kysely, type Selectable, sql } from 'kysely';
import type { DueMessages } from '../messages/due.ts';
import { type ExpandedMessage, expandMessages, type MessageSender } from '../messages/expand.ts';
import { readPlan } from '../messages/plan.ts';
import { boundHot, compileHot } from './hot-query.ts';
import type { Database, OutboxTable } from './schema.ts';
import type { OutboxBacklog, OutboxEntry, StoredRecord } from './types.ts';

/** Submissions whose messages are made in one transaction. */
const chunk = 50;

/** Makes the messages of one batch of submissions, of all visitors or of one. @returns how many submissions */
export type Expand = (visitor?: string) => number | Promise<number>;

/** Makes all messages that are not made yet. Submissions are handled between batches. */
export async function expandAll(expand: Expand, visitor?: string): Promise<void> {
  while ((await expand(visitor)) > 0) await new Promise((next) => setImmediate(next));
}

interface Which {
  readonly visitor?: string | undefined;
  readonly recordId?: string | undefined;
  readonly after?: number;
  /** Whether other processes wait until the rows are removed. */
  readonly lock?: boolean;
}

const selection = (db: Kysely<Database>, { visitor, recordId, after = 0, lock = false }: Which) =>
  db
    .selectFrom('deferred_messages as deferred')
    .innerJoin('records as record', 'record.id', 'deferred.record_id')
    .innerJoin('submissions as submission', 'submission.record_id', 'deferred.record_id')
    .leftJoin('delivery_plans as known', 'known.hash', 'deferred.plan')
    .select(['deferred.seq', 'deferred.record_id', 'deferred.visitor', 'deferred.due', 'deferred.content'])
    .select(['known.hash', 'known.plan', 'submission.key', 'record.data', 'record.meta', 'record.received_at'])
    // Without its plan, which only a person can remove, a message waits and stops no other.
    .where(({ or, eb }) => or([eb('deferred.plan', 'is', null), eb('known.hash', 'is not', null)]))
    .where('deferred.seq', '>', after)
    .$if(visitor !== undefined, (query) => query.where('deferred.visitor', '=', visitor as string))
    .$if(recordId !== undefined, (query) => query.where('deferred.record_id', '=', recordId as string))
    .orderBy('deferred.seq')
    .limit(chunk)
    .$if(lock, (query) => query.modifyEnd(sql`for update of deferred`));

/**
 * Compiles the selection of the oldest messages that are not made yet, of all visitors or of one.
 * @param lock whether other processes wait until the rows are removed
 */
export function deferredSelector(db: Kysely<Database>, lock = false): (visitor?: string) => Compilable<DeferredRow> {
  const ofAll = compileHot(() => selection(db, { lock }));
  const ofOne = compileHot<'visitor'>((value) => selection(db, { lock, visitor: value<string>('visitor') }));
  return (visitor) =>
    (visitor === undefined ? boundHot(ofAll, {}) : boundHot(ofOne, { visitor })) as Compilable<DeferredRow>;
}

/** The messages of one submission with everything that they are made of. */
export interface DeferredRow {
  readonly seq: number;
  readonly record_id: string;
  readonly visitor: string | null;
  readonly due: string;
  readonly content: string;
  readonly hash: string | null;
  readonly plan: string | null;
  readonly key: string;
  readonly data: string;
  readonly meta: string;
  readonly received_at: number;
}

function messagesOf({ hash, plan: text, due, content, key, ...record }: DeferredRow): readonly ExpandedMessage[] {
  if (hash === null || text === null)
    return (JSON.parse(content) as OutboxEntry[]).map((entry) => ({ ...entry, error: null }));
  return expandMessages(
    readPlan({ hash, text }),
    JSON.parse(due) as DueMessages,
    JSON.parse(content) as MessageSender,
    {
      key,
      data: JSON.parse(record.data) as StoredRecord['data'],
      meta: JSON.parse(record.meta) as StoredRecord['meta'],
      receivedAt: Number(record.received_at),
    },
  );
}

/**
 * The rows of the outbox for the messages of a submission. Their ids follow from that of the record: a message has the
 * same id before and after it is moved, and the order of its submission.
 */
export function outboxRowsOf(row: DeferredRow): Selectable<OutboxTable>[] {
  const at = Number(row.received_at);
  return messagesOf(row).map(({ delivery, destination, kind, purpose, dedupeKey, status, error, payload }, index) => ({
    id: row.record_id.slice(0, -3) + index.toString(16).padStart(3, '0'),
    ...{ record_id: row.record_id, delivery, destination, kind, purpose, visitor: row.visitor },
    ...{ dedupe_key: dedupeKey, payload: JSON.stringify(payload), status, last_error: error },
    ...{ attempts: 0, tries: 0, seen: -1, next_at: at, leased_until: 0, created_at: at },
    settled_at: status === 'dead' ? at : null,
  }));
}

/** Reads messages that are not made yet as rows of the outbox, in the order of their submissions. */
export async function* readDeferred(
  db: Kysely<Database>,
  which: Pick<Which, 'recordId'> = {},
): AsyncGenerator<Selectable<OutboxTable>> {
  for (let after = 0; ; ) {
    const rows = await selection(db, { ...which, after }).execute();
    for (const row of rows) yield* outboxRowsOf(row);
    if (rows.length < chunk) return;
    after = Number(rows.at(-1)?.seq);
  }
}

/** The messages that wait and are not made yet, by destination. */
export async function deferredBacklog(db: Kysely<Database>): Promise<readonly OutboxBacklog[]> {
  // Few submissions differ in which messages they have.
  const groups = await db
    .selectFrom('deferred_messages as deferred')
    .innerJoin('records as record', 'record.id', 'deferred.record_id')
    .leftJoin('delivery_plans as known', 'known.hash', 'deferred.plan')
    .select(['known.hash', 'known.plan', 'deferred.due'])
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('record.received_at').as('oldest')])
    .groupBy(['known.hash', 'known.plan', 'deferred.due'])
    .execute();
  return groups.flatMap(({ hash, plan, due, count, oldest }) =>
    destinationsOf(hash, plan, due)
      .filter(([, status]) => status === 'waiting')
      .map(([destination]) => ({ destination, depth: Number(count), oldestAt: Number(oldest) })),
  );
}

function destinationsOf(hash: string | null, text: string | null, due: string): (readonly [string, string])[] {
  if (hash === null || text === null) return JSON.parse(due) as [string, string][];
  const { deliver } = readPlan({ hash, text });
  return Object.entries(JSON.parse(due) as DueMessages).flatMap(([name, status]) => {
    const destination = Object.hasOwn(deliver, name) ? deliver[name]?.destination : undefined;
    return destination === undefined ? [] : [[destination, status] as const];
  });
}
