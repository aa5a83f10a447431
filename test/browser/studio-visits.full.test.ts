/** Why did this visit end here? The inspector answers it on screen for ten visits that Chromium made. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStaff } from '../../server/store/open.ts';
import { hashPassword } from '../../server/studio/passwords.ts';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { openVisitor, viewports } from '../harness/chromium.ts';
import { runFunnel } from '../harness/funnel-command.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { type HostedSite, hostSite } from '../harness/hosted-site.ts';
import { type PreparedVisit, preparedEdits, prepareVisits } from '../harness/prepared-visits.ts';
import { returnChromium, shareChromium } from '../harness/shared-chromium.ts';
import { freePort } from '../harness/site-server.ts';

const password = 'correct horse battery';
const funnels = copyFunnels(preparedEdits);
let site: HostedSite;
let admin: string;
let visits: PreparedVisit[] = [];

beforeAll(async () => {
  const port = await freePort();
  admin = `http://127.0.0.1:${port}`;
  site = await hostSite({ funnels, env: { ADMIN_PORT: String(port), TRACES: 'on' } });
  const staff = await openStaff({ dataDir: site.dataDir, databaseUrl: null });
  await staff.addUser({ name: 'ana', role: 'viewer', password: await hashPassword(password), createdAt: Date.now() });
  await staff.close();
});
afterAll(async () => {
  await site.remove();
});

/** The text of an element on one line. */
const said = async (page: Page, role: 'region' | 'list', name: string): Promise<string> =>
  ((await page.getByRole(role, { name }).first().textContent()) ?? '').replace(/\s+/g, ' ');

/**
 * The visits whose pages differ in structure: a reply, a reply with a message, a link to another visit, a warning, several
 * page loads.
 */
const drawn = new Set(['bought', 'a 500', 'two tabs', 'a redirect edited since', 'a reload in the middle']);
/** The visits that the command is asked about: both take their sentences from `server/timelines`. */
const asked = new Set(['bought', 'two tabs', 'a redirect edited since']);

/** A screenshot for a person to look at, where SCREENSHOTS names a folder. */
const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

test('ten visits are made, and the site is edited', { timeout: 400_000 }, async () => {
  visits = await prepareVisits({ server: site, browser: await shareChromium('shell'), funnels });
  expect(visits).toHaveLength(10);
});

