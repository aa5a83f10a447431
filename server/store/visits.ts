/** Visits without script. */
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { Json, VisitStore } from './types.ts';

const expiryLimit = 500;

/** @param call runs a statement; rejects with a StoreError */
export function visitStore(db: Kysely<Database>, call: <T>(run: () => Promise<T>) => Promise<T>): VisitStore {
  return {
    find: (id, now) =>
      call(async () => {
        const row = await db
          .selectFrom('visits')
          .selectAll()
          .where('id', '=', id)
          .where('expires_at', '>', now)
          .executeTakeFirst();
        if (row === undefined) return null;
        const { log, expires_at: expiresAt, ...same } = row;
        return { ...same, log: JSON.parse(log) as Json, expiresAt: Number(expiresAt) };
      }),
    keep: ({ log, expiresAt, ...same }) =>
      call(async () => {
        const row = { ...same, log: JSON.stringify(log), expires_at: expiresAt };
        const { id, revision, ...changed } = row;
        const kept =
          revision === 1
            ? db
                .insertInto('visits')
                .values(row)
                .onConflict((conflict) => conflict.doNothing())
                .returning('id')
            : db
                .updateTable('visits')
                .set({ ...changed, revision })
                .where('id', '=', id)
                .where('revision', '=', revision - 1)
                .returning('id');
        return (await kept.executeTakeFirst()) !== undefined;
      }),
    expire: (now) =>
      call(async () => {
        const over = db.selectFrom('visits').select('id').where('expires_at', '<=', now).limit(expiryLimit);
        const { numDeletedRows } = await db.deleteFrom('visits').where('id', 'in', over).executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      }),
  };
}
