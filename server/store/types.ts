/** The contract of every store, independent of its database. */

import type { Purpose } from '../../engine/consent/consent.ts';
import type { SiteHash } from '../../engine/definition.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { OutboxEntry } from '../deliveries/entries.ts';
import type { StoreError } from './errors.ts';
import type { Subject, SubmissionKey } from './ids.ts';

export type { Json };

/** The response to a submission, stored so that a repeat of its key gets the same response. */
export interface Reply {
  /** HTTP status, 100–599. */
  readonly status: number;
  readonly body: Json;
}

/**
 * `unconfigured`: its destination had no settings; `withheld`: the visitor has not consented to its purpose, or the
 * submission is quarantined; `cancelled`: consent was withdrawn before it was sent; `dead`: it cannot be delivered.
 */
export type DeliveryStatus = 'waiting' | 'delivered' | 'dead' | 'unconfigured' | 'withheld' | 'cancelled';

/** A message of the outbox. */
export interface OutboxMessage extends Omit<OutboxEntry, 'status' | 'plan' | 'sender'> {
  readonly id: string;
  readonly recordId: string;
  /** Made of the record and the plan when it is read; null if it was erased. */
  readonly payload: Json;
  /** Why its payload cannot be made; null for a payload, and for an erased one. */
  readonly fault: string | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Failed attempts while its destination accepted other messages. */
  readonly tries: number;
  /** The destination's `successes` at its last failed attempt; -1 before one. */
  readonly seen: number;
  /** Epoch milliseconds, like all times: when it is sent next. */
  readonly nextAt: number;
  /** Until when a process may be sending it. */
  readonly leasedUntil: number;
  readonly createdAt: number;
  readonly settledAt: number | null;
  /** Increases with each submission; null for a message that an older version stored. */
  readonly sequence: number | null;
}

/** One attempt to send a message. */
export interface DeliveryAttempt {
  readonly at: number;
  /** `unknown`: the destination took the message and did not answer. */
  readonly outcome: 'delivered' | 'failed' | 'unknown' | 'refused' | 'paused';
  /** Without personal data and secrets. */
  readonly detail: string;
  /** Duration in milliseconds. */
  readonly ms: number;
}

/** The circuit breaker of a destination. */
export interface DestinationState {
  readonly destination: string;
  /** `open`: one message is sent at `retryAt` to find out whether it works again; `paused`: until an operator resumes it. */
  readonly state: 'closed' | 'open' | 'paused';
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** Accepted messages. */
  readonly successes: number;
  /** How often the breaker has opened since the last success. */
  readonly openings: number;
  readonly retryAt: number;
  readonly reason: string | null;
  readonly changedAt: number;
}

/** The result of an attempt, as it is stored. */
export interface SettledAttempt {
  readonly message: OutboxMessage;
  readonly attempt: DeliveryAttempt;
  readonly status: Extract<DeliveryStatus, 'waiting' | 'delivered' | 'dead'>;
  readonly tries: number;
  readonly seen: number;
  readonly nextAt: number;
}

/** A destination that works again. */
export interface Recovery {
  readonly destination: string;
  /** Its `successes` while it was away, which its failed messages have seen. */
  readonly seen: number;
  readonly at: number;
}

/** Which messages to read; every condition must hold. */
export interface OutboxFilter {
  readonly status?: DeliveryStatus;
  readonly destination?: string;
  readonly recordId?: string;
  readonly ids?: readonly string[];
  /** Most messages to return; 100 by default. */
  readonly limit?: number;
  /** Id of the last message already read. */
  readonly after?: string;
}

/** Reads the outbox. Methods reject only with a {@link StoreError}. */
export interface OutboxReader {
  /** Messages in the order of their submissions. */
  list(filter?: OutboxFilter): Promise<readonly OutboxMessage[]>;
  /** The attempts to send a message, the first one first. */
  attempts(id: string): Promise<readonly DeliveryAttempt[]>;
  /** The states of the destinations that had an attempt, by name. */
  states(): Promise<readonly DestinationState[]>;
  /** When the next message of a destination is due; null if none waits. */
  due(destination: string): Promise<number | null>;
}

