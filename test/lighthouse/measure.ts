/** One run of Lighthouse on a page of the site. */
import lighthouse, { type Result } from 'lighthouse';
import { type Browser, chromium } from 'playwright';
import type { SiteDefinition } from '../../engine/definition.ts';
import { loadFolder } from '../../server/definitions/load.ts';
import { isHidden } from '../../server/pages/routes.ts';
import { chromiumArgs, findChromium } from '../../tools/chromium.ts';
import { freePort } from '../harness/site-server.ts';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export const repeats = 3;

const loaded = await loadFolder('funnels');
if (loaded.site === null) throw new Error(`funnels has ${loaded.problems.length} problems: run funnel check`);
export const site: SiteDefinition = loaded.site;

/** The audits that do not apply to an address: a hidden page is intentionally not crawlable. */
function skippedAt(url: string): string[] {
  const route = site.routes[new URL(url).pathname];
  return route === undefined || isHidden(site, route) ? ['is-crawlable'] : [];
}

export const scoreOf = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? 0) * 100);

export const numberOf = (result: Result, audit: string): number => result.audits[audit]?.numericValue ?? Number.NaN;

/** A Chromium that Lighthouse can control. */
export async function launchForLighthouse(): Promise<{ readonly browser: Browser; readonly port: number }> {
  const port = await freePort();
  const args = [...chromiumArgs, `--remote-debugging-port=${port}`];
  return { browser: await chromium.launch({ executablePath: findChromium(), args }), port };
}

export async function measure(url: string, port: number, only: readonly string[], attempt = 1): Promise<Result> {
  const run = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'silent',
    onlyCategories: [...only],
    skipAudits: skippedAt(url),
  });
  if (run === undefined) throw new Error(`Lighthouse measured nothing at ${url}`);
  const { lhr } = run;
  if (lhr.runtimeError !== undefined) {
    // On a busy machine, Chromium sometimes loses the trace of a load.
    if (attempt < repeats) return measure(url, port, only, attempt + 1);
    throw new Error(`${url}: ${lhr.runtimeError.message}`);
  }
  return lhr;
}
