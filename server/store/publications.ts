/** Which versions were published, in order. The last entries say what processes serve. */
import type { Kysely, Selectable } from 'kysely';
import type { Database, PublicationsTable } from './schema.ts';
import type { ExceededRule, Publication, PublicationStore } from './types.ts';

/** How many entries are read. Their versions keep their files. */
export const readEntries = 100;

const publicationOf = (row: Selectable<PublicationsTable>): Publication => ({ ...row });

/** @param call runs a statement that changes the database, or reads it; rejects with a StoreError */
export function publicationStore(
  db: Kysely<Database>,
  call: <T>(run: () => Promise<T>) => Promise<T>,
): PublicationStore {
  return {
    position: () =>
      call(async () => {
        const row = await db
          .selectFrom('publications')
          .select(({ fn }) => fn.max('position').as('last'))
          .executeTakeFirst();
        return Number(row?.last ?? 0);
      }),
    list: () =>
      call(async () => {
        const rows = await db
          .selectFrom('publications')
          .selectAll()
          .orderBy('position', 'desc')
          .limit(readEntries)
          .execute();
        return rows.map(publicationOf);
      }),
    add: (entry) =>
      call(async () => {
        const added = await db
          .insertInto('publications')
          .values({ ...entry })
          .onConflict((conflict) => conflict.column('position').doNothing())
          .returning('position')
          .executeTakeFirst();
        return added !== undefined;
      }),
    overrides: () =>
      call(async () => {
        const rows = await db
          .selectFrom('publication_overrides')
          .select(['id', 'at', 'author', 'reason', 'definition', 'exceeded'])
          .orderBy('seq', 'desc')
          .limit(readEntries)
          .execute();
        return rows.map((row) => ({ ...row, exceeded: JSON.parse(row.exceeded) as ExceededRule[] }));
      }),
    override: ({ exceeded, ...entry }) =>
      call(async () => {
        await db
          .insertInto('publication_overrides')
          .values({ ...entry, exceeded: JSON.stringify(exceeded) })
          .execute();
      }),
  };
}
