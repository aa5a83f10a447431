/** The contract of every store, independent of its database. */

import type { SiteHash } from '../../engine/definition.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { StoreError } from './errors.ts';
import type { Subject, SubmissionKey } from './ids.ts';

export type { Json };

/** The response to a submission, stored so that a repeat of its key gets the same response. */
export interface Reply {
  /** HTTP status, 100–599. */
  readonly status: number;
  readonly body: Json;
}

/** A task that follows a submission; stored in the outbox in the submission's transaction. */
export interface OutboxEntry {
  /** Id of the integration that performs it. */
  readonly destination: string;
  /** A destination gets each dedupe key once; later entries with it are dropped, also those of other submissions. */
  readonly dedupeKey: string;
  readonly payload: Json;
}

export interface Submission {
  /** Intake id. */
  readonly intake: string;
  readonly key: SubmissionKey;
  /**
   * SHA-256 (64 hex digits) of the canonical payload; distinguishes a repeat from another submission under the same
   * key.
   */
  readonly bodyHash: string;
  readonly collection: string;
  /** Null if the record is never looked up. */
  readonly subject: Subject | null;
  /** The stored record. */
  readonly data: Readonly<Record<string, Json>>;
  /** Page, consent and other metadata. */
  readonly meta: Readonly<Record<string, Json>>;
  /** Hash of the definition that accepted it. */
  readonly definition: SiteHash;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly reply: Reply;
  readonly deliveries: readonly OutboxEntry[];
  /** Counted in the submission's transaction, which stores nothing if the limit is reached. */
  readonly use?: LimitedUse;
}

export type SubmissionOutcome = (
  | { readonly outcome: 'accepted'; readonly id: string; readonly reply: Reply }
  | { readonly outcome: 'replayed'; readonly reply: Reply }
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'limited' }
) & {
  /** The total after the submission's use; left out if it has none, or if it could not be counted. */
  readonly total?: number;
};

export interface StoredRecord {
  /** UUIDv7: its first 48 bits are the write time. */
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
  /** Id of the last record already read; the list continues after it. */
  readonly after?: string;
  /** Most records to return; 100 by default. */
  readonly limit?: number;
}

/** The retention limits of a collection. */
export interface Retention {
  /** Epoch milliseconds: older records are removed. */
  readonly before: number;
  /** Most bytes of the whole collection; the oldest records are removed first. */
  readonly bytes: number;
}

/**
 * A lead: the submissions of one subject in a collection. A record without a subject is a lead of its own.
 * Anybody who knows an e-mail address can submit under it, so every submission stays readable.
 */
export interface Lead {
  /** Id of its first record. */
  readonly id: string;
  readonly collection: string;
  readonly subject: string | null;
  /** What is shown of it: each value from the latest submission that has it. */
  readonly data: Readonly<Record<string, Json>>;
  /** Of its first submission, like `meta` and `definition`. */
  readonly intake: string;
  readonly meta: Readonly<Record<string, Json>>;
  readonly definition: string;
  /** Epoch milliseconds of the first and the last submission. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** How many there are. */
  readonly submissions: number;
}

export interface LeadWithSubmissions extends Lead {
  /** In append order. */
  readonly records: readonly StoredRecord[];
}

/** Which leads to read; every condition must hold. */
export interface LeadFilter {
  readonly collections?: readonly string[];
  /** Epoch milliseconds: the first submission was received at this time or later. */
  readonly from?: number;
  /** Epoch milliseconds: the first submission was received before this time. */
  readonly to?: number;
  /** The definition that accepted the first submission. */
  readonly definition?: string;
  /** One of these values of the lead is this text. */
  readonly source?: { readonly names: readonly string[]; readonly equals: string };
  /** Id of the last lead already read; the leads continue after it. */
  readonly after?: string;
}

/** The outbox entries that wait for a destination. */
export interface OutboxBacklog {
  readonly destination: string;
  readonly depth: number;
  /** Epoch milliseconds: when the oldest was stored. */
  readonly oldestAt: number;
}

/** Uses of something that is limited, such as requests of an address within a minute. */
export interface Use {
  readonly id: string;
  readonly count: number;
  /** Epoch milliseconds: when the total is forgotten. */
  readonly expiresAt: number;
}

/** A use that needs a total below a limit before it is added. */
export interface LimitedUse extends Use {
  readonly limit: number;
}