/** Operations of an operator on the outbox. */
export interface OutboxOperator extends OutboxReader {
  /**
   * Sends dead and unconfigured messages again: they wait with no failed tries. Delivered ones only if they are named
   * by id; those that a visitor has not consented to never.
   * @returns how many
   */
  retry(filter: OutboxFilter, now: number): Promise<number>;
  /** Closes the breaker of a destination, and ends its pause. @returns whether it has a state */
  resume(destination: string, now: number): Promise<boolean>;
  /**
   * Ends the quarantine of a record: stores a row of its own in the collection `quarantine-releases`, because records never
   * change, and sends the named withheld deliveries. May be repeated.
   * @returns how many messages wait from now on
   */
  release(record: Pick<StoredRecord, 'id' | 'definition'>, deliveries: readonly string[], now: number): Promise<number>;
}

/** The outbox for the process that sends its messages. */
export interface Outbox extends OutboxOperator {
  /**
   * Cancels the messages of a visitor that wait or are withheld, for purposes that the visitor has refused. One that is
   * being sent at this moment may still arrive.
   * @returns how many
   */
  cancelWaiting(visitor: string, purposes: readonly Purpose[], now: number): Promise<number>;
  /** Leases messages of a destination that are due; no process gets them again until the lease ends. */
  claim(options: {
    readonly destination: string;
    readonly limit: number;
    readonly now: number;
    readonly until: number;
  }): Promise<readonly OutboxMessage[]>;
  /**
   * Removes one batch of the messages that were stored before a time and do not wait, with their attempts.
   * @returns how many were removed; 0 when none is left to remove
   */
  expire(before: number): Promise<number>;
  /**
   * Stores the results of attempts and the states of their destinations in one transaction.
   * @param recovered destinations that were away: messages that failed meanwhile are due at once
   */
  settle(
    attempts: readonly SettledAttempt[],
    states: readonly DestinationState[],
    recovered?: readonly Recovery[],
  ): Promise<void>;
}

export type { OutboxEntry };

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
}

export type SubmissionOutcome =
  | { readonly outcome: 'accepted'; readonly id: string; readonly reply: Reply }
  | { readonly outcome: 'replayed'; readonly reply: Reply }
  | { readonly outcome: 'conflict' };

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

/** A record with its place in append order. */
export interface SequencedRecord {
  readonly seq: number;
  readonly record: StoredRecord;
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
  /** Most bytes of the whole collection, or null; the oldest records are removed first. */
  readonly bytes: number | null;
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
  /** One of these values of the lead, or of its first or last source, is this text. */
  readonly source?: { readonly names: readonly string[]; readonly equals: string };
  /** Only leads that began among this many records that were stored last. */
  readonly newest?: number;
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
  /** A stored version by its id, or null. */
  find(id: string): Promise<StoredVersion | null>;
  /** The content of a file by its hash, or null. */
  file(hash: string): Promise<Uint8Array | null>;
  /** The hashes without content. The content of the others is kept for a day, also without a version. */
  missing(hashes: readonly string[]): Promise<readonly string[]>;
  /** Stores contents; those that are stored already do not change. */
  addFiles(files: readonly VersionFile[]): Promise<void>;
  /**
   * Keeps a version whose files are stored, and removes the oldest beyond three with their files, except published ones.
   * @param isLatest whether a process begins to serve it; otherwise it becomes the oldest, or keeps its place
   */
  keep(version: StoredVersion, isLatest: boolean): Promise<void>;
}

