/** The statements of the hot path: written once in Kysely and compiled for each database. */
import type { Kysely } from 'kysely';
import { compileHot } from './hot-query.ts';
import { type NewMessageRow, newMessageColumns } from './outbox-rows.ts';
import type { Database } from './schema.ts';

/** A row of {@link hotQueries}' `find`. */
export interface FoundSubmission {
  readonly body_hash: string;
  readonly reply_status: number;
  readonly reply_body: string;
}

export type HotQueries = ReturnType<typeof hotQueries>;

/** Compiles the queries that store a submission. */
export function hotQueries(db: Kysely<Database>) {
  return {
    find: compileHot<'intake' | 'key'>((value) =>
      db
        .selectFrom('submissions')
        .select(['body_hash', 'reply_status', 'reply_body'])
        .where('intake', '=', value<string>('intake'))
        .where('key', '=', value<string>('key')),
    ),
    record: compileHot<'id' | 'intake' | 'collection' | 'subject' | 'data' | 'meta' | 'definition' | 'received_at'>(
      (value) =>
        db.insertInto('records').values({
          id: value('id'),
          intake: value('intake'),
          collection: value('collection'),
          subject: value('subject'),
          data: value('data'),
          meta: value('meta'),
          definition: value('definition'),
          received_at: value('received_at'),
        }),
    ),
    submission: compileHot<
      'intake' | 'key' | 'body_hash' | 'record_id' | 'reply_status' | 'reply_body' | 'received_at'
    >((value) =>
      db.insertInto('submissions').values({
        intake: value('intake'),
        key: value('key'),
        body_hash: value('body_hash'),
        record_id: value('record_id'),
        reply_status: value('reply_status'),
        reply_body: value('reply_body'),
        received_at: value('received_at'),
      }),
    ),
    plan: compileHot<'hash' | 'plan'>((value) =>
      db
        .insertInto('delivery_plans')
        .values({ hash: value('hash'), plan: value('plan') })
        .onConflict((conflict) => conflict.doNothing()),
    ),
    // A repeated dedupe key drops the message.
    message: compileHot<keyof NewMessageRow>((value) =>
      db
        .insertInto('outbox')
        .values(Object.fromEntries(newMessageColumns.map((name) => [name, value(name)])) as never)
        .onConflict((conflict) => conflict.doNothing()),
    ),
    probe: compileHot<'at' | 'weight'>((value) =>
      db
        .insertInto('probe')
        .values({ id: 1, at: value<number>('at'), weight: value<string>('weight') })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ at: value('at'), weight: value('weight') })),
    ),
  };
}
