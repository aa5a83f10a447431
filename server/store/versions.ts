/** The stored versions of the definitions. Every change is one statement, so that no writer waits for a transaction. */
import { type Kysely, type Selectable, sql } from 'kysely';
import { readEntries } from './publications.ts';
import type { Database, DefinitionVersionsTable } from './schema.ts';
import type { Clock, StoredVersion, VersionStore } from './types.ts';

/** The version served last, and two older ones. */
const maxVersions = 3;
/** How long a file is kept without a version: another process may be about to keep one that contains it. */
const unusedMs = 24 * 60 * 60 * 1000;

const versionOf = ({
  id,
  definition,
  files,
  saved_at: savedAt,
}: Omit<Selectable<DefinitionVersionsTable>, 'rank'>): StoredVersion => ({
  ...{ id, definition, savedAt },
  files: JSON.parse(files) as Record<string, string>,
});

/** @param call runs statements that write about `bytes`; rejects with a StoreError */
export function versionStore(
  db: Kysely<Database>,
  call: <T>(bytes: number, run: () => Promise<T>) => Promise<T>,
  clock: Clock,
): VersionStore {
  async function list(): Promise<StoredVersion[]> {
    const rows = await db
      .selectFrom('definition_versions')
      .select(['id', 'definition', 'files', 'saved_at'])
      .orderBy('rank', 'desc')
      .orderBy('saved_at', 'desc')
      .execute();
    return rows.map(versionOf);
  }

  async function removeUnused(): Promise<void> {
    await db
      .deleteFrom('definition_versions')
      .where('id', 'not in', (select) =>
        select.selectFrom('publications').select('version').orderBy('position', 'desc').limit(readEntries),
      )
      .where('id', 'not in', (select) =>
        select
          .selectFrom('definition_versions')
          .select('id')
          .orderBy('rank', 'desc')
          .orderBy('saved_at', 'desc')
          .limit(maxVersions),
      )
      .execute();
    const used = new Set((await list()).flatMap(({ files }) => Object.values(files)));
    await db
      .deleteFrom('definition_files')
      .where('used_at', '<', clock() - unusedMs)
      .$if(used.size > 0, (query) => query.where('hash', 'not in', [...used]))
      .execute();
  }

  return {
    list: () => call(0, list),
    find: (id) =>
      call(0, async () => {
        const row = await db
          .selectFrom('definition_versions')
          .select(['id', 'definition', 'files', 'saved_at'])
          .where('id', '=', id)
          .executeTakeFirst();
        return row === undefined ? null : versionOf(row);
      }),
    file: (hash) =>
      call(0, async () => {
        const row = await db.selectFrom('definition_files').select('bytes').where('hash', '=', hash).executeTakeFirst();
        return row?.bytes ?? null;
      }),
    missing: (hashes) =>
      call(hashes.length * 100, async () => {
        if (hashes.length === 0) return [];
        const rows = await db
          .updateTable('definition_files')
          .set({ used_at: clock() })
          .where('hash', 'in', hashes)
          .returning('hash')
          .execute();
        const found = new Set(rows.map(({ hash }) => hash));
        return hashes.filter((hash) => !found.has(hash));
      }),
    addFiles: (files) =>
      call(
        files.reduce((sum, { bytes }) => sum + bytes.length, 0),
        async () => {
          if (files.length === 0) return;
          const used_at = clock();
          await db
            .insertInto('definition_files')
            .values(files.map(({ hash, bytes }) => ({ hash, bytes, used_at })))
            .onConflict((conflict) => conflict.column('hash').doUpdateSet({ used_at }))
            .execute();
        },
      ),
    keep: ({ id, definition, files, savedAt }, isLatest) =>
      call(JSON.stringify(files).length, async () => {
        await db
          .insertInto('definition_versions')
          .values(({ selectFrom }) => ({
            ...{ id, definition, files: JSON.stringify(files), saved_at: savedAt },
            rank: isLatest
              ? selectFrom('definition_versions').select(sql<number>`coalesce(max(rank), 0) + 1`.as('next'))
              : 0,
          }))
          .onConflict((conflict) =>
            isLatest
              ? conflict.column('id').doUpdateSet(({ ref }) => ({
                  rank: ref('excluded.rank'),
                  definition: ref('excluded.definition'),
                  saved_at: ref('excluded.saved_at'),
                }))
              : conflict.column('id').doNothing(),
          )
          .execute();
        await removeUnused();
      }),
  };
}
