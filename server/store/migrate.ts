/** Migrates a database, and refuses one that is newer than this code. */
import type { Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { StoreError } from './errors.ts';
import type { Database } from './schema.ts';

/**
 * Runs every pending migration; a failed run resumes after the last one that succeeded.
 * @param describe describes a database error without any value of a row
 * @throws StoreError STORE_NEWER before anything is written; STORE_MIGRATION when a migration failed and was rolled
 *   back. A StoreError returned by `describe` is thrown unchanged.
 */
export async function migrate(
  db: Kysely<Database>,
  migrations: Record<string, Migration>,
  describe: (error: unknown) => StoreError | string,
): Promise<void> {
  const unknown = (await executedMigrations(db)).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) throw new StoreError('STORE_NEWER', unknown.join(', '));

  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const reason = describe(error);
  if (reason instanceof StoreError) throw reason;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'before the first';
  throw new StoreError('STORE_MIGRATION', `${failed}: ${reason}`);
}

/**
 * Checks that a database has this code's schema, without writing.
 * @throws StoreError STORE_OUTDATED, STORE_NEWER
 */
export async function assertMigrated(db: Kysely<Database>, migrations: Record<string, Migration>): Promise<void> {
  const executed = await executedMigrations(db);
  const unknown = executed.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) throw new StoreError('STORE_NEWER', unknown.join(', '));
  const missing = Object.keys(migrations).filter((name) => !executed.includes(name));
  if (missing.length > 0) throw new StoreError('STORE_OUTDATED', missing.join(', '));
}

async function executedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return [];
  const rows = await db
    .withTables<{ [DEFAULT_MIGRATION_TABLE]: { name: string } }>()
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name);
}
