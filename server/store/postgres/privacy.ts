/**
 * Removes what PostgreSQL keeps of overwritten rows. An update leaves the old row in its table and its indexes, and
 * both rows in the write-ahead log. `vacuum` frees the space but leaves the bytes; `vacuum full` writes new files.
 */
import { type Kysely, sql } from 'kysely';
import type { TidyResult } from '../erasures.ts';
import type { Database } from '../schema.ts';

/** The tables with personal values. */
const tables = ['records', 'submissions', 'outbox', 'delivery_attempts', 'visits'] as const;

/** @param compact rewrites the tables, each of which blocks submissions meanwhile */
export async function tidyPostgres(db: Kysely<Database>, compact: boolean): Promise<TidyResult> {
  const notes: string[] = [];
  for (const table of tables) await sql`vacuum ${sql.raw(compact ? '(full)' : '')} ${sql.table(table)}`.execute(db);
  if (!compact)
    notes.push(
      'Pages of the database keep the overwritten bytes as free space until they are used again. --compact rewrites the tables, and blocks submissions meanwhile.',
    );
  try {
    await sql`checkpoint`.execute(db);
    await sql`select pg_switch_wal()`.execute(db);
    await sql`checkpoint`.execute(db);
    notes.push(
      'The write-ahead log keeps the values until its files are removed or written over (pg_wal; with wal_recycle = off they are removed).',
    );
  } catch {
    notes.push(
      'This role may not run a checkpoint (pg_checkpoint) or switch the write-ahead log: it keeps the values until the server writes over it.',
    );
  }
  notes.push(
    'Replicas follow by themselves. An archive of the log, snapshots and point-in-time recovery of a managed database keep the values until they expire.',
  );
  return { notes };
}
