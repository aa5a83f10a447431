/** Moves messages to the outbox. */
import type { Kysely } from 'kysely';
import { insertMessages, outboxRowsOf, selectDeferred } from '../deferred.ts';
import type { Database } from '../schema.ts';
import type { transactions } from './transactions.ts';

/**
 * @param db compiles queries; they are executed in `transaction`
 * @returns a function that makes the messages of one batch of submissions; it throws the error of `node:sqlite`
 */
export const sqliteExpander =
  (db: Kysely<Database>, transaction: ReturnType<typeof transactions>): ((visitor?: string) => number) =>
  (visitor) =>
    transaction((run) => {
      const rows = run(selectDeferred(db, { visitor }));
      for (const row of rows) {
        // One at a time, so that their statement is compiled once.
        for (const message of outboxRowsOf(row)) run(insertMessages(db, [message]));
        run(db.deleteFrom('deferred_messages').where('seq', '=', row.seq));
      }
      return rows.length;
    });
