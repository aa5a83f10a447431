/**
 * Messages that are stored with their submission and made later: read, made, and moved to the outbox. Submissions that
 * follow each other in one commit and have the same messages share a row.
 */
import { type Compilable, type Kysely, type Selectable, sql } from 'kysely';
import type { DueMessages } from '../messages/due.ts';
import { type ExpandedMessage, expandMessages, type MessageSender } from '../messages/expand.ts';
import { readPlan } from '../messages/plan.ts';
import { boundHot, compileHot } from './hot-query.ts';
import type { Database, OutboxTable } from './schema.ts';
import { readMeta } from './short-meta.ts';
import type { OutboxBacklog, OutboxEntry, StoredRecord } from './types.ts';

/** Submissions whose messages are made in one transaction; the last row may have more. */
const chunk = 50;

/** Makes the messages of one batch of submissions, of all visitors or of one. @returns how many submissions */
export type Expand = (visitor?: string) => number | Promise<number>;

/** Makes all messages that are not made yet. Submissions are handled between batches. */
export async function expandAll(expand: Expand, visitor?: string): Promise<void> {
  while ((await expand(visitor)) > 0) await new Promise((next) => setImmediate(next));
}

/** Finds rows by a value of their only submission, or by a pattern among several. */
interface Sought {
  readonly column: 'visitor' | 'record_id';
  readonly value: string;
  readonly pattern: string;
}

interface Which {
  readonly sought?: Sought | undefined;
  readonly after?: number;
  /** Whether other processes wait until the rows are removed. */
  readonly lock?: boolean;
}

/** Finds a text among `members`. It may find others, too: `%` and `_` are not escaped. */
const patternOf = (text: string): string => `%"${text}"%`;

/** Without its plan, which only a person can remove, a message waits and stops no other. */
const withPlans = (db: Kysely<Database>) =>
  db
    .selectFrom('deferred_messages as deferred')
    .leftJoin('delivery_plans as known', 'known.hash', 'deferred.plan')
    .where(({ or, eb }) => or([eb('deferred.plan', 'is', null), eb('known.hash', 'is not', null)]));

const selection = (db: Kysely<Database>, { sought, after = 0, lock = false }: Which) =>
  withPlans(db)
    .select(['deferred.seq', 'deferred.record_id', 'deferred.visitor', 'deferred.due', 'deferred.content'])
    .select(['deferred.members', 'known.hash', 'known.plan'])
    .where('deferred.seq', '>', after)
    .where(({ or, eb, and }) =>
      sought === undefined
        ? and([])
        : or([eb(`deferred.${sought.column}`, '=', sought.value), eb('deferred.members', 'like', sought.pattern)]),
    )
    .orderBy('deferred.seq')
    .limit(chunk)
    .$if(lock, (query) => query.modifyEnd(sql`for update of deferred`));

/**
 * Compiles the selection of the oldest messages that are not made yet, of all visitors or of one.
 * @param lock whether other processes wait until the rows are removed
 */
export function deferredSelector(db: Kysely<Database>, lock = false): (visitor?: string) => Compilable<DeferredRow> {
  const ofAll = compileHot(() => selection(db, { lock }));
  const ofOne = compileHot<'visitor' | 'pattern'>((value) =>
    selection(db, {
      lock,
      sought: { column: 'visitor', value: value<string>('visitor'), pattern: value<string>('pattern') },
    }),
  );
  return (visitor) =>
    (visitor === undefined
      ? boundHot(ofAll, {})
      : boundHot(ofOne, { visitor, pattern: patternOf(visitor) })) as Compilable<DeferredRow>;
}

/** A row with its plan. */
export interface DeferredRow {
  readonly seq: number;
  readonly record_id: string;
  readonly visitor: string | null;
  readonly due: string;
  readonly content: string;
  readonly members: string | null;
  readonly hash: string | null;
  readonly plan: string | null;
}

/** A submission of a row. */
interface Member {
  readonly recordId: string;
  readonly visitor: string | null;
  /** What its messages are made of besides the record, or the complete messages. */
  readonly content: MessageSender | readonly OutboxEntry[];
}

type StoredSender = readonly [
  address: MessageSender['address'],
  userAgent: MessageSender['userAgent'],
  cookies: MessageSender['cookies'],
  marketing: MessageSender['marketing'],
];
type StoredMember = readonly [recordId: string, visitor: string | null, content: StoredSender | readonly OutboxEntry[]];

function membersOf({ record_id: recordId, visitor, content, members, hash }: DeferredRow): readonly Member[] {
  if (members === null) return [{ recordId, visitor, content: JSON.parse(content) as Member['content'] }];
  return (JSON.parse(members) as readonly StoredMember[]).map(([id, of, stored]) => ({
    recordId: id,
    visitor: of,
    content: hash === null ? (stored as readonly OutboxEntry[]) : senderOf(stored as StoredSender),
  }));
}

