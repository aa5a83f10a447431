/** The tokens of the admin port that processes share. */
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { TokenStore } from './types.ts';

/** @param call runs a statement; rejects with a StoreError */
export function tokenStore(db: Kysely<Database>, call: <T>(run: () => Promise<T>) => Promise<T>): TokenStore {
  return {
    list: () =>
      call(async () => {
        const rows = await db.selectFrom('tokens').selectAll().orderBy('created').orderBy('name').execute();
        return rows.map(({ scopes, ...token }) => ({ ...token, scopes: scopes.split(' ') }));
      }),
    add: ({ scopes, ...token }) =>
      call(async () => {
        const added = await db
          .insertInto('tokens')
          .values({ ...token, scopes: scopes.join(' ') })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning('name')
          .executeTakeFirst();
        return added !== undefined;
      }),
    remove: (name) =>
      call(async () => {
        const removed = await db.deleteFrom('tokens').where('name', '=', name).returning('name').executeTakeFirst();
        return removed !== undefined;
      }),
  };
}
