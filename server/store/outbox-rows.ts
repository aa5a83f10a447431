/** Rows of the outbox: as they are stored with a submission, and as messages with the payloads that are made of them. */
import type { Kysely, Selectable } from 'kysely';
import type { Purpose } from '../../engine/consent/consent.ts';
import { type MadePayload, makePayload, type StoredSource, unmade } from '../deliveries/make.ts';
import type { MessageSender } from '../deliveries/payloads.ts';
import { type DeliveryPlan, readPlan } from '../deliveries/plan.ts';
import type { EncodedMessage } from './encode.ts';
import { erasedPayload } from './erasure-row.ts';
import type { Database, OutboxTable, RecordsTable } from './schema.ts';
import { readMeta } from './short-meta.ts';
import type { DeliveryStatus, Json, OutboxMessage } from './types.ts';

type OutboxRow = Selectable<OutboxTable>;

/** The columns of a new message; the others have their defaults. */
export const newMessageColumns = [
  ...(['id', 'record_id', 'delivery', 'destination', 'kind', 'purpose', 'visitor', 'dedupe_key'] as const),
  ...(['plan', 'sender', 'payload', 'status', 'last_error', 'next_at', 'created_at', 'settled_at'] as const),
  ...(['subject', 'sequence'] as const),
] as const;
export type NewMessageRow = Pick<OutboxRow, (typeof newMessageColumns)[number]>;

/** The row of a new message. @param index its place among the messages of its record */
export function newMessageRow(
  message: EncodedMessage,
  index: number,
  record: Pick<Selectable<RecordsTable>, 'id' | 'seq' | 'collection' | 'subject' | 'received_at'>,
): NewMessageRow {
  const { delivery, destination, kind, purpose, visitor, sender, status } = message;
  const at = record.received_at;
  return {
    // A message is before those of later submissions.
    id: record.id.slice(0, -3) + index.toString(16).padStart(3, '0'),
    ...{ record_id: record.id, delivery, destination, kind, purpose, visitor, dedupe_key: message.dedupeKey },
    ...{ plan: message.plan.hash, sender, payload: erasedPayload, status, last_error: message.lastError },
    ...{ next_at: at, created_at: at, settled_at: status === 'dead' ? at : null },
    subject: record.subject === null ? null : `${record.collection}:${record.subject}`,
    sequence: record.seq,
  };
}

/** Records that one query reads. */
const window = 500;

/** Rows as messages, with the payloads that are made of their records and plans. */
export async function readMessages(db: Kysely<Database>, rows: readonly OutboxRow[]): Promise<OutboxMessage[]> {
  const made = rows.filter(({ plan }) => plan !== null);
  const sources = await readSources(db, [...new Set(made.map((row) => row.record_id))]);
  const plans = await readPlans(db, [...new Set(made.map(({ plan }) => plan as string))]);
  return rows.map((row) => {
    const source = sources.get(row.record_id);
    const plan = row.plan === null ? undefined : plans.get(row.plan);
    return decodeMessage(row, payloadOf(row, plan, source));
  });
}

function payloadOf(row: OutboxRow, plan: DeliveryPlan | undefined, source: StoredSource | undefined): MadePayload {
  // Versions before `0015_plain_messages` stored payloads.
  if (row.plan === null) return { payload: JSON.parse(row.payload) as Json, fault: null };
  if (plan === undefined) return unmade('its plan is missing');
  if (source === undefined) return unmade('its record was erased');
  const sender = row.sender === null ? null : (JSON.parse(row.sender) as MessageSender);
  return makePayload(plan, row.delivery, sender, source);
}

/** The submissions of records, without those that were erased. */
async function readSources(db: Kysely<Database>, recordIds: readonly string[]): Promise<Map<string, StoredSource>> {
  const sources = new Map<string, StoredSource>();
  for (let at = 0; at < recordIds.length; at += window) {
    const rows = await db
      .selectFrom('records as record')
      .innerJoin('submissions as submission', 'submission.record_id', 'record.id')
      .select(['record.id', 'submission.key', 'record.data', 'record.meta', 'record.received_at'])
      .where('record.id', 'in', recordIds.slice(at, at + window))
      .execute();
    for (const { id, key, data, meta, received_at: receivedAt } of rows)
      sources.set(id, {
        ...{ key, data: JSON.parse(data) as StoredSource['data'], meta: readMeta(meta) },
        receivedAt: Number(receivedAt),
      });
  }
  return sources;
}

async function readPlans(db: Kysely<Database>, hashes: readonly string[]): Promise<Map<string, DeliveryPlan>> {
  if (hashes.length === 0) return new Map();
  const rows = await db.selectFrom('delivery_plans').selectAll().where('hash', 'in', hashes).execute();
  return new Map(rows.map(({ hash, plan }) => [hash, readPlan({ hash, text: plan })]));
}

const numberOrNull = (value: number | string | null): number | null => (value === null ? null : Number(value));

function decodeMessage(row: OutboxRow, { payload, fault }: MadePayload): OutboxMessage {
  return {
    id: row.id,
    recordId: row.record_id,
    delivery: row.delivery,
    destination: row.destination,
    kind: row.kind,
    purpose: row.purpose as Purpose,
    visitor: row.visitor,
    dedupeKey: row.dedupe_key,
    payload,
    fault,
    status: row.status as DeliveryStatus,
    attempts: Number(row.attempts),
    tries: Number(row.tries),
    seen: Number(row.seen),
    nextAt: Number(row.next_at),
    leasedUntil: Number(row.leased_until),
    lastError: row.last_error,
    createdAt: Number(row.created_at),
    settledAt: numberOrNull(row.settled_at),
    sequence: numberOrNull(row.sequence),
  };
}

/** What an erasure leaves of a message: its ids, its state and its times. */
export const erasedMessage = {
  ...{ payload: erasedPayload, plan: null, sender: null, visitor: null },
  ...{ last_error: null, dedupe_key: null, subject: null },
} as const;
