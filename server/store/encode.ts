/** Encodes a submission as the column values of its rows. */
import { canonicalJson } from '../../engine/values/canonical-json.ts';
import type { OutboxEntry } from '../deliveries/entries.ts';
import { StoreError } from './errors.ts';
import { requirePlainJson } from './plain-json.ts';
import { shortMeta } from './short-meta.ts';
import type { Json, Reply, Submission } from './types.ts';

/** A message of a submission. Its ids follow from that of the record. */
export interface EncodedMessage extends Omit<OutboxEntry, 'sender'> {
  /** As JSON. */
  readonly sender: string | null;
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
  readonly messages: readonly EncodedMessage[];
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
    messages: submission.deliveries.map(encodeMessage),
  };
}

function encodeMessage(entry: OutboxEntry): EncodedMessage {
  const { delivery, destination, dedupeKey, visitor, sender } = entry;
  text('deliveries.delivery', delivery);
  if (text('deliveries.destination', destination) === '' || dedupeKey === '')
    throw new StoreError('STORE_REJECTED', 'deliveries have no destination, or an empty key');
  if (dedupeKey !== null) text('deliveries.dedupeKey', dedupeKey);
  if (visitor !== null) text('deliveries.visitor', visitor);
  return { ...entry, sender: sender === null ? null : json('deliveries.sender', sender, JSON.stringify) };
}

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
