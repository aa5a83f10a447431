import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { replayTrace } from '../../engine/trace/replay.ts';
import { trace as isTraceLine } from '../../schemas/generated/validators.js';
import { answerAll, identify } from '../harness/diagnostic.ts';
import { runFunnel } from '../harness/funnel-command.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { projectRoot } from '../harness/site-server.ts';
import { visitSite } from '../harness/site-visits.ts';
import { tracesIn } from '../harness/traces.ts';

const site = visitSite({ alone: true });
let definition: SiteDefinition;
beforeAll(async () => {
  definition = await loadFunnels();
});

const who = { nome: 'Maria Clara Souza', email: 'segredo@exemplo.com.br', wa: '21934567812' };
// Complete numbers: a few of their digits may occur in a time or a random number by chance.
const secrets = ['Maria', 'Clara', 'Souza', 'segredo', 'exemplo.com', '93456-7812', '21934567812', 'Ana Prado'];

/** The trace that the page offers, once it has reached a state. */
async function downloaded(page: Page, until: string): Promise<string> {
  const link = page.locator('a#funnel-trace[download]');
  let text = '';
  await expect
    .poll(async () => {
      const waiting = page.waitForEvent('download');
      // By keyboard, because something may cover the link.
      await link.press('Enter');
      text = readFileSync(await (await waiting).path(), 'utf8');
      return text;
    })
    .toContain(`"kind":"end","state":"${until}"`);
  return text;
}

const linesOf = (text: string): TraceLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const value = JSON.parse(line) as unknown;
      if (!isTraceLine(value)) throw new Error(`No line of a trace: ${line}`);
      return value as TraceLine;
    });

const events = (lines: readonly TraceLine[]): string[] =>
  lines.flatMap((line) => (line.kind === 'step' && line.event !== null ? [(line.event as { type: string }).type] : []));

function expectClean(text: string): void {
  for (const secret of secrets) expect(text).not.toContain(secret);
}

/** Reads the files that the server has collected of a page's visit. Those of visitors who have left arrive late. */
async function collectedOf(page: Page): Promise<() => { file: string; text: string }[]> {
  const visitId = await page.evaluate(() => String(window.funnel?.landing.visitId));
  return () =>
    tracesIn(site.server.dataDir, visitId).map(({ file, text }) => ({
      file: join(site.server.dataDir, 'traces', file),
      text,
    }));
}

const replayCommand = (file: string) =>
  spawnSync(join(projectRoot, 'node_modules/.bin/node'), ['server/cli/funnel.mjs', 'replay', file], {
    cwd: projectRoot,
    encoding: 'utf8',
  });

describe('?trace', () => {
  test('has the time at which a visitor closed the dialog of the flow', async () => {
    const { page } = await site.visit('/workshop?trace');
    await page.locator('[data-open^=inscricao]:visible').first().click();
    const dialog = page.locator('dialog[open]');
    await dialog.locator('[data-island][data-state]').waitFor();
    await dialog.locator('[name=name]').fill('Ana Prado');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const ends = linesOf(await downloaded(page, 'formulario.ready')).filter(({ kind }) => kind === 'end');
    expect(ends).toMatchObject([{ reason: 'closed', at: expect.any(Number) }]);
  });

  test('offers the session as a file that replays exactly and contains no personal data', async () => {
    // The session adds the link. It may run before a test can look at the page.
    const html = await (await fetch(`${site.server.url}/quiz?trace`)).text();
    expect(html).not.toContain('id="funnel-trace"');
    const { page, driver, complaints } = await site.visit('/quiz?trace');
    await driver.next();
    await driver.expectToast('Aviso', 'Por favor, selecione uma opção para continuar.');
    await answerAll(driver, [10, 5, 10, 0]);
    await driver.expectScreen('identificacao');
    await driver.submit();
    await driver.expectToast('Aviso', 'Por favor, informe seu nome completo.');
    await identify(driver, who);
    await driver.submit();
    await driver.expectScreen('resultado');
    await page.locator('[role=meter]').waitFor();
    const opened = page.context().waitForEvent('page');
    await driver.press('talk');
    await opened;
    await driver.expectScreen('obrigado');
    await expect.poll(() => page.locator('h1').textContent()).toContain('Maria');
    const text = await downloaded(page, 'obrigado.ready');
    const lines = linesOf(text);
    expect(new Set(events(lines))).toEqual(new Set(['NEXT', 'SELECT', 'INPUT', 'SUBMIT', 'DONE', 'on']));
    const replay = replayTrace(compiledFlow(definition, 'diagnostico'), lines);
    expect(replay.divergence).toBeNull();
    expect(replay.sameBehaviour).toBe(true);
    expect(replay.ended).toBe(true);
    expect(replay.steps).toHaveLength(lines.filter(({ kind }) => kind === 'step').length);
    expectClean(text);
    const waits = page.waitForEvent('download');
    await page.locator('a#funnel-trace').click();
    expect((await waits).suggestedFilename()).toMatch(/^diagnostico-[0-9a-f]{8}\.jsonl$/);
    expect(complaints).toEqual([]);
  });

  test('of a visit with failures, Back and a reload replays too', async () => {
    const { page, driver } = await site.visit('/diagnostico?trace');
    await driver.press('begin');
    await driver.expectScreen('quiz.perfil');
    await answerAll(driver, [0, 0, 0, 0]);
    await identify(driver, who);
    await page.route('**/api/diagnostico/start', (route) => route.fulfill({ status: 500, body: '' }));
    await driver.submit();
    await driver.expectToast(
      'Erro',
      'Ocorreu um erro ao processar sua solicitação. Por favor, tente novamente mais tarde.',
    );
    await driver.back();
    await driver.expectScreen('quiz.autoridade');
    await driver.previous();
    await driver.expectScreen('quiz.engajamento');
    const text = await downloaded(page, 'quiz.engajamento');
    const lines = linesOf(text);
    for (const type of ['TIMER', 'FAILED', 'GO', 'PREVIOUS']) expect(events(lines)).toContain(type);
    expect(replayTrace(compiledFlow(definition, 'diagnostico'), lines).divergence).toBeNull();
    expectClean(text);
    // Negative control: the replay detects a forged trace.
    const forged = text.replace('"state":"quiz.frequencia"', '"state":"quiz.autoridade"');
    expect(forged).not.toBe(text);
    expect(replayTrace(compiledFlow(definition, 'diagnostico'), linesOf(forged)).divergence?.kind).toBe('state');
  });

  test('of a page that the server began, such as a result, replays', async () => {
    const { page, driver } = await site.visit('/quiz');
    await answerAll(driver, [5, 5, 5, 5]);
    await identify(driver, who);
    await driver.submit();
    await driver.expectScreen('resultado');
    await page.goto(`${page.url()}&trace`);
    await driver.press('group');
    const text = await downloaded(page, 'resultado.ready');
    await expect.poll(async () => events(linesOf(await downloaded(page, 'resultado.ready')))).toEqual(['DONE', 'on']);
    expect(replayTrace(compiledFlow(definition, 'diagnostico'), linesOf(text)).divergence).toBeNull();
    await page.goto(`${page.url().replace('/resultado', '/obrigado')}`);
    await page.locator('h1').waitFor();
    expectClean(text);
  });
});

