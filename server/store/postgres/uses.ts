/** Shared counts in a table that is not logged: a crash of the server empties it, and no commit waits for the disk. */
import type pg from 'pg';
import type { Clock, Use } from '../types.ts';
import { isAnswer } from './failure.ts';
import { acquire } from './pool.ts';

const sweepMs = 60_000;

// In the order of their ids, so that two processes wait for each other instead of blocking each other.
const addUses = `
  with given as materialized (
    select * from unnest($1::text[], $2::integer[], $3::bigint[]) as given(id, count, expires_at) order by id
  )
  insert into uses as known (id, count, expires_at) select id, count, expires_at from given
  on conflict (id) do update set count = known.count + excluded.count
  returning id, count`;

export interface PostgresUses {
  /** Adds uses. @returns the total of each @throws the client's error */
  add(uses: readonly Use[]): Promise<number[]>;
  /** Removes totals that are over, now and then. Nobody waits for it. */
  sweep(): void;
}

export function postgresUses(pool: pg.Pool, clock: Clock): PostgresUses {
  let sweptAt = clock();

  async function onConnection<Result>(run: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await acquire(pool);
    try {
      const result = await run(client);
      client.release();
      return result;
    } catch (error) {
      client.release(!isAnswer(error));
      throw error;
    }
  }

  function sweep(): void {
    if (clock() - sweptAt <= sweepMs) return;
    sweptAt = clock();
    onConnection((client) => client.query('delete from uses where expires_at <= $1', [sweptAt])).catch(() => {
      // The next sweep removes them.
    });
  }

  return {
    async add(uses) {
      const { rows } = await onConnection((client) =>
        client.query<{ id: string; count: number }>({
          name: 'store-uses',
          text: addUses,
          values: [uses.map(({ id }) => id), uses.map(({ count }) => count), uses.map(({ expiresAt }) => expiresAt)],
        }),
      );
      sweep();
      const totals = new Map(rows.map(({ id, count }) => [id, count]));
      return uses.map(({ id }) => totals.get(id) as number);
    },
    sweep,
  };
}
