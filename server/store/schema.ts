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

export interface Database {
  records: RecordsTable;
  submissions: SubmissionsTable;
  outbox: OutboxTable;
  probe: ProbeTable;
  expiring: ExpiringTable;
  agreed: AgreedTable;
}
