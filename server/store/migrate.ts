/** Migrates a database, and refuses one that is newer than this code. */
import type { Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { StoreError } from './errors.ts';
import type { Database } from './schema.ts';

/**
 * Whether code that does not know a migration can work with its database: it only adds what the statements of older
 * versions leave out, such as a column that may be empty. Its name then ends so.
 */
const isExpansion = (name: string): boolean => name.endsWith('_expand');

/** The migrations of a database that this code cannot work with. */
const tooNew = (executed: readonly string[], migrations: Record<string, Migration>): readonly string[] =>
  executed.filter((name) => !Object.hasOwn(migrations, name) && !isExpansion(name));

const newerError = (names: readonly string[]): StoreError =>
  new StoreError('STORE_NEWER', `unknown migrations ${names.join(', ')}`);

/** What differs between databases. */
export interface MigrateParts {
  /** Describes a database error without any value of a row. A StoreError is thrown unchanged. */
  readonly describe: (error: unknown) => StoreError | string;
  /** Runs in the transaction before each migration. */
  readonly before?: (db: Kysely<Database>) => Promise<void>;
}

/**
 * Runs every pending migration; a failed run resumes after the last one that succeeded.
 * @throws StoreError STORE_NEWER before anything is written; STORE_MIGRATION when a migration failed and was rolled back
 */
export async function migrate(
  db: Kysely<Database>,
  migrations: Record<string, Migration>,
  { describe, before = async () => {} }: MigrateParts,
): Promise<void> {
  const executed = await executedMigrations(db);
  const unknown = tooNew(executed, migrations);
  if (unknown.length > 0) throw newerError(unknown);

  const own = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    {
      async up(transaction) {
        await before(transaction);
        await up(transaction);
      },
    },
  ]);
  const added = executed.filter((name) => !Object.hasOwn(migrations, name));
  const others = added.map((name): [string, Migration] => [name, { up: async () => {} }]);
  const all = Object.fromEntries([...own, ...others]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
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
  const unknown = tooNew(executed, migrations);
  if (unknown.length > 0) throw newerError(unknown);
  const missing = Object.keys(migrations).filter((name) => !executed.includes(name));
  if (missing.length > 0) throw new StoreError('STORE_OUTDATED', missing.join(', '));
}

/**
 * Checks that no newer version has migrated an open database.
 * @returns the reason why this code cannot work with it any more, or null
 */
export async function newerSchema(
  db: Kysely<Database>,
  migrations: Record<string, Migration>,
): Promise<StoreError | null> {
  const unknown = tooNew(await namesOf(db), migrations);
  return unknown.length === 0 ? null : newerError(unknown);
}

async function executedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE) ? namesOf(db) : [];
}

async function namesOf(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .withTables<{ [DEFAULT_MIGRATION_TABLE]: { name: string } }>()
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name);
}
