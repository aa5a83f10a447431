/** Compares the scores of this checkout with those of another. */
import type { Result } from 'lighthouse';
import { printTable } from '../../tools/table.ts';
import { type SiteServer, startSite } from '../harness/site-server.ts';
import { categories, launchForLighthouse, measure, numberOf, scoreOf } from './measure.ts';

const times = Math.max(1, Number(process.env['VISITS'] ?? 5));
const env = { NODE_ENV: 'production', LOG_LEVEL: 'warn' };

/** The built checkout to compare with; null when none is given. */
export const against = process.env['AGAINST'] ?? null;

/** The median; the lower one of two, because a score has no value between. */
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] as number;

const timings = { 'LCP ms': 'largest-contentful-paint', 'TBT ms': 'total-blocking-time' } as const;

/**
 * Measures pages of both checkouts in turn and prints the medians.
 * @returns whether no score is lower here
 */
export async function comparePages(other: string, paths: readonly string[]): Promise<boolean> {
  const servers: SiteServer[] = [];
  const { browser, port } = await launchForLighthouse();
  const rows: string[][] = [];
  const lower: string[] = [];
  try {
    const here = await startSite({ env });
    servers.push(here);
    const there = await startSite({ env, root: other });
    servers.push(there);
    for (const path of paths) {
      const results = { here: [] as Result[], there: [] as Result[] };
      for (let turn = 0; turn < times; turn += 1)
        // Each goes first equally often.
        for (const side of turn % 2 === 0 ? (['here', 'there'] as const) : (['there', 'here'] as const))
          results[side].push(await measure((side === 'here' ? here : there).url + path, port, categories));
      const both = (of: (result: Result) => number): [number, number] => [
        median(results.there.map(of)),
        median(results.here.map(of)),
      ];
      const scores = categories.map((category) => {
        const [before, now] = both((result) => scoreOf(result, category));
        if (now < before) lower.push(`${path}: ${category} ${before} → ${now}`);
        return `${before} → ${now}`;
      });
      const measured = Object.values(timings).map((audit) =>
        both((result) => numberOf(result, audit))
          .map(Math.round)
          .join(' → '),
      );
      rows.push([path, ...scores, ...measured]);
      console.error(rows.at(-1)?.join('  '));
    }
  } finally {
    await browser.close();
    for (const server of servers) await server.remove();
  }
  printTable(['page: there → here', ...categories, ...Object.keys(timings)], rows);
  for (const each of lower) console.log(`lower: ${each}`);
  return lower.length === 0;
}
