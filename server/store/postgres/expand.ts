/** Moves messages to the outbox. Two processes that move the same ones wait for each other. */
import { CompiledQuery, type Kysely } from 'kysely';
import { deferredSelector, deferredSources, openRows, outboxRowsOf } from '../deferred.ts';
import { outboxColumns } from '../queries.ts';
import type { Database } from '../schema.ts';
import { arrayLiteral } from './array-literal.ts';

const numbers: ReadonlySet<string> = new Set([
  ...['attempts', 'tries', 'seen', 'next_at', 'leased_until', 'created_at', 'settled_at', 'sequence'],
]);

// One parameter a column, because a statement with one a value would be compiled for every number of rows.
const insertMessages = `
  insert into outbox (${outboxColumns.join(', ')})
  select * from unnest(${outboxColumns
    .map((name, index) => `$${index + 1}::${numbers.has(name) ? 'bigint' : 'text'}[]`)
    .join(', ')})
  on conflict do nothing`;

/** @returns a function that makes the messages of one batch of submissions; it rejects with the client's error */
export function postgresExpander(db: Kysely<Database>): (visitor?: string) => Promise<number> {
  const select = deferredSelector(db, true);
  return (visitor) =>
    db.transaction().execute(async (transaction) => {
      const { rows } = await transaction.executeQuery(select(visitor).compile());
      const open = openRows(rows);
      if (open.length === 0) return 0;
      const messages = outboxRowsOf(open, await deferredSources(transaction, open).execute());
      const columns = outboxColumns.map((name) => arrayLiteral(messages.map((message) => message[name])));
      await transaction.executeQuery(CompiledQuery.raw(insertMessages, columns));
      const moved = open.map(({ row }) => row.seq);
      await transaction.deleteFrom('deferred_messages').where('seq', 'in', moved).execute();
      return open.reduce((count, { members }) => count + members.length, 0);
    });
}