/** One change of what processes serve. */
export interface Publication {
  /** Counted from 1. */
  readonly position: number;
  readonly kind: 'publish' | 'rollback';
  /** The id of a stored version. */
  readonly version: string;
  /** Fingerprint of its definitions when it was published. */
  readonly definition: string;
  /** The share of visitors out of 10,000 who get it beside the version of all others; null for all visitors. */
  readonly share: number | null;
  readonly message: string | null;
  /** Who published it. */
  readonly author: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A rule that a publication exceeded. */
export interface ExceededRule {
  readonly rule: string;
  readonly allowed: number | string;
  readonly count: number;
  readonly of: number;
}

/** An entry of the audit: the gate refused definitions, and somebody allowed them. */
export interface PublicationOverride {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly author: string;
  readonly reason: string;
  /** Fingerprint of the definitions. */
  readonly definition: string;
  readonly exceeded: readonly ExceededRule[];
}

/** What operators published. Methods reject only with a {@link StoreError}. */
export interface PublicationStore {
  /** The position of the last entry; 0 if nothing was published. */
  position(): Promise<number>;
  /** The last hundred entries, the newest first. The files of their versions are kept. */
  list(): Promise<readonly Publication[]>;
  /** Adds an entry. @returns false if its position is taken: somebody else has published meanwhile */
  add(entry: Publication): Promise<boolean>;
  /** The last hundred overrides, the newest first. */
  overrides(): Promise<readonly PublicationOverride[]>;
  /** Adds an override. It is never changed or removed. */
  override(entry: PublicationOverride): Promise<void>;
}

/** The stored versions and what was published, opened beside running servers. */
export interface OpenPublications {
  readonly publications: PublicationStore;
  readonly versions: VersionStore;
  close(): Promise<void>;
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

/** The outbox, opened without the rest of the database. */
export type OpenOutbox = OutboxOperator & { close(): Promise<void> };

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

/** What a user of the studio may do: look at everything, or also change it. */
export const staffRoles = ['viewer', 'editor'] as const;
export type StaffRole = (typeof staffRoles)[number];

export interface StaffUser {
  readonly name: string;
  readonly role: StaffRole;
  /** The encoded hash of the password. */
  readonly password: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** A session of a user in the studio. */
export interface StaffSession {
  /** SHA-256 of the id that the browser has, in hexadecimal. */
  readonly id: string;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly begunAt: number;
  /** Epoch milliseconds of its last request. */
  readonly usedAt: number;
}

/** The users of the studio and their sessions. Methods reject only with a {@link StoreError}. */
export interface StaffStore {
  /** By name. */
  users(): Promise<readonly StaffUser[]>;
  user(name: string): Promise<StaffUser | null>;
  /** @returns false when the name is taken; then nothing changes */
  addUser(user: StaffUser): Promise<boolean>;
  /** Removes a user and the user's sessions. @returns whether there was one */
  removeUser(name: string): Promise<boolean>;
  /** Stores a new session. @returns false when its user was removed meanwhile */
  begin(session: StaffSession): Promise<boolean>;
  /** A session with the role that its user has now; null when there is none. */
  session(id: string): Promise<(StaffSession & Pick<StaffUser, 'role'>) | null>;
  /** Notes that a session was used. */
  touch(id: string, at: number): Promise<void>;
  end(id: string): Promise<void>;
  /** Removes the sessions that were begun, or used for the last time, before these times. */
  expireSessions(begunBefore: number, usedBefore: number): Promise<void>;
}

/** The users of the studio, opened without the rest of the database. */
export type OpenStaff = StaffStore & { close(): Promise<void> };

/** A visit without script, as the last process that continued it left it. */
export interface StoredVisit {
  /** SHA-256 of the token in the visitor's forms, in hexadecimal. */
  readonly id: string;
  /** The id of the visit in records and traces. */
  readonly visit: string;
  readonly flow: string;
  /** Fingerprint of the version of the flow. */
  readonly behaviour: string;
  /** Its input and its events. */
  readonly log: Json;
  /** 1 for a new visit; each change increases it. */
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** The visits that any process of the database can continue. Methods reject only with a {@link StoreError}. */
export interface VisitStore {
  /** A visit that is not over, or null. */
  find(id: string, now: number): Promise<StoredVisit | null>;
  /**
   * Stores the first revision of a visit, or one that follows the stored one.
   * @returns false if another revision is stored meanwhile, or the visit is gone; then nothing changes
   */
  keep(visit: StoredVisit): Promise<boolean>;
  /** Removes one batch of the visits that are over. @returns how many; 0 when none is left */
  expire(now: number): Promise<number>;
}

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
  /** Every record of every collection in append order. @param after continues after this `seq` */
  records(after?: number): AsyncIterable<SequencedRecord>;
  /**
   * Leads in the order of their first submissions, as of the first read. They are read in small parts, without a
   * transaction that would delay a writer.
   * @throws StoreError STORE_CURSOR when there is no record with the id `after`
   */
  leads(filter?: LeadFilter): AsyncIterable<Lead>;
  /** The lead that a record belongs to, or null when there is no record with this id. */
  lead(id: string): Promise<LeadWithSubmissions | null>;
  readonly deliveries: OutboxReader;
  /** The messages that wait for each destination, by name. */
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
  readonly deliveries: Outbox;
  /**
   * Stores a submission with its deliveries. Resolves only after the commit is durable. Same key and same bodyHash:
   * `replayed` with the stored reply. Same key, another bodyHash: `conflict`.
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
  readonly publications: PublicationStore;
  readonly tokens: TokenStore;
  readonly staff: StaffStore;
  readonly visits: VisitStore;
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
export type RandomSource = (size: number) => Uint8Array;
