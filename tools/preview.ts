/**
 * Draws a page, or a step of a flow, as a picture: `node tools/preview.ts FOLDER PICTURE SUBJECT`. SUBJECT is JSON with
 * `path`, or `flow` and `step`, and `device`. Starts a server of its own, which stores nothing that lasts.
 */
import type { SiteDefinition } from '../engine/definition.ts';
import { stepOf } from '../engine/flow/context.ts';
import type { Walk } from '../engine/walks/cover.ts';
import { browserWalks } from '../engine/walks/in-browser.ts';
import { walkWords } from '../engine/walks/words.ts';
import { missingFlow, siteOf } from '../server/cli/definitions.ts';
import type { PreviewSubject } from '../server/cli/mcp/preview.ts';
import { compiledFlow } from '../server/definitions/compiled-flow.ts';
import { chromiumArgs, installedChromium, shellArgs } from './chromium.ts';
import { serveFolder } from './served-site.ts';

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;

/** The shortest walk to a step of a flow. @throws RangeError if a browser cannot get there */
function walkTo(site: SiteDefinition, id: string, step: string): Walk {
  const flow = site.flows[id];
  if (flow === undefined) throw new RangeError(missingFlow(site, id) as string);
  if (!Object.hasOwn(flow.steps, step))
    throw new RangeError(`The flow ${id} has no step ${step}. Its steps are ${Object.keys(flow.steps).join(', ')}.`);
  const compiled = compiledFlow(site, flow);
  const starts = browserWalks(compiled).flatMap(({ steps }) => {
    const index = steps.findIndex(({ screen, state }) => {
      const status = compiled.leaves.get(state)?.status;
      return stepOf(screen) === step && (status === 'ready' || status === 'waiting');
    });
    return index < 0 ? [] : [{ steps: steps.slice(0, index + 1) }];
  });
  const [shortest] = starts.sort((a, b) => a.steps.length - b.steps.length);
  if (shortest !== undefined) return shortest;
  throw new RangeError(
    `No page shows the step ${step} of the flow ${id}: it decides or redirects, no visitor reaches it, or the flow runs in a dialog. Preview the path of the dialog instead.`,
  );
}

async function draw(folder: string, picture: string, subject: PreviewSubject): Promise<string> {
  const { flow, device = 'phone' } = subject;
  const site = await siteOf(folder);
  const first = flow === undefined ? undefined : site.flows[flow]?.start;
  const walk = flow === undefined ? null : walkTo(site, flow, subject.step ?? first ?? '');
  const path = subject.path ?? '/';
  if (walk === null && !Object.hasOwn(site.routes, path.split(/[?#]/)[0] as string))
    throw new RangeError(
      `The site has no page at ${path}. Its paths are ${Object.keys(site.routes).slice(0, 40).join(', ')}.`,
    );
  const executablePath = installedChromium('shell');
  if (executablePath === undefined)
    throw new RangeError(
      'Previews need Chromium, and none was found. Install it (`npx playwright install chromium`, or the system’s package `chromium`), or set CHROMIUM_PATH.',
    );
  const server = await serveFolder(folder);
  try {
    const { chromium } = await import('playwright');
    const browser = await chromium.launch({ executablePath, args: [...chromiumArgs, ...shellArgs] });
    try {
      const page = await browser.newPage({ viewport: viewports[device], reducedMotion: 'reduce' });
      if (walk === null) await page.goto(server.url + path, { waitUntil: 'networkidle' });
      else {
        const { walkPage } = await import('./walk-page.ts');
        const compiled = compiledFlow(site, site.flows[flow as string] as SiteDefinition['flows'][string]);
        const difference = await walkPage(page, server.url, compiled, walk);
        if (difference !== null) throw new RangeError(`The step could not be reached: ${difference}.`);
      }
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: picture, fullPage: true });
    } finally {
      await browser.close();
    }
  } finally {
    server.stop();
  }
  const place =
    walk === null ? path : walkWords(site.flows[flow as string] as SiteDefinition['flows'][string], walk.steps);
  return `${place} on a ${device}`;
}

const [folder = 'funnels', picture = 'preview.png', subject = '{}'] = process.argv.slice(2);
try {
  console.log(await draw(folder, picture, JSON.parse(subject) as PreviewSubject));
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
