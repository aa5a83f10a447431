/** `funnel spec`: visits that Chromium made are recorded by the server, and pass as the Playwright tests made of them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chromiumArgs, findChromium, shellArgs } from '../../tools/chromium.ts';
import { runFunnel } from '../harness/funnel-command.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { patience } from '../harness/patience.ts';
import { randomFrom, type Trouble, visitAtRandom } from '../harness/random-visit.ts';
import { projectRoot } from '../harness/site-server.ts';
import { isAwake, visitSite } from '../harness/site-visits.ts';
import { tracesIn } from '../harness/traces.ts';

const site = visitSite();
const person = { name: 'Ana Prado', email: 'ana.prado@x.example', phone: '21912345678', text: 'Ninguém me encontra.' };

// Below the project, so that the tests find Playwright.
mkdirSync(join(projectRoot, '.cache'), { recursive: true });
const folder = mkdtempSync(join(projectRoot, '.cache/specs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const visits: readonly [flow: string, path: string, trouble: Trouble | null, opener?: string][] = [
  ['diagnostico', '/diagnostico', 'error'],
  ['aplicacao', '/form-aplicacao', null],
  ['inscricao', '/workshop', 'offline', '[data-open^=inscricao]:visible'],
];

async function record([flow, path, trouble, opener]: (typeof visits)[number]): Promise<string> {
  const { page, leave } = await site.visit(path, {
    before: (page) =>
      page
        .context()
        .route(/^https:\/\/(?!localhost)/, (route) =>
          route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>outside</title>' }),
        ),
  });
  const visitId = await page.evaluate<string>('window.funnel.landing.visitId');
  if (opener !== undefined) {
    await page.locator(opener).first().click();
    await page.locator('dialog[open] [data-island][data-state]').waitFor();
  }
  // A press that waits for the code may take a telephone number without its mask, which no test can type again.
  const first = page.locator('[data-island] form:not([data-question]) input:visible').first();
  if (await first.isVisible()) {
    await first.fill(person.name);
    await expect.poll(() => isAwake(page)).toBe(true);
  }
  await visitAtRandom({ page, flow, random: randomFrom(7), trouble, person });
  await page.goto('about:blank').catch(() => {});
  const traces = () => tracesIn(site.server.dataDir, visitId).filter(({ text }) => text.includes(`"flow":"${flow}"`));
  await expect.poll(() => traces().some(({ text }) => text.includes('"kind":"end"'))).toBe(true);
  await leave();
  const file = join(folder, `${flow}.jsonl`);
  writeFileSync(file, traces()[0]?.text ?? '');
  return file;
}

test('recorded visits pass as Playwright tests', { timeout: 240_000 }, async () => {
  for (const [index, visit] of visits.entries()) {
    const file = await record(visit);
    const command = ['spec', file, '--output', file.replace('.jsonl', '.spec.ts')];
    if (index === 0) execFileSync('node', ['server/cli/funnel.mjs', ...command], { cwd: projectRoot });
    else expect(await runFunnel(command)).toMatchObject({ code: 0, err: '' });
  }
  const launchOptions = { executablePath: findChromium('shell'), args: [...chromiumArgs, ...shellArgs] };
  writeFileSync(
    join(folder, 'playwright.config.mjs'),
    `export default ${JSON.stringify({ workers: 1, timeout: 4 * patience, expect: { timeout: patience }, use: { launchOptions } })};`,
  );
  const { status, stdout } = spawnSync('node', ['node_modules/playwright/cli.js', 'test', '-c', folder], {
    cwd: projectRoot,
    env: { ...process.env, BASE_URL: site.server.url, VITEST: '' },
    encoding: 'utf8',
  });
  expect(stdout).toContain(`${visits.length} passed`);
  expect(status).toBe(0);

  // On definitions that lead the visit another way, the test would fail.
  const edited = copyFunnels([['diagnostico/diagnostico.flow.yaml', "VISIVEL: '>= 70'", "VISIVEL: '>= 90'"]]);
  const refused = await runFunnel(['spec', join(folder, 'diagnostico.jsonl'), '--funnels', edited]);
  expect([refused.code, refused.out]).toEqual([2, '']);
  expect(refused.err).toContain('differs from the definitions at step');
});
