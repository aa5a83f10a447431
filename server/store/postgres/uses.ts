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

/** @returns a function that adds uses and returns the total of each; it throws the client's error */
export function postgresUses(pool: pg.Pool, clock: Clock): (uses: readonly Use[]) => Promise<number[]> {
  let sweptAt = clock();
  return async (uses) => {
    const client = await acquire(pool);
    try {
      const { rows } = await client.query<{ id: string; count: number }>({
        name: 'store-uses',
        text: addUses,
        values: [uses.map(({ id }) => id), uses.map(({ count }) => count), uses.map(({ expiresAt }) => expiresAt)],
      });
      if (clock() - sweptAt > sweepMs) {
        sweptAt = clock();
        await client.query('delete from uses where expires_at <= $1', [sweptAt]);
      }
      client.release();
      const totals = new Map(rows.map(({ id, count }) => [id, count]));
      return uses.map(({ id }) => totals.get(id) as number);
    } catch (error) {
      client.release(!isAnswer(error));
      throw error;
    }
  };
}