test('each of ten visits is explained where the inspector opens', { timeout: 200_000 }, async () => {
  expect(visits).toHaveLength(10);
  const browser = await shareChromium('shell');
  const { page, complaints, leave } = await openVisitor(browser, { viewport: viewports.desktop });
  await page.goto(`${admin}/studio/visits`);
  await page.getByLabel('Name').fill('ana');
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  const found: string[] = [];
  for (const { name, id, ended, reply, explained, step } of visits) {
    await page.getByRole('link', { name: id }).click();
    const verdict = page.getByRole('region', { name: 'How it ended' });
    await verdict.waitFor();
    const top = await said(page, 'region', 'How it ended');
    const current = (
      (await page.getByRole('listbox', { name: 'Timeline' }).getByRole('option', { selected: true }).textContent()) ??
      ''
    ).replace(/\s+/g, ' ');
    const checks: [string, RegExp | undefined, string][] = [
      ['the sentence', ended, top],
      ['the reply', reply, top],
      ['the explanation', explained, top],
      ['the step', step, current],
    ];
    for (const [what, expected, text] of checks)
      if (expected !== undefined && !expected.test(text)) found.push(`${name}: ${what} is ${text}, not ${expected}`);
    if (!current.includes('Ended here')) found.push(`${name}: ${current} is not marked as the end`);
    // The screen at which it ended is lit on the map.
    if ((await page.locator('svg [aria-current=step]').count()) !== 1) found.push(`${name}: no screen is lit`);
    if (drawn.has(name)) found.push(...(await violations(page)).map((each) => `${name}: ${each}`));
    if ((await horizontalOverflow(page)) > 0) found.push(`${name}: overflows`);
    if (asked.has(name)) {
      // The command line says the same.
      const env = { DATA_DIR: site.dataDir, FUNNELS_DIR: funnels, DATABASE_URL: '' };
      const sentence = /^Ended: (.*)$/m.exec((await runFunnel(['visit', id], env)).out)?.[1] ?? '';
      if (sentence === '' || !top.toLowerCase().includes(sentence.toLowerCase()))
        found.push(`${name}: the command says ${sentence}, the studio ${top}`);
    }
    await shot(page, name.replaceAll(' ', '-'));
    await page.getByRole('link', { name: 'Visits' }).click();
  }

  // Before the filters, which find a visit by how it ended.
  expect(found).toEqual([]);

  const idOf = (name: string): string => visits.find((each) => each.name === name)?.id ?? '';
  const rows = page.getByRole('region', { name: 'Visits' }).locator('tbody tr');
  const nameOf = (row: string): string => visits.find(({ id }) => row.includes(id))?.name ?? row;
  const listed = async (): Promise<string[]> => (await rows.allInnerTexts()).map(nameOf).sort();
  // Filters are chosen with the keyboard, and kept in the address.
  const filter = async (label: string, option: string, names: readonly string[]): Promise<void> => {
    const select = page.getByRole('search').getByLabel(label);
    await select.focus();
    await select.selectOption(option);
    await expect.poll(listed).toEqual([...names].sort());
  };
  await page.goto(`${admin}/studio/visits`);
  await filter('With', 'errors', ['a 500', 'lost network at submit']);
  await filter('Outcome', 'server-failed', ['a 500']);
  await page.goto(`${admin}/studio/visits`);
  await filter('Funnel', 'diagnostico', ['Back twice', 'a reload in the middle']);
  await filter('Step reached', 'quiz.engajamento', ['Back twice', 'a reload in the middle']);
  await filter('Funnel', 'guia', ['a redirect edited since']);
  expect(await page.getByText('older version').count()).toBe(1);
  const version = page.getByLabel('Version').locator('option').nth(1);
  await filter('Version', (await version.getAttribute('value')) ?? '', ['a redirect edited since']);
  expect(new URL(page.url()).searchParams.get('flow')).toBe('guia');
  for (const [name, viewport] of Object.entries({ desktop: viewports.desktop, tablet: viewports.tablet })) {
    await page.setViewportSize(viewport);
    await page.goto(`${admin}/studio/visits`);
    await page.getByRole('link', { name: idOf('a 500') }).waitFor();
    found.push(...(await violations(page)).map((each) => `visits on a ${name}: ${each}`));
    if ((await horizontalOverflow(page)) > 0) found.push(`visits on a ${name}: overflows`);
    await shot(page, `visits-${name}`);
  }
  await page.getByRole('link', { name: idOf('a 500') }).click();
  await page.getByRole('region', { name: 'How it ended' }).waitFor();
  await shot(page, 'inspector-tablet');
  await page.setViewportSize(viewports.desktop);
  await page.getByRole('link', { name: 'Visits' }).click();

  // From a person to the visits, without a command and with nothing personal in an address.
  const search = page.getByLabel('Find a person');
  await search.fill(' Ana.Prado@exemplo.com.br ');
  await search.press('Enter');
  await page.getByText(/^\d+ visits of this person$/).waitFor();
  found.push(...(await violations(page)).map((each) => `a person: ${each}`));
  await shot(page, 'person');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: idOf('bought') })
    .click();
  await page.getByRole('region', { name: 'How it ended' }).waitFor();
  expect(page.url()).toContain(idOf('bought'));
  await page.getByRole('link', { name: 'Visits' }).click();
  await search.fill(idOf('two tabs'));
  await search.press('Enter');
  await page.waitForURL(`**/visits/${idOf('two tabs')}`);
  await page.getByRole('link', { name: 'Visits' }).click();
  await search.fill('nobody@example.com');
  await search.press('Enter');
  await page.getByText('Nothing is stored of this person.').waitFor();
  expect(site.output()).not.toContain('exemplo.com.br');
  await page.goto(`${admin}/studio/visits`);

  // The visit that an edit would lead elsewhere goes the recorded way on the version before it.
  await page.getByRole('link', { name: idOf('a redirect edited since') }).click();
  await page.getByText('Replay', { exact: true }).click();
  await page.getByText('This version first behaves differently at step').waitFor();
  await page.getByLabel('Replay against this version').selectOption({ index: 1 });
  await page.getByText('Every step is the same: the visit was recorded with this version of the funnel.').waitFor();
  found.push(...(await violations(page)).map((each) => `replay: ${each}`));
  await shot(page, 'replay');

  // What would have happened next in the visit that was refused.
  await page.getByRole('link', { name: 'Visits' }).click();
  await page.getByRole('link', { name: idOf('refused by a rule') }).click();
  await page.getByText('Send event', { exact: true }).click();
  await shot(page, 'send-event');
  await page.getByRole('button', { name: 'Send the form with valid values', exact: true }).click();
  await page.getByRole('heading', { name: 'Visit Trace file' }).waitFor();
  await page.getByText('Send event', { exact: true }).click();
  found.push(...(await violations(page)).map((each) => `send event: ${each}`));
  await page.getByRole('button', { name: 'POST /api/consultoria is accepted', exact: true }).click();
  await expect.poll(() => said(page, 'region', 'How it ended')).toMatch(/bought: the event Purchase was sent/i);
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
  await leave();
  await returnChromium(browser);
});
