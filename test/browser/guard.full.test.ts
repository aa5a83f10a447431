/** What protects an intake, in a browser: a proof of work that nobody notices, and what happens without one. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { violations } from '../harness/axe.ts';
import { copyFixture } from '../harness/fixture-sites.ts';
import { type SiteVisits, visitSite } from '../harness/site-visits.ts';

const guarded = (protect: string): SiteVisits =>
  visitSite({
    funnels: copyFixture('landing', [
      ['leads.api.yaml', '    records: leads\n', `    records: leads\n    protect: ${protect}\n`],
      // Tracking is another test's.
      ['site.yaml', "    id: '123456789012345'\n", ''],
    ]),
    env: { TRACES: 'off' },
  });

const suspicious = guarded('{ fastest: 60, proofOfWork: suspicious }');
const always = guarded('{ proofOfWork: always }');

/** Why the lead of an address is held; null if it is not, undefined if there is none. */
function heldFor({ server }: SiteVisits, email: string): unknown {
  const database = new DatabaseSync(join(server.dataDir, 'store.sqlite'), { readOnly: true });
  const row = database
    .prepare(
      "select json_extract(meta, '$.quarantine') as held from records where json_extract(data, '$.email') = ? and collection = 'leads'",
    )
    .get(email);
  database.close();
  return row?.['held'];
}

const fill = async (page: Page, within: string, email: string): Promise<void> => {
  const form = page.locator(within);
  await form.locator('[name=name]').fill('Ana Souza');
  await form.locator('[name=email]').fill(email);
  await form.locator('[name=phone]').fill('(11) 98765-4321');
};

/** Fills in the form of the dialog and sends it. @returns the statuses of the submission, the last one a success */
async function submit(site: SiteVisits, email: string, before?: (page: Page) => Promise<unknown>): Promise<number[]> {
  const statuses: number[] = [];
  let isOpened = false;
  const { page } = await site.visit('/', {
    async before(each) {
      each.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (pathname === '/api/leads') statuses.push(response.status());
        isOpened ||= pathname === '/_f/opening';
      });
      await before?.(each);
    },
  });
  await page.locator('main').getByRole('link', { name: 'Acesso VIP' }).click();
  await expect.poll(() => page.locator('#overlay-vip [data-state]').count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  await fill(page, '#overlay-vip', email);
  if (before !== withoutModule) await expect.poll(() => isOpened).toBe(true);
  await page.locator('#overlay-vip [type=submit]').click();
  await expect.poll(() => statuses.at(-1)).toBe(200);
  return statuses;
}

/** Multiplies the time limits of the page: a busy machine may not solve a challenge within a visitor's patience. */
const patiently = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((callback: () => void, ms = 0) =>
      setTimeout(callback, ms < 5000 ? ms : ms * 10)) as typeof window.setTimeout;
  });

const withoutModule = (page: Page): Promise<unknown> => page.route('**/assets/guard-*', (route) => route.abort());

test('a visitor who is fast proves it without noticing', async () => {
  const solvers: string[] = [];
  const statuses = await submit(suspicious, 'ana@x.example', async (page) => {
    await patiently(page);
    page.on('request', (request) => {
      if (request.url().includes('/solve-')) solvers.push(request.url());
    });
  });
  expect([statuses, solvers.length]).toEqual([[428, 200], 1]);
  expect(heldFor(suspicious, 'ana@x.example')).toBeNull();
});

test('a proof that is always demanded is sent, too', async () => {
  expect(await submit(always, 'ana@x.example', patiently)).toEqual([428, 200]);
  expect(heldFor(always, 'ana@x.example')).toBeNull();
});

test('if no challenge arrives, the submission is stored and held', async () => {
  const statuses = await submit(always, 'eva@x.example', (page) =>
    page.route('**/_f/proof*', (route) => route.abort()),
  );
  expect(statuses).toEqual([428, 200]);
  expect(heldFor(always, 'eva@x.example')).toBe('unproven');
});

test('if its module cannot be fetched, the submission is stored and held', async () => {
  expect(await submit(always, 'lia@x.example', withoutModule)).toEqual([200]);
  expect(heldFor(always, 'lia@x.example')).toBe('unproven');
});

test('without JavaScript a page that is drawn for one visitor contains the time', async () => {
  const { page } = await suspicious.visit('/', { javaScriptEnabled: false });
  await page.locator('main').getByRole('link', { name: 'Acesso VIP' }).click();
  expect(await page.locator('[name=_opened]').getAttribute('value')).toMatch(/^[0-9a-z]+\.[\w-]{22}$/);
  await fill(page, 'main', 'bia@x.example');
  await page.locator('main [type=submit]').click();
  await expect.poll(() => heldFor(suspicious, 'bia@x.example')).toBe('too-fast');
});
