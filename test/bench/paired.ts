/**
 * First visits of two sites, alternating, so that both run under the same load. The other site is another built
 * checkout (`AGAINST=/path npm run bench -- fonts layout pages`).
 */
import { chromium } from 'playwright';
import { chromiumArgs, findChromium } from '../../tools/chromium.ts';
import { type SiteServer, startSite } from '../harness/site-server.ts';
import { type FirstVisit, type slow4g, visitFirst } from './first-visit.ts';

export interface Arm {
  readonly name: string;
  readonly visits: readonly FirstVisit[];
}

const env = { NODE_ENV: 'production', LOG_LEVEL: 'warn' };

/** The checkout to compare with; null when none is given. */
export const against = process.env['AGAINST'] ?? null;

/**
 * Visits addresses in turn.
 * @param addresses by name, of the site here (`ours`) and of the one in `AGAINST` (`other`)
 */
export async function visitInTurns(
  addresses: readonly { readonly name: string; readonly site: 'ours' | 'other'; readonly path: string }[],
  network: typeof slow4g | null,
  times: number,
): Promise<Arm[]> {
  const servers: Partial<Record<'ours' | 'other', SiteServer>> = { ours: await startSite({ env }) };
  if (against !== null) servers.other = await startSite({ env, root: against });
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
  const arms = addresses
    .filter(({ site }) => servers[site] !== undefined)
    .map((each) => ({ ...each, visits: [] as FirstVisit[] }));
  try {
    // The first visit warms up the servers and the browser.
    for (let turn = -1; turn < times; turn += 1)
      for (const { site, path, visits } of arms) {
        const visit = await visitFirst(browser, `${servers[site]?.url}${path}`, network);
        if (turn >= 0) visits.push(visit);
      }
  } finally {
    await browser.close();
    for (const server of Object.values(servers)) await server.remove();
  }
  return arms;
}
