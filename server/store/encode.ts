/** Encodes a submission as the column values of its rows. */
import { canonicalJson } from '../../engine/values/canonical-json.ts';
import type { StoredPlan } from '../messages/plan.ts';
import { StoreError } from './errors.ts';
import { requirePlainJson } from './plain-json.ts';
import { shortMeta } from './short-meta.ts';
import type { Json, OutboxEntry, Reply, Submission } from './types.ts';

/** The messages of a submission, as they are stored with it. */
export interface EncodedMessages {
  /** Null where the messages are complete. */
  readonly plan: StoredPlan | null;
  /** The messages: by delivery, or for complete ones the destination and the status of each. */
  readonly due: string;
  /** The rest of a member, after the id of its record: see {@link memberText}. */
  readonly rest: string;
}

export interface EncodedSubmission {
  readonly intake: string;
  readonly key: string;
  readonly bodyHash: string;
  readonly collection: string;
  readonly subject: string | null;
  readonly data: string;
  readonly meta: string;
  readonly definition: string;
  readonly receivedAt: number;
  readonly replyStatus: number;
  readonly replyBody: string;
  readonly deferred: EncodedMessages | null;
}

/**
 * Rejects values that a database would silently change, and serializes JSON. The constraints of the database reject the
 * rest (empty names, a status out of range).
 * @throws StoreError STORE_REJECTED, naming the field
 */
export function encodeSubmission(submission: Submission): EncodedSubmission {
  return {
    intake: text('intake', submission.intake),
    key: text('key', submission.key),
    bodyHash: text('bodyHash', submission.bodyHash),
    collection: text('collection', submission.collection),
    subject: submission.subject === null ? null : text('subject', submission.subject),
    data: json('data', submission.data),
    meta: json('meta', shortMeta(submission.meta), JSON.stringify),
    definition: text('definition', submission.definition),
    receivedAt: integer('receivedAt', submission.receivedAt),
    replyStatus: integer('reply.status', submission.reply.status),
    replyBody: json('reply.body', submission.reply.body),
    deferred: encodeMessages(submission.deliveries),
  };
}

function encodeMessages(deliveries: Submission['deliveries']): EncodedMessages | null {
  if (!isComplete(deliveries)) {
    const { plan, visitor, due, sender } = deliveries;
    const { address, userAgent, cookies, marketing } = sender;
    return { plan, due: JSON.stringify(due), rest: restOf(visitor, [address, userAgent, cookies, marketing]) };
  }
  if (deliveries.length === 0) return null;
  for (const { delivery, destination, dedupeKey } of deliveries) {
    text('deliveries.delivery', delivery);
    if (text('deliveries.destination', destination) === '' || dedupeKey === '')
      throw new StoreError('STORE_REJECTED', 'deliveries have no destination, or an empty key');
    if (dedupeKey !== null) text('deliveries.dedupeKey', dedupeKey);
  }
  return {
    plan: null,
    due: JSON.stringify(deliveries.map(({ destination, status }) => [destination, status])),
    rest: restOf(deliveries.find(({ visitor }) => visitor !== null)?.visitor ?? null, deliveries),
  };
}

const restOf = (visitor: string | null, content: unknown): string =>
  json('deliveries', [visitor, content], JSON.stringify).slice(1);

/** A submission among those that share a row of messages. PostgreSQL joins the same text in SQL. `deferred.ts` reads it. */
export const memberText = (recordId: string, { rest }: Pick<EncodedMessages, 'rest'>): string =>
  `["${recordId}",${rest}`;

const isComplete = (deliveries: Submission['deliveries']): deliveries is readonly OutboxEntry[] =>
  Array.isArray(deliveries);

/** The reply exactly as it was first sent. */
export function decodeReply(status: number, body: string): Reply {
  return { status, body: JSON.parse(body) as Json };
}

function text(field: string, value: unknown): string {
  if (typeof value !== 'string') throw new StoreError('STORE_REJECTED', `${field} is not a text`);
  // Lone surrogates are read back as U+FFFD, so two keys could become equal; Postgres rejects U+0000.
  if (!value.isWellFormed() || value.includes('\0')) {
    throw new StoreError('STORE_REJECTED', `${field} contains characters that a database cannot store`);
  }
  return value;
}

function integer(field: string, value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new StoreError('STORE_REJECTED', `${field} is not a whole number`);
  return value as number;
}

/** @param write serializes; metadata and payloads are never compared, so their keys keep their order */
function json(field: string, value: unknown, write: (value: unknown) => string = canonicalJson): string {
  try {
    requirePlainJson(value);
    return write(value);
  } catch (error) {
    throw new StoreError('STORE_REJECTED', `${field} holds ${(error as Error).message}`);
  }
}