/** A version of the definitions that a process has served. */
export interface StoredVersion {
  /** Fingerprint of its files. */
  readonly id: string;
  /** Fingerprint of the definition, as stored with leads. */
  readonly definition: string;
  /** The SHA-256 of each file, in hexadecimal, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly savedAt: number;
}

/** The content of a file of definitions. */
export interface VersionFile {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** The versions of the definitions that processes share. Methods reject only with a {@link StoreError}. */
export interface VersionStore {
  /** The stored versions, the one that a process began to serve last first. */
  list(): Promise<readonly StoredVersion[]>;
  /** The content of a file by its hash, or null. */
  file(hash: string): Promise<Uint8Array | null>;
  /** The hashes without content. The content of the others is kept for a day, also without a version. */
  missing(hashes: readonly string[]): Promise<readonly string[]>;
  /** Stores contents; those that are stored already do not change. */
  addFiles(files: readonly VersionFile[]): Promise<void>;
  /**
   * Keeps a version whose files are stored, and removes the oldest beyond three with their files.
   * @param isLatest whether a process begins to serve it; otherwise it becomes the oldest, or keeps its place
   */
  keep(version: StoredVersion, isLatest: boolean): Promise<void>;
}

/** A token of the admin port, as it is stored. */
export interface StoredToken {
  readonly name: string;
  /** Words without spaces. */
  readonly scopes: readonly string[];
  /** ISO 8601. */
  readonly created: string;
  /** SHA-256 of the token. It is random and long, so the hash needs no salt. */
  readonly sha256: string;
}

/** Where tokens are stored. */
export interface TokenStore {
  /** Every token, the oldest first. */
  list(): Promise<readonly StoredToken[]>;
  /** @returns false when the name is taken; then nothing changes */
  add(token: StoredToken): Promise<boolean>;
  /** @returns whether there was one */
  remove(name: string): Promise<boolean>;
}

/** Tokens that were opened without the rest of the database. */
export type OpenTokens = TokenStore & { close(): Promise<void> };

/** Reads what is stored. Methods reject only with a {@link StoreError}. */
export interface StoreReader {
  /** The reply stored under a key of an intake, or null. */
  replyTo(intake: string, key: SubmissionKey): Promise<{ readonly bodyHash: string; readonly reply: Reply } | null>;
  /** The subject's last record in append order, or null. */
  latest(collection: string, subject: Subject): Promise<StoredRecord | null>;
  /** Every record of the subject, in append order. */
  of(collection: string, subject: Subject): Promise<StoredRecord[]>;
  /**
   * Records in append order.
   * @throws StoreError STORE_CURSOR when the collection has no record with the id `after`
   */
  list(collection: string, options?: ListOptions): Promise<StoredRecord[]>;
  count(collection: string): Promise<number>;
  /**
   * Leads in the order of their first submissions, as of the first read. They are read in small parts, without a
   * transaction that would delay a writer.
   * @throws StoreError STORE_CURSOR when there is no record with the id `after`
   */
  leads(filter?: LeadFilter): AsyncIterable<Lead>;
  /** The lead that a record belongs to, or null when there is no record with this id. */
  lead(id: string): Promise<LeadWithSubmissions | null>;
  /** The backlog of each destination that has one, by name. */
  outbox(): Promise<readonly OutboxBacklog[]>;
  /**
   * Copies the database to a new file, durably, as of one moment and while others write.
   * @throws StoreError STORE_BACKUP
   */
  backup(file: string): Promise<void>;
  /** Waits for pending submissions and closes. Idempotent. */
  close(): Promise<void>;
}

/** Durable storage. After STORE_FAILED every later call rejects with STORE_FAILED. */
export interface Store extends StoreReader {
  /**
   * Stores a submission with its deliveries. Resolves only after the commit is durable. Same key and same bodyHash:
   * `replayed` with the stored reply. Same key, another bodyHash: `conflict`. A use beyond its limit: `limited`.
   * @throws StoreError STORE_REJECTED (this submission cannot be stored), STORE_FULL, STORE_BUSY, STORE_MOVED,
   *   STORE_FAILED, STORE_CLOSED
   */
  submit(submission: Submission): Promise<SubmissionOutcome>;
  /**
   * Removes one batch of the records beyond a collection's retention, with their submissions and deliveries.
   * @returns how many were removed; 0 when none is left to remove
   */
  expire(collection: string, retention: Retention): Promise<number>;
  /**
   * Adds uses of different ids to the totals that all processes of the database share. Not durable.
   * @returns the new total of each
   */
  addUses(uses: readonly Use[]): Promise<readonly number[]>;
  /**
   * Stores a value under a name that has none.
   * @returns the stored value; all processes of the database get the same
   */
  agree(name: string, value: string): Promise<string>;
  readonly versions: VersionStore;
  readonly tokens: TokenStore;
  /** Writes durably, and more than a submission: readiness must detect a full disk, which reads do not notice. */
  probe(): Promise<void>;
  /**
   * The error that a submission would get now: that of the last write, or one that is visible without a write. Null
   * when there is none.
   */
  trouble(): StoreError | null;
}

/** Events of a store. */
export interface StoreEvents {
  /** Called once when the store has failed: become not ready and exit, without a retry. */
  readonly onFatal?: (error: StoreError) => void;
  /** Called when submissions begin to fail, and with null when they succeed again. */
  readonly onTrouble?: (trouble: StoreError | null) => void;
  /** Called at the start with the paths in the data folder that other users can open. */
  readonly onExposed?: (paths: readonly string[]) => void;
}

/** Epoch milliseconds. */
export type Clock = () => number;

/** `size` random bytes. */
export type Random = (size: number) => Uint8Array;
