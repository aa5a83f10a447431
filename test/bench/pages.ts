/**
 * Requests per second for a cached page: 32 connections, one server process at a time, loopback only. With another
 * built checkout (`AGAINST=/path npm run bench -- pages`) the rounds of both are interleaved, because the machine is
 * shared, and the ratio is the median of the rounds.
 */
import autocannon from 'autocannon';
import { type SiteServer, startSite } from '../harness/site-server.ts';
import type { Figure } from './figure.ts';
import { against } from './paired.ts';
import { middle } from './tap.ts';

const path = '/workshop';
const env = { NODE_ENV: 'production', LOG_LEVEL: 'warn' };
// As a browser sends it.
const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };

async function fire({ url }: SiteServer, seconds: number): Promise<number> {
  const result = await autocannon({ url: url + path, headers, connections: 32, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.total / result.duration;
}

/** @param seconds duration of each round, after a warm-up of two seconds */
export async function measurePages(rounds = 8, seconds = 3): Promise<Figure[]> {
  const ours = await startSite({ env });
  const other = against === null ? null : await startSite({ env, root: against });
  const rates: { readonly ours: number[]; readonly other: number[] } = { ours: [], other: [] };
  try {
    for (const server of [ours, other]) if (server !== null) await fire(server, 2);
    for (let round = 0; round < rounds; round += 1) {
      // Each goes first equally often.
      const turns = round % 2 === 0 ? (['ours', 'other'] as const) : (['other', 'ours'] as const);
      for (const name of turns) {
        const server = name === 'ours' ? ours : other;
        if (server !== null) rates[name].push(await fire(server, seconds));
      }
    }
  } finally {
    await ours.remove();
    await other?.remove();
  }
  const what = `pages: ${path}`;
  const own: Figure = { what: `${what}, ours`, value: middle(rates.ours), unit: 'requests/s' };
  if (other === null) return [own];
  const ratios = rates.ours.map((rate, round) => rate / (rates.other[round] as number));
  return [
    { what: `${what}, ours by the other checkout`, value: middle(ratios), unit: '×', goal: { least: 1.3 } },
    own,
    { what: `${what}, the other checkout`, value: middle(rates.other), unit: 'requests/s' },
  ];
}
