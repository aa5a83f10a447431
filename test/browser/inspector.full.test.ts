/** The inspector of `funnel dev`: the current visit, step by step, over the page on which it goes on. */
import type { Browser, FrameLocator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { openVisitor, type Visitor, viewports } from '../harness/chromium.ts';
import { type HostedSite, hostSite } from '../harness/hosted-site.ts';
import { returnChromium, shareChromium } from '../harness/shared-chromium.ts';

let server: HostedSite;
let browser: Browser;
let visitor: Visitor;
let page: Page;
let inspector: FrameLocator;

beforeAll(async () => {
  server = await hostSite({ env: { NODE_ENV: 'development', DEV_TOOLS: 'on', LOG_LEVEL: 'warn' } });
  browser = await shareChromium('shell');
});
beforeEach(async () => {
  visitor = await openVisitor(browser, {
    viewport: viewports.desktop,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = visitor.page;
  inspector = page.frameLocator('iframe[title="Inspector of this visit"]');
});
afterEach(async () => {
  await visitor.leave();
  const expected = /500 \(Internal Server Error\)|"status":500|Error: 500/;
  expect(visitor.complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
});
afterAll(async () => {
  await server?.remove();
  await returnChromium(browser);
});

/** A screenshot for a person to look at, where SCREENSHOTS names a folder. */
const shot = async (name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};
const position = () => inspector.getByText(/^Step [\d,]+ of/).textContent();
const current = async (): Promise<string> =>
  (await inspector.getByRole('listbox').getByRole('option', { selected: true }).textContent()) ?? '';
const frame = () => {
  const found = page.frames().find((each) => each.url().includes('/_f/dev/inspect'));
  if (found === undefined) throw new Error('The inspector is not open.');
  return found;
};
/** Answers the first question of the quiz, with the inspector open. */
async function answerFirst(): Promise<void> {
  await page.goto(`${server.url}/quiz?inspect`);
  await inspector.getByText('Nothing of this visit is recorded yet.').waitFor();
  await page.locator('[data-question] label').first().click();
  await expect.poll(position).toMatch(/^Step 2 of 2$/);
}
/** What axe finds in the inspector itself, in a page of its own. */
async function inspectorFaults(sizes: readonly { width: number; height: number }[]): Promise<string[]> {
  const own = await page.context().newPage();
  await own.goto(frame().url());
  await own.getByRole('listbox', { name: 'Timeline' }).waitFor();
  const found: string[] = [];
  for (const size of sizes) {
    await own.setViewportSize(size);
    found.push(...(await violations(own)).map((each) => `${size.width} px: ${each}`));
    if ((await horizontalOverflow(own)) > 0) found.push(`${size.width} px: it overflows`);
  }
  await own.close();
  return found;
}

describe('on a page with ?inspect', () => {
  test('the timeline goes on as the visitor acts, and is stepped through', async () => {
    await answerFirst();
    expect(await current()).toContain('Answered');
    await page.locator('[data-question] [type=submit]').click();
    await expect.poll(position).toMatch(/^Step 3 of 3$/);
    // The screen is lit on the map.
    const lit = () => inspector.locator('svg [aria-current=step] .id').textContent();
    await expect.poll(lit).toBe('quiz.frequencia');
    await shot('inspect-desktop');

    // An earlier step stays in view while the visit goes on.
    await inspector.getByRole('button', { name: 'Step back' }).click();
    await expect.poll(position).toMatch(/^Step 2 of 3$/);
    await expect.poll(lit).toBe('quiz.perfil');
    await page.locator('[data-question] label').first().click();
    await expect.poll(position).toMatch(/^Step 2 of 4$/);
    await inspector.getByRole('listbox', { name: 'Timeline' }).press('End');
    await expect.poll(position).toMatch(/^Step 4 of 4$/);
    for (const [panel, text] of [
      ['Context', 'Changed by this step'],
      ['Effects', 'Event'],
      ['Network', 'The page has called nothing in this session.'],
      ['Replay', 'Every step is the same: the visit was recorded with this version of the funnel.'],
    ] as const) {
      await inspector.getByText(panel, { exact: true }).click();
      await inspector.getByText(text, { exact: true }).first().waitFor();
    }
  });

  test('a visit is taken out as a trace and as a test, and goes on with another event', async () => {
    await answerFirst();
    await page.locator('[data-question] [type=submit]').click();
    await expect.poll(position).toMatch(/^Step 3 of 3$/);
    await inspector.getByRole('button', { name: 'Copy as trace' }).click();
    await inspector.getByText('Copied').waitFor();
    const trace = await page.evaluate(() => navigator.clipboard.readText());
    expect(trace.split('\n')[0]).toContain('"flow":"diagnostico"');
    await inspector.getByRole('button', { name: 'Open as test' }).click();
    await inspector.getByRole('dialog').getByText("import { expect, test } from 'playwright/test';").waitFor();
    await frame().locator('[role=dialog]').press('Escape');
    await inspector.getByRole('dialog').waitFor({ state: 'hidden' });
    // Escape has closed the dialog alone.
    await inspector.getByText('Send event', { exact: true }).click();
    await inspector.getByRole('button', { name: 'Go to the question before' }).click();
    await inspector.getByRole('heading', { name: 'As it would have gone on' }).waitFor();
    await expect.poll(position).toMatch(/^Step 4 of 4$/);
    await inspector.getByRole('button', { name: 'Back to this visit' }).click();
    await inspector.getByRole('heading', { name: 'This visit' }).waitFor();
    await expect.poll(position).toMatch(/^Step 3 of 3$/);
  });

  test('it stays on the next page, until it is closed by keyboard', async () => {
    await answerFirst();
    await page.goto(`${server.url}/cadastro-consultoria`);
    await page.locator('[name=name]').fill('Ana Prado');
    await page.locator('[name=email]').fill('ana.prado@exemplo.com.br');
    await page.locator('[name=phone]').fill('11987654321');
    await page.route(`${server.url}/api/**`, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    );
    page.once('dialog', (dialog) => void dialog.accept());
    await page.locator('form:has([name=email]) [type=submit]').first().click();
    await inspector.getByText('The server failed: POST /api/consultoria was answered with 500').waitFor();
    await inspector.getByText('Network', { exact: true }).click();
    const network = inspector.getByRole('list', { name: 'Network' });
    await network.getByText('"name": "Aaa Aaaaa"').waitFor();
    expect(await network.textContent()).toMatch(/POST \/api\/consultoria500/);
    await shot('inspect-network');
    await inspector.getByRole('listbox', { name: 'Timeline' }).press('Escape');
    await page.locator('iframe[title="Inspector of this visit"]').waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('[name=name]').waitFor();
    // The tools come after the page.
    await page.locator('.open[data-state=good]').waitFor();
    expect(await page.getByRole('region', { name: 'Inspector' }).count()).toBe(0);
    await page.keyboard.press('Alt+Shift+KeyV');
    await inspector.getByRole('listbox', { name: 'Timeline' }).waitFor();
  });

  test('it can be used while a dialog of the page is open', async () => {
    await page.goto(`${server.url}/workshop?inspect`);
    await page.locator('[data-open^=inscricao]:visible').first().click();
    await page.locator('dialog[open] [name=name]').fill('Ana Prado');
    await page.locator('dialog[open] [name=email]').fill('ana');
    await expect.poll(current).toMatch(/Entered.*E-mail/);
    await inspector.getByRole('button', { name: 'Step back' }).click();
    await expect.poll(position).toMatch(/^Step 2 of 3/);
    await shot('inspect-dialog');
    // Neither hides the other.
    const edges = await page.evaluate(() => {
      const [dialog, tools] = [document.querySelector('dialog[open]'), document.querySelector('funnel-dev')];
      const dock = tools?.shadowRoot?.querySelector('.inspector');
      return [dialog?.getBoundingClientRect().right ?? 0, dock?.getBoundingClientRect().left ?? 0];
    });
    expect(edges[0]).toBeLessThanOrEqual(edges[1] as number);
    expect(await inspector.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0);
    await page.locator('dialog[open] [name=email]').press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await inspector.getByText('Closed the dialog at the field').waitFor();
    // It is outside of the dialog again.
    expect(await page.locator('html > funnel-dev').count()).toBe(1);
  });

  test('it has room on every screen, and axe finds nothing', async () => {
    await answerFirst();
    const found: string[] = [];
    for (const [name, size] of Object.entries(viewports)) {
      await page.setViewportSize(size);
      await page.goto(`${server.url}/quiz?inspect`);
      await inspector.getByRole('listbox', { name: 'Timeline' }).waitFor();
      found.push(...(await violations(page)).map((each) => `${name}: ${each}`));
      if ((await horizontalOverflow(page)) > 0) found.push(`${name}: the page overflows`);
      await shot(`inspect-${name}`);
    }
    await page.getByRole('button', { name: 'Larger' }).click();
    await shot('inspect-large');
    const sizes = [
      { width: 320, height: 400 },
      { width: 460, height: 900 },
      { width: 1440, height: 800 },
    ];
    found.push(...(await inspectorFaults(sizes)));
    expect(found).toEqual([]);
  });
});
