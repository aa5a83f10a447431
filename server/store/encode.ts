/** From a submission to the texts and numbers that its rows are made of. */
import { canonicalJson } from '../../engine/values/canonical-json.ts';
import { StoreError } from './errors.ts';
import { requirePlainJson } from './plain-json.ts';
import type { Json, Reply, Submission } from './types.ts';

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
  readonly deliveries: readonly { destination: string; dedupeKey: string; payload: string }[];
}

/**
 * Checks what a database would silently change, and writes JSON as text. What a database refuses by itself
 * (empty names, a status out of range) is left to its constraints.
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
    meta: json('meta', submission.meta),
    definition: text('definition', submission.definition),
    receivedAt: integer('receivedAt', submission.receivedAt),
    replyStatus: integer('reply.status', submission.reply.status),
    replyBody: json('reply.body', submission.reply.body),
    deliveries: submission.deliveries.map((delivery) => ({
      destination: text('deliveries.destination', delivery.destination),
      dedupeKey: text('deliveries.dedupeKey', delivery.dedupeKey),
      payload: json('deliveries.payload', delivery.payload),
    })),
  };
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** The reply as it was given the first time. */
export function decodeReply(status: number, body: string): Reply {
  return { status, body: JSON.parse(body) as Json };
}

function text(field: string, value: unknown): string {
  if (typeof value !== 'string') throw new StoreError('STORE_REJECTED', `${field} is not a text`);
  // Lone surrogates come back as U+FFFD, so that two keys could become one; Postgres refuses U+0000.
  if (LONE_SURROGATE.test(value) || value.includes('\0')) {
    throw new StoreError('STORE_REJECTED', `${field} has characters that a database cannot keep`);
  }
  return value;
}

function integer(field: string, value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new StoreError('STORE_REJECTED', `${field} is not a whole number`);
  return value as number;
}

function json(field: string, value: Json): string {
  try {
    requirePlainJson(value);
    return canonicalJson(value);
  } catch (error) {
    throw new StoreError('STORE_REJECTED', `${field} holds ${(error as Error).message}`);
  }
}
