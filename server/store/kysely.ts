/** Kysely over the database of a store. */
import { type Dialect, HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression } from 'kysely';
import type { Database } from './schema.ts';

/** A query over an empty list finds nothing. Without the plugin it is `in ()`, which PostgreSQL refuses. */
export const kyselyOver = (dialect: Dialect): Kysely<Database> =>
  new Kysely<Database>({
    dialect,
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });
