/** Values on which the processes of a database agree. */
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Stores a value under a name that has none. @returns the stored value */
export async function agreeOn(db: Kysely<Database>, name: string, value: string): Promise<string> {
  await db
    .insertInto('agreed')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const stored = await db.selectFrom('agreed').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return stored.value;
}
