/** Moves messages to the outbox. Two processes that move the same ones wait for each other. */
import type { Kysely } from 'kysely';
import { insertMessages, outboxRowsOf, selectDeferred } from '../deferred.ts';
import type { Database } from '../schema.ts';

/** A statement has at most 65,535 parameters. */
const mostRows = 1000;

/** @returns a function that makes the messages of one batch of submissions; it rejects with the client's error */
export const postgresExpander =
  (db: Kysely<Database>): ((visitor?: string) => Promise<number>) =>
  (visitor) =>
    db.transaction().execute(async (transaction) => {
      const { rows } = await transaction.executeQuery(selectDeferred(db, { visitor, lock: true }).compile());
      if (rows.length === 0) return 0;
      const messages = rows.flatMap(outboxRowsOf);
      for (let at = 0; at < messages.length; at += mostRows)
        await transaction.executeQuery(insertMessages(db, messages.slice(at, at + mostRows)).compile());
      await transaction
        .deleteFrom('deferred_messages')
        .where(
          'seq',
          'in',
          rows.map(({ seq }) => seq),
        )
        .execute();
      return rows.length;
    });
