/** What every store keeps and promises, whatever database is under it. */
import type { Json } from '../../schemas/compiled.ts';
import type { StoreError } from './errors.ts';

export type { Json };

/** The answer a visitor was given, kept so that the same key gets the same answer again. */
export interface Reply {
  /** HTTP status, 100–599. */
  readonly status: number;
  readonly body: Json;
}

/** Something that must happen after a submission; kept in the outbox in the submission's own transaction. */
export interface OutboxEntry {
  /** Id of the integration that will perform it. */
  readonly destination: string;
  /** A destination sees one dedupe key once, whichever submission it came from: later ones are dropped. */
  readonly dedupeKey: string;
  readonly payload: Json;
}

export interface Submission {
  /** Intake id. */
  readonly intake: string;
  /** Idempotency key within the intake: the client's Idempotency-Key, or a natural key made by the caller. */
  readonly key: string;
  /** SHA-256 (64 hex digits) of the canonical payload; tells a repeat from another submission under the same key. */
  readonly bodyHash: string;
  readonly collection: string;
  /** What the record can be found by, e.g. its uid; null if it is never looked up. */
  readonly subject: string | null;
  /** The record kept. */
  readonly data: Readonly<Record<string, Json>>;
  /** Page, mechanism and other circumstances. */
  readonly meta: Readonly<Record<string, Json>>;
  /** Hash of the definition that accepted it. */
  readonly definition: string;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly reply: Reply;
  readonly deliveries: readonly OutboxEntry[];
}

export type SubmissionOutcome =
  | { readonly outcome: 'accepted'; readonly id: string; readonly reply: Reply }
  | { readonly outcome: 'replayed'; readonly reply: Reply }
  | { readonly outcome: 'conflict' };

export interface StoredRecord {
  /** UUIDv7: its first 48 bits are the time it was written. */
  readonly id: string;
  readonly intake: string;
  readonly collection: string;
  readonly subject: string | null;
  readonly data: Readonly<Record<string, Json>>;
  readonly meta: Readonly<Record<string, Json>>;
  readonly definition: string;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export interface ListOptions {
  /** Id of the last record already seen; the list goes on after it. */
  readonly after?: string;
  /** How many at most; 100 unless told. */
  readonly limit?: number;
}

/** What of a collection is kept. */
export interface Retention {
  /** Epoch milliseconds: older records are removed. */
  readonly before: number;
  /** The most that all of it may come to; the oldest are removed first. */
  readonly bytes: number;
}

/**
 * Durable storage. Every method rejects with a {@link StoreError} and nothing else;
 * after STORE_FAILED every later call rejects with STORE_FAILED.
 */
export interface Store {
  /**
   * Keeps a submission with its deliveries. Resolves only after the commit is durable.
   * Same key and same bodyHash: `replayed` with the stored reply. Same key, another bodyHash: `conflict`.
   * @throws StoreError STORE_REJECTED (this submission cannot be kept), STORE_FULL, STORE_BUSY, STORE_MOVED,
   *   STORE_FAILED, STORE_CLOSED
   */
  submit(submission: Submission): Promise<SubmissionOutcome>;
  /** The reply that was stored under a key of an intake, or null. */
  replyTo(intake: string, key: string): Promise<{ readonly bodyHash: string; readonly reply: Reply } | null>;
  /** The record of the subject that was appended last, or null. */
  latest(collection: string, subject: string): Promise<StoredRecord | null>;
  /** Every record of the subject, in the order they were appended. */
  of(collection: string, subject: string): Promise<StoredRecord[]>;
  /**
   * Records in the order they were appended.
   * @throws StoreError STORE_CURSOR when `after` is no record of the collection
   */
  list(collection: string, options?: ListOptions): Promise<StoredRecord[]>;
  count(collection: string): Promise<number>;
  /**
   * Removes some of the records that a collection is not to keep, with their submissions and deliveries.
   * @returns how many; 0 when there are no more
   */
  expire(collection: string, retention: Retention): Promise<number>;
  /** Makes a real, durable write, larger than a submission: readiness must notice a full disk that reads do not. */
  probe(): Promise<void>;
  /** Why a submission would be refused: what the last write met, or what can be seen without one. Null when nothing is. */
  trouble(): StoreError | null;
  /** Lets running submissions end, folds the log into the database and closes. Calling it again is harmless. */
  close(): Promise<void>;
}

/** What a store reports by itself. */
export interface StoreEvents {
  /** Called once, when the store has failed: go unready and exit, with no retry. */
  readonly onFatal?: (error: StoreError) => void;
  /** Called when submissions begin to be refused, and with null when they are kept again. */
  readonly onTrouble?: (trouble: StoreError | null) => void;
  /** Called at the start with the paths of the data folder that others than its owner can open. */
  readonly onExposed?: (paths: readonly string[]) => void;
}

/** Epoch milliseconds. */
export type Clock = () => number;

/** `size` random bytes. */
export type Random = (size: number) => Uint8Array;
