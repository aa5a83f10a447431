/** The flows of the site that run in dialogs: a reload and a reopened tab keep what was typed, until the dialog starts anew. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { hasPaths } from '../../engine/flow/step-query.ts';
import { reopen } from '../harness/flow-walk.ts';
import { loadShared } from '../harness/load-site.ts';
import { patience } from '../harness/patience.ts';
import { projectRoot } from '../harness/site-server.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite({ env: { TRACES: 'off' } });
const within = { timeout: patience };
const typed = ['Ana Prado', 'ana@exemplo.com.br', '(11) 98765-4321'];
const fieldNames = ['name', 'email', 'phone'];

const dialogs = [
  { flow: 'agendar', page: '/consultoria', overlay: 'agendar', own: '/consultoria/agendar' },
  { flow: 'inscricao', page: '/workshop', overlay: 'inscricao-vip', own: '/workshop/inscricao-vip' },
] as const;

/** The field of a name that the visitor sees. */
const field = (page: Page, name: string) => page.locator(`[name="${name}"]:visible`);
const values = (page: Page) => Promise.all(fieldNames.map((name) => field(page, name).inputValue()));
const expectValues = (page: Page, wanted: readonly string[]) => expect.poll(() => values(page), within).toEqual(wanted);

async function type(page: Page): Promise<void> {
  for (const [index, name] of fieldNames.entries()) {
    await field(page, name).fill(typed[index] as string);
    await field(page, name).blur();
  }
}

/** Waits until the visit of a flow holds what was typed. */
const saved = (page: Page, flow: string) =>
  expect
    .poll(() => page.evaluate((key) => sessionStorage.getItem(key) ?? '', `funnel:${flow}`), within)
    .toContain('98765');

const open = async (page: Page, overlay: string): Promise<void> => {
  await page.locator(`[data-open="${overlay}"]:visible`).first().click();
  await field(page, 'email').waitFor(within);
};

test('every flow without addresses runs in one of these dialogs', async () => {
  const { site: definition } = await loadShared(join(projectRoot, 'funnels'));
  const flows = Object.values(definition?.flows ?? {}).filter((flow) => !hasPaths(flow));
  expect(flows.map(({ flow }) => flow).sort()).toEqual(dialogs.map(({ flow }) => flow));
});

describe.each(dialogs)('the flow $flow', ({ flow, page: path, overlay, own }) => {
  test('keeps what was typed in its dialog', async () => {
    const { page, complaints } = await site.visit(path);
    await open(page, overlay);
    await type(page);
    await saved(page, flow);
    await page.reload();
    await open(page, overlay);
    await expectValues(page, typed);
    const again = await reopen(page);
    await open(again, overlay);
    await expectValues(again, typed);
    await again.close();

    const form = await page.locator('dialog[open] [data-island]').elementHandle();
    await page.keyboard.press('Escape');
    // Both start anew a moment after they have closed.
    await expect.poll(() => form?.evaluate((island) => island.isConnected), within).toBe(false);
    await open(page, overlay);
    await expectValues(page, ['', '', '']);
    expect(complaints).toEqual([]);
  });

  test('keeps what was typed on its own page', async () => {
    const { page, complaints } = await site.visit(own);
    await field(page, 'email').waitFor(within);
    await type(page);
    await saved(page, flow);
    await page.reload();
    await expectValues(page, typed);
    await page.goto(site.server.url + path);
    await page.goBack();
    await expectValues(page, typed);
    const again = await reopen(page);
    await expectValues(again, typed);
    await again.close();
    expect(complaints).toEqual([]);
  });
});