describe('a trace that the server collects', () => {
  test('replays with the command, and contains no personal data', async () => {
    const { page, driver } = await site.visit('/cadastro-consultoria?src=bio');
    const collected = await collectedOf(page);
    await driver.submit();
    // A press that waits for the code would send what is typed next.
    await page.locator('form [id$=-error]:not([hidden])').first().waitFor();
    await driver.type('name', 'Ana Prado');
    await driver.type('email', 'segredo@exemplo.com.br');
    await driver.type('phone', who.wa);
    await page.route('**/api/consultoria', (route) => route.fulfill({ status: 500, json: { message: 'Não deu.' } }));
    const alerted = page.waitForEvent('dialog').then((dialog) => dialog.accept());
    await driver.submit();
    await alerted;
    await expect.poll(() => collected().map(({ text }) => events(linesOf(text)).at(-1))).toEqual(['FAILED']);
    const [{ file, text }] = collected() as [{ file: string; text: string }];
    expectClean(text);
    expect(replayTrace(compiledFlow(definition, 'cadastro-consultoria'), linesOf(text)).divergence).toBeNull();
    const done = replayCommand(file);
    expect(done.stderr).toBe('');
    expect(done.stdout).toContain('no difference');
    expect(done.status).toBe(0);
    const folder = mkdtempSync(join(tmpdir(), 'forged-trace-'));
    const forged = join(folder, 'forged.jsonl');
    writeFileSync(forged, text.replace('"state":"cadastro.call-0"', '"state":"cadastro.ready"'));
    const differs = await runFunnel(['replay', forged]);
    expect(differs.out).toContain('First difference');
    expect(differs.code).toBe(1);
    rmSync(folder, { recursive: true });
  });

  test('has what was typed last when the page is hidden, from which a phone may not return', async () => {
    const { page, driver } = await site.visit('/cadastro-consultoria');
    const collected = await collectedOf(page);
    await driver.type('name', 'Ana');
    await page.locator('[data-island][data-state]').waitFor();
    await driver.type('name', 'Ana Prado');
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const traced = (): TraceLine[] => collected().flatMap(({ text }) => linesOf(text));
    await expect.poll(() => traced().filter(({ kind }) => kind === 'end')).toMatchObject([{ reason: 'hidden' }]);
    const text = collected()[0]?.text ?? '';
    expect(text).toContain('Aaa Aaaaa');
    expectClean(text);
  });

  test('is complete even if the recorder could not be fetched at first', async () => {
    const recorder = '**/publish-trace-*.js';
    const { page, driver } = await site.visit('/quiz', { before: (page) => page.route(recorder, (it) => it.abort()) });
    const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('/publish-trace-'));
    await driver.choose(10);
    await refused;
    await driver.next();
    await driver.expectScreen('quiz.frequencia');
    await page.unroute(recorder);
    await driver.choose(5);
    await driver.next();
    await driver.expectScreen('quiz.engajamento');
    const collected = await collectedOf(page);
    const traced = (): TraceLine[] => collected().flatMap(({ text }) => linesOf(text));
    await expect.poll(() => events(traced()).filter((type) => type === 'NEXT')).toHaveLength(2);
    const { divergence, steps } = replayTrace(compiledFlow(definition, 'diagnostico'), traced());
    expect(divergence).toBeNull();
    expect(steps.length).toBeGreaterThanOrEqual(4);
  });
});
