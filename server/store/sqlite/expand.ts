/** Moves messages to the outbox. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import { deferredSelector, deferredSources, openRows, outboxRowsOf } from '../deferred.ts';
import { bindHot } from '../hot-query.ts';
import { hotQueries } from '../queries.ts';
import type { Database } from '../schema.ts';
import type { transactions } from './transactions.ts';

/**
 * @param db compiles queries; they are executed in `transaction`, on `database`
 * @returns a function that makes the messages of one batch of submissions; it throws the error of `node:sqlite`
 */
export function sqliteExpander(
  db: Kysely<Database>,
  database: DatabaseSync,
  transaction: ReturnType<typeof transactions>,
): (visitor?: string) => number {
  const { message } = hotQueries(db);
  const select = deferredSelector(db);
  let statements: { readonly insert: StatementSync; readonly remove: StatementSync } | null = null;

  return (visitor) =>
    transaction((run) => {
      const open = openRows(run(select(visitor)));
      if (open.length === 0) return 0;
      statements ??= {
        insert: database.prepare(message.sql),
        remove: database.prepare('delete from deferred_messages where seq = ?'),
      };
      for (const row of outboxRowsOf(open, run(deferredSources(db, open))))
        statements.insert.run(...bindHot(message, row));
      for (const { row } of open) statements.remove.run(row.seq);
      return open.reduce((count, { members }) => count + members.length, 0);
    });
}
