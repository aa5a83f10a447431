/** Removes the oldest records of a collection, with their submissions and deliveries. No other code removes records. */
import type { DatabaseSync } from 'node:sqlite';
import type { Retention } from '../types.ts';

// A chunk blocks the main thread for some milliseconds; submissions are handled between chunks.
const chunk = 500;

/**
 * @returns a function that durably removes one chunk and returns how many records it removed; it throws the error of
 *   `node:sqlite`
 */
export function expirer(database: DatabaseSync): (collection: string, retention: Retention) => number {
  const size = 'length(cast(data as blob)) + length(cast(meta as blob))';
  const total = database.prepare(`select coalesce(sum(${size}), 0) as bytes from records where collection = ?`);
  const oldest = database.prepare(
    `select seq, received_at, ${size} as bytes from records where collection = ? order by seq limit ${chunk}`,
  );
  const gone = '(select id from records where collection = ? and seq <= ?)';
  const statements = [
    'insert into expiring (collection) values (?)',
    `delete from outbox where record_id in ${gone}`,
    `delete from submissions where record_id in ${gone}`,
    'delete from records where collection = ? and seq <= ?',
    'delete from expiring where collection = ?',
  ].map((sql) => database.prepare(sql));

  return (collection, { before, bytes }) => {
    // Measuring reads the whole collection.
    let excess = bytes === null ? 0 : Number(total.get(collection)?.['bytes'] ?? 0) - bytes;
    let last: number | null = null;
    let count = 0;
    for (const row of oldest.all(collection)) {
      if (Number(row['received_at']) >= before && excess <= 0) break;
      excess -= Number(row['bytes']);
      last = Number(row['seq']);
      count += 1;
    }
    if (last === null) return 0;
    database.exec('begin immediate');
    try {
      const [allow, outbox, submissions, records, forbid] = statements;
      allow?.run(collection);
      for (const statement of [outbox, submissions, records]) statement?.run(collection, last);
      forbid?.run(collection);
      database.exec('commit');
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
    return count;
  };
}