const senderOf = ([address, userAgent, cookies, marketing]: StoredSender): MessageSender => ({
  ...{ address, userAgent, cookies, marketing },
});

/** A row with its submissions. */
export interface OpenRow {
  readonly row: DeferredRow;
  readonly members: readonly Member[];
}

/** The first rows that have enough submissions for one transaction. */
export function openRows(rows: readonly DeferredRow[]): readonly OpenRow[] {
  const open: OpenRow[] = [];
  for (let count = 0, index = 0; index < rows.length && count < chunk; index += 1) {
    const row = rows[index] as DeferredRow;
    const members = membersOf(row);
    count += members.length;
    open.push({ row, members });
  }
  return open;
}

/** The record of a submission, with its key. */
export interface SourceRow {
  readonly id: string;
  readonly seq: number;
  readonly collection: string;
  readonly subject: string | null;
  readonly key: string;
  readonly data: string;
  readonly meta: string;
  readonly received_at: number;
}

/** Selects what the messages of rows are made of. A record that was removed meanwhile has none. */
export const deferredSources = (db: Kysely<Database>, open: readonly OpenRow[]) =>
  db
    .selectFrom('records as record')
    .innerJoin('submissions as submission', 'submission.record_id', 'record.id')
    .select(['record.id', 'record.seq', 'record.collection', 'record.subject', 'submission.key', 'record.data'])
    .select(['record.meta', 'record.received_at'])
    .where(
      'record.id',
      'in',
      open.flatMap(({ members }) => members.map(({ recordId }) => recordId)),
    );

function messagesOf({ hash, plan: text, due }: DeferredRow, { content }: Member, source: SourceRow) {
  if (hash === null || text === null)
    return (content as readonly OutboxEntry[]).map((entry): ExpandedMessage => ({ ...entry, error: null }));
  return expandMessages(readPlan({ hash, text }), JSON.parse(due) as DueMessages, content as MessageSender, {
    key: source.key,
    data: JSON.parse(source.data) as StoredRecord['data'],
    meta: readMeta(source.meta),
    receivedAt: Number(source.received_at),
  });
}

/**
 * The rows of the outbox for the messages of rows. Their ids follow from that of the record: a message has the same id
 * before and after it is moved, and the order of its submission.
 */
export function outboxRowsOf(open: readonly OpenRow[], sources: readonly SourceRow[]): Selectable<OutboxTable>[] {
  const byRecord = new Map(sources.map((source) => [source.id, source]));
  return open.flatMap(({ row, members }) =>
    members.flatMap((member) => {
      const source = byRecord.get(member.recordId);
      return source === undefined ? [] : outboxRowsOfMember(row, member, source);
    }),
  );
}

function outboxRowsOfMember(row: DeferredRow, member: Member, source: SourceRow): Selectable<OutboxTable>[] {
  const { recordId, visitor } = member;
  const at = Number(source.received_at);
  return messagesOf(row, member, source).map(
    ({ delivery, destination, kind, purpose, dedupeKey, status, error, payload }, index) => ({
      id: recordId.slice(0, -3) + index.toString(16).padStart(3, '0'),
      ...{ record_id: recordId, delivery, destination, kind, purpose, visitor },
      ...{ dedupe_key: dedupeKey, payload: JSON.stringify(payload), status, last_error: error },
      ...{ attempts: 0, tries: 0, seen: -1, next_at: at, leased_until: 0, created_at: at },
      settled_at: status === 'dead' ? at : null,
      subject: source.subject === null ? null : `${source.collection}:${source.subject}`,
      sequence: Number(source.seq),
    }),
  );
}

/** Reads messages that are not made yet as rows of the outbox, in the order of their submissions. */
export async function* readDeferred(
  db: Kysely<Database>,
  { recordId }: { readonly recordId?: string | undefined } = {},
): AsyncGenerator<Selectable<OutboxTable>> {
  const sought: Sought | undefined =
    recordId === undefined ? undefined : { column: 'record_id', value: recordId, pattern: patternOf(recordId) };
  for (let after = 0; ; ) {
    const open = openRows(await selection(db, { sought, after }).execute());
    if (open.length === 0) return;
    yield* outboxRowsOf(open, await deferredSources(db, open).execute());
    after = Number(open.at(-1)?.row.seq);
  }
}

/** The messages that wait and are not made yet, by destination. */
export async function deferredBacklog(db: Kysely<Database>): Promise<readonly OutboxBacklog[]> {
  // Few submissions differ in which messages they have.
  const groups = await withPlans(db)
    // The record of the only submission; a row of several has their time.
    .leftJoin('records as record', 'record.id', 'deferred.record_id')
    .select(['known.hash', 'known.plan', 'deferred.due'])
    .select(sql<number>`sum(coalesce(deferred.size, 1))`.as('count'))
    .select(sql<number | null>`min(coalesce(deferred.oldest, record.received_at))`.as('oldest'))
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
