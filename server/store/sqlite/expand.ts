/** Moves messages to the outbox. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Kysely, Selectable } from 'kysely';
import { type DeferredRow, deferredSelector, outboxRowsOf } from '../deferred.ts';
import { bindHot } from '../hot-query.ts';
import { hotQueries } from '../queries.ts';
import type { Database, OutboxTable } from '../schema.ts';
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

  function move(row: DeferredRow, messages: readonly Selectable<OutboxTable>[]): void {
    statements ??= {
      insert: database.prepare(message.sql),
      remove: database.prepare('delete from deferred_messages where seq = ?'),
    };
    for (const each of messages) statements.insert.run(...bindHot(message, each));
    statements.remove.run(row.seq);
  }

  return (visitor) =>
    transaction((run) => {
      const rows = run(select(visitor));
      for (const row of rows) move(row, outboxRowsOf(row));
      return rows.length;
    });
}
