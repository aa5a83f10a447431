/** Connections to PostgreSQL, with the settings that durability and recovery depend on. */
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isAnswer } from './failure.ts';

/** How long the server may take, in milliseconds; null where a wait is expected. */
export interface Patience {
  readonly connect: number;
  readonly query: number | null;
}

const int8 = 20;
// Counts, sums of lengths and epoch milliseconds fit into a number.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** @param max most connections */
export function createPool(url: string, max: number, { connect, query }: Patience): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'funnel',
    connectionTimeoutMillis: connect,
    keepAlive: true,
    types,
    ...(query === null ? {} : { query_timeout: query }),
  });
  // An idle connection that breaks is replaced by the next call; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const prepared = new WeakSet<pg.PoolClient>();

/** A connection of a pool, with the settings of its session. Release it with `true` unless the server answered. */
export async function acquire(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  if (prepared.has(client)) return client;
  try {
    await client.query(sessionOf(pool.options.query_timeout ?? null));
    prepared.add(client);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * The settings of a session. A server, role or database may have `synchronous_commit` off: a crash then loses commits
 * that were acknowledged. A stronger setting is kept. The server ends a statement that its client no longer waits for.
 */
const sessionOf = (query: number | null): string =>
  [
    `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local')`,
    `set client_min_messages = error`,
    ...(query === null
      ? []
      : [
          `set statement_timeout = ${query}`,
          `set lock_timeout = ${query}`,
          `set idle_in_transaction_session_timeout = ${query}`,
        ]),
  ].join('; ');

/**
 * A pool as Kysely sees it. A connection that did not answer is discarded: a late answer would otherwise be taken for
 * that of its next statement, and a silent one would fail every call.
 */
export function kyselyPool(pool: pg.Pool): PostgresPool {
  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      const client = await acquire(pool);
      let broken = false;
      return {
        // Kysely's type has an overload for cursors, which are not used.
        query: (async (sql: string, parameters: readonly unknown[]) => {
          try {
            return await client.query(sql, [...parameters]);
          } catch (error) {
            broken ||= !isAnswer(error);
            throw error;
          }
        }) as unknown as PostgresPoolClient['query'],
        release: (discard?: boolean) => client.release(broken || discard === true),
      };
    },
  };
}

/** Kysely's dialect over a pool. Destroying Kysely ends the pool. */
export const postgresDialect = (pool: pg.Pool): PostgresDialect => new PostgresDialect({ pool: kyselyPool(pool) });
