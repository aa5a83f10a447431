/** The tables as queries see them. JSON is stored as canonical text, times as epoch milliseconds. */
import type { Generated } from 'kysely';

export interface RecordsTable {
  /** Append order. */
  seq: Generated<number>;
  id: string;
  intake: string;
  collection: string;
  subject: string | null;
  data: string;
  meta: string;
  definition: string;
  received_at: number;
}

export interface SubmissionsTable {
  intake: string;
  key: string;
  body_hash: string;
  record_id: string;
  reply_status: number;
  reply_body: string;
  received_at: number;
}

/** The versions of the definitions of deliveries, by their hashes: what payloads are made by. */
export interface DeliveryPlansTable {
  hash: string;
  plan: string;
}

/** One message to one destination. Times of the future are 0 until they are set. */
export interface OutboxTable {
  id: string;
  record_id: string;
  /** Name of the delivery in its intake. */
  delivery: string;
  destination: string;
  kind: string;
  purpose: string;
  visitor: string | null;
  /** A destination gets each key once; null for a message of its own. */
  dedupe_key: string | null;
  /** The hash of its plan; null for an erased message, and for one whose payload an older version stored. */
  plan: string | null;
  /** What its payload has besides its record, as JSON; null for a kind without it. */
  sender: string | null;
  /** The payload that an older version stored, as JSON; `null` without one. */
  payload: string;
  status: string;
  /** All attempts to send it. */
  attempts: Generated<number>;
  /** Failed attempts while its destination accepted other messages. */
  tries: Generated<number>;
  /** The destination's `successes` at its last failed attempt; -1 before one. */
  seen: Generated<number>;
  next_at: number;
  leased_until: Generated<number>;
  last_error: string | null;
  created_at: number;
  settled_at: number | null;
  /** The collection and the subject of its record; null for messages without one, and for those that older versions stored. */
  subject: string | null;
  /** The `seq` of its record; null for messages that older versions stored and had settled. */
  sequence: number | null;
}

/** The log of each delivery. */
export interface DeliveryAttemptsTable {
  seq: Generated<number>;
  outbox_id: string;
  at: number;
  outcome: string;
  detail: string;
  /** Duration in milliseconds. */
  ms: number;
}

/** The circuit breaker of each destination, shared by all processes. */
export interface DestinationStatesTable {
  destination: string;
  state: string;
  /** Failed attempts since the last success. */
  failures: number;
  /** Accepted messages. */
  successes: number;
  /** How often the breaker has opened since the last success. */
  openings: number;
  retry_at: number;
  reason: string | null;
  changed_at: number;
}

/** One row, rewritten by every probe. */
export interface ProbeTable {
  id: number;
  at: number;
  /** Text as large as a large submission. */
  weight: string | null;
}

/** The collections whose records may be deleted in the current transaction. */
export interface ExpiringTable {
  collection: string;
}

/** The records whose personal values may be overwritten in the current transaction. */
export interface ErasingTable {
  record_id: string;
}

/** The audit of erasures: append-only, without a personal value. */
export interface ErasuresTable {
  seq: Generated<number>;
  id: string;
  at: number;
  operator: string;
  /** Keyed hashes of the person's identifiers, as JSON. */
  person: string;
  /** Identifies the key of the hashes. */
  key_id: string;
  /** How many rows of each kind were erased, as JSON. */
  counts: string;
}

/** Values that all processes of the database share. */
export interface AgreedTable {
  name: string;
  value: string;
}

/** Versions of the definitions. */
export interface DefinitionVersionsTable {
  id: string;
  definition: string;
  /** The hash of each file by path, as JSON. */
  files: string;
  saved_at: number;
  /** The highest was served last. */
  rank: number;
}

/** The contents of their files. */
export interface DefinitionFilesTable {
  hash: string;
  bytes: Uint8Array;
  /** When a version with it was last kept. */
  used_at: number;
}

/** The versions that were published. */
export interface PublicationsTable {
  /** 1, 2, 3 …: two processes that add an entry at once cannot both succeed. */
  position: number;
  kind: 'publish' | 'rollback';
  version: string;
  definition: string;
  /** The share of visitors out of 10,000; null for all. */
  share: number | null;
  message: string | null;
  author: string;
  at: number;
}

/** The audit of publications that the gate refused and that somebody allowed: append-only, without a personal value of visitors. */
export interface PublicationOverridesTable {
  seq: Generated<number>;
  id: string;
  at: number;
  author: string;
  reason: string;
  /** Fingerprint of the definitions. */
  definition: string;
  /** The rules with what was found, as JSON. */
  exceeded: string;
}

/** Tokens of the admin port. */
export interface TokensTable {
  name: string;
  /** Separated by spaces. */
  scopes: string;
  created: string;
  sha256: string;
}

/** The people who may use the studio. */
export interface StaffTable {
  name: string;
  role: string;
  /** As `server/studio/passwords.ts` encodes it. */
  password: string;
  created_at: number;
}

/** Their sessions. */
export interface StaffSessionsTable {
  /** SHA-256 of the id that the browser has. */
  id: string;
  name: string;
  begun_at: number;
  used_at: number;
}

/** Visits without script. */
export interface VisitsTable {
  /** SHA-256 of the token in the visitor's forms. */
  id: string;
  /** The id of the visit in records and traces. */
  visit: string;
  flow: string;
  behaviour: string;
  /** Input and events, as JSON: see `server/visits/visit-keeper.ts`. */
  log: string;
  /** 1 for a new visit; each change increases it. */
  revision: number;
  expires_at: number;
}

export interface Database {
  records: RecordsTable;
  submissions: SubmissionsTable;
  delivery_plans: DeliveryPlansTable;
  outbox: OutboxTable;
  delivery_attempts: DeliveryAttemptsTable;
  destination_states: DestinationStatesTable;
  probe: ProbeTable;
  expiring: ExpiringTable;
  erasing: ErasingTable;
  erasures: ErasuresTable;
  agreed: AgreedTable;
  definition_versions: DefinitionVersionsTable;
  definition_files: DefinitionFilesTable;
  publications: PublicationsTable;
  publication_overrides: PublicationOverridesTable;
  tokens: TokensTable;
  staff: StaffTable;
  staff_sessions: StaffSessionsTable;
  visits: VisitsTable;
}
