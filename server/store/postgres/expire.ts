/** Removes the oldest records of a collection, with their submissions and deliveries. No other code removes records. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { Retention } from '../types.ts';

const chunk = 500;

/**
 * Removes one chunk. Two processes that remove the same records at a time wait for each other.
 * @returns how many records it removed
 */
export async function expireSome(
  db: Kysely<Database>,
  collection: string,
  { before, bytes }: Retention,
): Promise<number> {
  const size = sql<number>`octet_length(data) + octet_length(meta)`;
  // Measuring reads the whole collection.
  const measured =
    bytes === null
      ? null
      : await db
          .selectFrom('records')
          .select(({ fn }) => fn.sum<string | null>(size).as('total'))
          .where('collection', '=', collection)
          .executeTakeFirstOrThrow();
  const oldest = await db
    .selectFrom('records')
    .select(['seq', 'received_at', size.as('bytes')])
    .where('collection', '=', collection)
    .orderBy('seq')
    .limit(chunk)
    .execute();
  let excess = bytes === null ? 0 : Number(measured?.total ?? 0) - bytes;
  let last: number | null = null;
  for (const row of oldest) {
    if (row.received_at >= before && excess <= 0) break;
    excess -= row.bytes;
    last = row.seq;
  }
  if (last === null) return 0;
  const upTo = last;
  return await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('expiring').values({ collection }).execute();
    const gone = transaction
      .selectFrom('records')
      .select('id')
      .where('collection', '=', collection)
      .where('seq', '<=', upTo);
    await transaction.deleteFrom('outbox').where('record_id', 'in', gone).execute();
    await transaction.deleteFrom('submissions').where('record_id', 'in', gone).execute();
    const { numDeletedRows } = await transaction
      .deleteFrom('records')
      .where('collection', '=', collection)
      .where('seq', '<=', upTo)
      .executeTakeFirstOrThrow();
    await transaction.deleteFrom('expiring').where('collection', '=', collection).execute();
    // Of a row with several submissions, those without a record are left out when their messages are made.
    return Number(numDeletedRows);
  });
}
