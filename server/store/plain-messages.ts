/**
 * The migration of messages that versions before `0015_plain_messages` stored with their submissions in rows of
 * `deferred_messages`, to be made later. Each becomes a row of the outbox.
 */
import type { Insertable, Kysely } from 'kysely';
import { dateFormatter } from '../../engine/expressions/dates.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import { type StoredAttribution, submissionScope } from '../../engine/intakes/submission-scope.ts';
import type { DueMessages } from '../deliveries/due.ts';
import { messageEntries, type OutboxEntry } from '../deliveries/entries.ts';
import { submissionId } from '../deliveries/make.ts';
import type { MessageSender } from '../deliveries/payloads.ts';
import { readPlan } from '../deliveries/plan.ts';
import { newMessageRow } from './outbox-rows.ts';
import type { Database, OutboxTable, RecordsTable, SubmissionsTable } from './schema.ts';
import { readMeta } from './short-meta.ts';
import type { Json } from './types.ts';

/** The messages of submissions that have the same ones, as those versions stored them. */
interface DeferredRow {
  readonly seq: number;
  /** Empty where `members` has the submissions; else the only one, as versions before `0013_shared_rows` stored it. */
  readonly record_id: string;
  readonly visitor: string | null;
  readonly due: string;
  readonly content: string;
  readonly members: string | null;
  /** The plan; null where the messages are complete. */
  readonly hash: string | null;
  readonly text: string | null;
}

interface DeferredTables extends Database {
  deferred_messages: Omit<DeferredRow, 'hash' | 'text'> & { readonly plan: string | null };
}

/** A message with its payload, as a submission could have it. */
type CompleteEntry = Omit<OutboxEntry, 'plan' | 'sender' | 'lastError'> & { readonly payload: Json };

/** A submission of a row. */
interface Member {
  readonly recordId: string;
  readonly visitor: string | null;
  readonly content: MessageSender | readonly CompleteEntry[];
}

type StoredSender = readonly [
  address: MessageSender['address'],
  userAgent: MessageSender['userAgent'],
  cookies: MessageSender['cookies'],
  marketing: MessageSender['marketing'],
];
type StoredMember = readonly [
  recordId: string,
  visitor: string | null,
  content: StoredSender | readonly CompleteEntry[],
];

type RecordOfMessages = Pick<RecordsTable, 'id' | 'collection' | 'subject' | 'data' | 'meta' | 'received_at'> &
  Pick<SubmissionsTable, 'key'> & { readonly seq: number };

const chunk = 50;

/** Adds what payloads are made by to the rows of messages, and makes rows of those that have none. */
export async function storePlainMessages(db: Kysely<Database>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('plan', 'text').execute();
  await db.schema.alterTable('outbox').addColumn('sender', 'text').execute();
  const old = db as unknown as Kysely<DeferredTables>;
  for (let after = 0; ; ) {
    const rows = await readRows(old, after);
    if (rows.length === 0) break;
    for (const row of rows) await moveRow(db, row);
    after = Number(rows.at(-1)?.seq);
  }
  await db.schema.dropTable('deferred_messages').execute();
}

/** A row whose plan a person has removed is left out: its messages cannot be reconstructed. */
const readRows = (db: Kysely<DeferredTables>, after: number): Promise<DeferredRow[]> =>
  db
    .selectFrom('deferred_messages as deferred')
    .leftJoin('delivery_plans as known', 'known.hash', 'deferred.plan')
    .select(['deferred.seq', 'deferred.record_id', 'deferred.visitor', 'deferred.due', 'deferred.content'])
    .select(['deferred.members', 'known.hash', 'known.plan as text'])
    .where(({ or, eb }) => or([eb('deferred.plan', 'is', null), eb('known.hash', 'is not', null)]))
    .where('deferred.seq', '>', after)
    .orderBy('deferred.seq')
    .limit(chunk)
    .execute();

async function moveRow(db: Kysely<Database>, row: DeferredRow): Promise<void> {
  for (const member of membersOf(row)) {
    const record = await db
      .selectFrom('records as record')
      .innerJoin('submissions as submission', 'submission.record_id', 'record.id')
      .select(['record.id', 'record.seq', 'record.collection', 'record.subject', 'submission.key', 'record.data'])
      .select(['record.meta', 'record.received_at'])
      .where('record.id', '=', member.recordId)
      .executeTakeFirst();
    // Removed while it waited.
    if (record === undefined) continue;
    for (const message of rowsOf(row, member, { ...record, seq: Number(record.seq) }))
      await db
        .insertInto('outbox')
        .values(message)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  }
}

function membersOf({ record_id: recordId, visitor, content, members, hash }: DeferredRow): readonly Member[] {
  if (members === null) return [{ recordId, visitor, content: JSON.parse(content) as Member['content'] }];
  return (JSON.parse(members) as readonly StoredMember[]).map(([id, of, stored]) => ({
    recordId: id,
    visitor: of,
    content: hash === null ? (stored as readonly CompleteEntry[]) : senderOf(stored as StoredSender),
  }));
}

const senderOf = ([address, userAgent, cookies, marketing]: StoredSender): MessageSender => ({
  ...{ address, userAgent, cookies, marketing },
});

function rowsOf(
  { hash, text, due }: DeferredRow,
  { visitor, content }: Member,
  record: RecordOfMessages,
): Insertable<OutboxTable>[] {
  const placed = { ...record, received_at: Number(record.received_at) };
  if (hash === null || text === null)
    return (content as readonly CompleteEntry[]).map((entry, index) => ({
      ...newMessageRow({ ...entry, lastError: null, plan: { hash: '', text: '' }, sender: null }, index, placed),
      ...{ visitor, plan: null, payload: JSON.stringify(entry.payload) },
    }));
  const stored = { hash, text };
  const plan = readPlan(stored);
  const attribution = (readMeta(record.meta)['attribution'] ?? null) as StoredAttribution | null;
  const values = JSON.parse(record.data) as Readonly<Record<string, Json>>;
  const lookup = submissionScope(plan.site, values, attribution, () => submissionId(plan.id, record.key));
  const formatDate = dateFormatter(plan.site.locale, plan.site.timeZone);
  const entries = messageEntries(plan, JSON.parse(due) as DueMessages, {
    ...{ plan: stored, visitor, sender: content as MessageSender },
    evaluate: (code) => evaluate(code, lookup, formatDate),
  });
  return entries.map((entry, index) => {
    const sender = entry.sender === null ? null : JSON.stringify(entry.sender);
    return newMessageRow({ ...entry, sender }, index, placed);
  });
}
