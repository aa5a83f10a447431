/**
 * Draws a page, a step of a flow or an e-mail as a picture: `node tools/preview.ts FOLDER PICTURE SUBJECT`. SUBJECT is JSON with
 * `path`, with `flow`, `step` and `when`, or with `email`, and `device`. Starts a temporary server and removes its data.
 */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import type { EmailDefinition, SiteDefinition } from '../engine/definition.ts';
import { nearest } from '../engine/errors/nearest.ts';
import { kindOf, optionsOf } from '../engine/fields/field.ts';
import { devPaths } from '../engine/paths.ts';
import { valuesOfType } from '../engine/walks/examples.ts';
import type { DevJump } from '../renderer/dev/contract.ts';
import { askedKey } from '../renderer/dev/resume.ts';
import type { Json } from '../schemas/compiled.ts';
import { missingFlow, siteOf } from '../server/cli/definitions.ts';
import type { PreviewSubject } from '../server/cli/mcp/preview.ts';
import { packageFolder } from '../server/package-folder.ts';
import { loadRenderer } from '../server/pages/render.ts';
import { chromiumArgs, installedChromium, shellArgs } from './chromium.ts';
import { serveFolder } from './served-site.ts';

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;

/** What is drawn: its name in the reply, and how a page comes to show it. */
interface Drawing {
  readonly name: string;
  show(page: Page): Promise<void>;
}

/** The step of a flow that is shown. @throws RangeError if there is none of this name */
function stepIn(site: SiteDefinition, id: string, step: string | undefined): string {
  const flow = site.flows[id];
  if (flow === undefined) throw new RangeError(missingFlow(site, id) as string);
  const wanted = step ?? flow.start;
  if (Object.hasOwn(flow.steps, wanted)) return wanted;
  throw new RangeError(`The flow ${id} has no step ${wanted}. Its steps are ${Object.keys(flow.steps).join(', ')}.`);
}

/** A step, by a visit that has come there with plausible answers. */
const stepDrawing = (url: string, flow: string, step: string, when: string | undefined): Drawing => ({
  name: `${step} of ${flow}`,
  async show(page) {
    const query = new URLSearchParams({ flow, step, ...(when === undefined ? {} : { when }) });
    const reply = await fetch(`${url}${devPaths.jump}?${query}`);
    if (reply.status === 422) throw new RangeError(((await reply.json()) as { message: string }).message);
    if (!reply.ok)
      throw new RangeError(
        `No page shows the step ${step} of the flow ${flow}${when === undefined ? '' : ` while ${when}`}: it decides or redirects, or no visitor reaches it so.`,
      );
    const jump = (await reply.json()) as DevJump;
    await page.goto(`${url}${devPaths.site}`);
    await page.evaluate(([key, asked]) => sessionStorage.setItem(key, asked), [
      askedKey,
      JSON.stringify(jump),
    ] as const);
    await page.goto(url + jump.address, { waitUntil: 'networkidle' });
    const island = `${jump.overlay === null ? '' : 'dialog[open] '}[data-island]`;
    await page
      .locator(`${island}:is([data-screen="${jump.screen}"], [data-state^="${jump.screen}"])`)
      .first()
      .waitFor();
  },
});

const pageDrawing = (url: string, site: SiteDefinition, path: string): Drawing => {
  if (!Object.hasOwn(site.routes, path.split(/[?#]/)[0] as string))
    throw new RangeError(
      `The site has no page at ${path}. Its paths are ${Object.keys(site.routes).slice(0, 40).join(', ')}.`,
    );
  return {
    name: path,
    show: async (page) => {
      await page.goto(url + path, { waitUntil: 'networkidle' });
    },
  };
};

/** Plausible answers of the kinds in which fields are stored, for what an e-mail lists. */
function exampleAnswers({ forms }: SiteDefinition, rows: EmailDefinition['answers']): Record<string, Json> {
  const fields = new Map(
    Object.values(forms).flatMap((form) => form.fields.map((field) => [field.name, field] as const)),
  );
  return Object.fromEntries(
    rows.flatMap(({ name, path: [key = '', ...below] }): [string, Json][] => {
      const field = fields.get(name);
      if (field === undefined || below.length > 0) return [];
      const kind = kindOf(field);
      const option = optionsOf(field)?.[0]?.value;
      const text = option ?? field.placeholder ?? 'Example';
      const value = kind === 'flag' ? true : kind === 'list' ? [text] : field.submitAs === 'number' ? 1000 : text;
      return [[String(key), value]];
    }),
  );
}

/** An e-mail with plausible values. */
async function emailDrawing(url: string, site: SiteDefinition, id: string): Promise<Drawing> {
  const email = site.emails[id];
  if (email === undefined) {
    const near = nearest(id, Object.keys(site.emails));
    throw new RangeError(
      `There is no e-mail ${id}. ${near === undefined ? `There are: ${Object.keys(site.emails).join(', ') || 'none'}.` : `Did you mean ${near}?`}`,
    );
  }
  const { renderEmail } = await loadRenderer(join(packageFolder, 'dist'), 'off');
  const values = {
    ...Object.fromEntries(
      Object.entries(email.values ?? {}).map(([name, type]) => [name, valuesOfType(type)[0] ?? null]),
    ),
    ...exampleAnswers(site, email.answers),
  };
  const documents = Object.fromEntries(Object.keys(site.documents).map((name) => [name, `${url}/${name}.pdf`]));
  const { subject, html } = renderEmail({ site, email: id, values, origin: url, documents });
  return {
    name: `the e-mail ${id} (${subject})`,
    show: (page) => page.setContent(html, { waitUntil: 'networkidle' }),
  };
}

async function drawingOf(url: string, site: SiteDefinition, subject: PreviewSubject): Promise<Drawing> {
  const { path = '/', flow, step, when, email } = subject;
  if (email !== undefined) return emailDrawing(url, site, email);
  return flow === undefined ? pageDrawing(url, site, path) : stepDrawing(url, flow, stepIn(site, flow, step), when);
}

async function launched(): Promise<Browser> {
  const executablePath = installedChromium('shell');
  if (executablePath === undefined)
    throw new RangeError(
      'Previews need Chromium, and none was found. Install it (`npx playwright install chromium`, or the system’s package `chromium`), or set CHROMIUM_PATH.',
    );
  const { chromium } = await import('playwright');
  return chromium.launch({ executablePath, args: [...chromiumArgs, ...shellArgs] });
}

async function draw(folder: string, picture: string, subject: PreviewSubject): Promise<string> {
  const { device = 'phone' } = subject;
  const site = await siteOf(folder);
  // The tools of `funnel dev` lead to steps.
  const server = await serveFolder(folder, { NODE_ENV: 'development', DEV_TOOLS: 'on' });
  try {
    const { name, show } = await drawingOf(server.url, site, subject);
    const browser = await launched();
    try {
      const page = await browser.newPage({ viewport: viewports[device], reducedMotion: 'reduce' });
      await show(page);
      await page.evaluate(() => document.querySelector('funnel-dev')?.remove());
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: picture, fullPage: true });
    } finally {
      await browser.close();
    }
    return `${name} on a ${device}`;
  } finally {
    server.stop();
  }
}

const [folder = 'funnels', picture = 'preview.png', subject = '{}'] = process.argv.slice(2);
try {
  console.log(await draw(folder, picture, JSON.parse(subject) as PreviewSubject));
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
