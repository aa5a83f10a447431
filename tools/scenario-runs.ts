/** Runs the cases of scenarios in a browser, one after the other, on one server. */
import type { Browser } from 'playwright';
import type { SiteDefinition } from '../engine/definition.ts';
import type { RanCase } from '../server/cli/scenario-report.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { runCaseOnPage } from './scenario-page.ts';
import { type ServedSite, serveFolder } from './served-site.ts';

const phone = { width: 390, height: 844 };

/**
 * Starts a server over a folder, and runs scenarios on it.
 * @param site the definitions in the folder
 * @param wanted ids of scenarios
 * @param patience how long a page may take until it is as expected, in milliseconds
 * @throws RangeError if the folder cannot be served
 */
export async function runScenarios(
  browser: Browser,
  folder: string,
  site: SiteDefinition,
  wanted: readonly string[],
  patience = 10_000,
): Promise<RanCase[]> {
  let server: ServedSite | undefined;
  const proxy = await startFaultProxy(site, () => server?.url ?? '');
  try {
    server = await serveFolder(folder, { SITE_URL: proxy.url });
    const ran: RanCase[] = [];
    for (const scenario of wanted) {
      const { flow, cases } = site.scenarios[scenario] as SiteDefinition['scenarios'][string];
      for (const given of cases) {
        const context = await browser.newContext({ viewport: phone });
        const run = await runCaseOnPage(context, proxy, site, flow, given, patience).finally(() => context.close());
        ran.push({ scenario, given, ...run });
      }
    }
    return ran;
  } finally {
    proxy.stop();
    server?.stop();
  }
}
