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

export interface OutboxTable {
  id: string;
  record_id: string;
  destination: string;
  dedupe_key: string;
  payload: string;
  created_at: number;
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

/** Tokens of the admin port. */
export interface TokensTable {
  name: string;
  /** Separated by spaces. */
  scopes: string;
  created: string;
  sha256: string;
}

export interface Database {
  records: RecordsTable;
  submissions: SubmissionsTable;
  outbox: OutboxTable;
  probe: ProbeTable;
  expiring: ExpiringTable;
  agreed: AgreedTable;
  definition_versions: DefinitionVersionsTable;
  definition_files: DefinitionFilesTable;
  tokens: TokensTable;
}
