/** Visits are recorded by consent to analytics, or with a stated reason; a withdrawal removes what was stored. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { horizontalOverflow, violations } from '../harness/axe.ts';
import { viewports } from '../harness/chromium.ts';
import { copyFixture } from '../harness/fixture-sites.ts';
import { untilFormRuns, type VisitOptions, visitSite } from '../harness/site-visits.ts';
import { tracesIn } from '../harness/traces.ts';

const reason = 'Gravamos o que se toca nestas páginas, sem nomes nem endereços, para achar erros.';
const asking = (recording: string) =>
  copyFixture('short', [
    [
      'site.yaml',
      'phoneMask: phone-br\n',
      `phoneMask: phone-br\nconsent: { mode: opt-in, version: '2026-11', policy: /privacidade }\nrecording: ${recording}\n`,
    ],
  ]);
const env = { TRACES: 'site' };
const bannerOf = (page: Page) => page.getByRole('region', { name: 'Cookies e privacidade' });
const press = (page: Page, name: string) => bannerOf(page).getByRole('button', { name, exact: true }).click();

function recordedVisits(recording: string) {
  const site = visitSite({ funnels: asking(recording), env });
  return {
    site,
    /** A visitor who has typed a name. */
    typing: async (options: VisitOptions = {}) => {
      const uploads: string[] = [];
      const { page, driver } = await site.visit('/aviso', {
        ...options,
        before: async (page) => {
          page.on('request', (request) => {
            if (request.url().includes('/_f/traces')) uploads.push(request.url());
          });
          await options.before?.(page);
        },
      });
      const id = await page.evaluate<string>('window.funnel.landing.visitId');
      const stored = () => tracesIn(site.server.dataDir, id).length;
      await driver.type('nome', 'Ana Prado');
      await untilFormRuns(page);
      return { page, driver, uploads, stored };
    },
  };
}

describe('recording with consent', () => {
  const { site, typing } = recordedVisits('{ share: 1 }');

  /** Another visitor's recording has arrived: what the visitor before has sent would have, too. */
  async function untilRecorded(): Promise<void> {
    const { page, stored } = await typing();
    await press(page, 'Aceitar');
    await expect.poll(stored).toBe(1);
  }

  test('nothing is uploaded or stored without a choice, after a refusal and with Global Privacy Control', async () => {
    const silent = await typing();
    const refusing = await typing();
    await press(refusing.page, 'Rejeitar');
    await expect.poll(() => bannerOf(refusing.page).count()).toBe(0);
    const controlled = await typing({
      extraHTTPHeaders: { 'sec-gpc': '1' },
      before: (page) => page.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })"),
    });
    for (const { page, driver } of [silent, refusing, controlled]) {
      await driver.type('email', 'ana@exemplo.com.br');
      // A page that is left sends the rest at once.
      await page.goto('about:blank');
    }
    await untilRecorded();
    for (const { uploads, stored } of [silent, refusing, controlled]) expect([uploads, stored()]).toEqual([[], 0]);
  });

  test('who only looks is not reported without a choice, and is after having accepted', async () => {
    const reports = async (accepts: boolean): Promise<number> => {
      const { page } = await site.visit('/aviso');
      let count = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/_f/traces?glance')) count += 1;
      });
      if (accepts) await press(page, 'Aceitar');
      if (accepts) await expect.poll(() => bannerOf(page).count()).toBe(0);
      await page.evaluate(() => {
        Object.defineProperty(document, 'hidden', { value: true });
        document.dispatchEvent(new Event('visibilitychange'));
        // Answered after a beacon of before has been sent.
        return fetch('/healthz').then((reply) => reply.status);
      });
      return count;
    };
    expect([await reports(false), await reports(true)]).toEqual([0, 1]);
  });

  test('accepting begins it, with what happened before; a withdrawal removes it, and nobody else’s', async () => {
    const other = await typing();
    await press(other.page, 'Aceitar');
    await expect.poll(other.stored).toBe(1);

    const { page, driver, uploads, stored } = await typing();
    expect(uploads).toEqual([]);
    await press(page, 'Aceitar');
    await expect.poll(stored).toBe(1);
    await driver.type('email', 'ana@exemplo.com.br');
    const { id, text } = await page.evaluate(() => ({
      id: window.funnel?.landing.visitId ?? '',
      text: document.cookie,
    }));
    await expect
      .poll(() => tracesIn(site.server.dataDir, id)[0]?.text)
      .toMatch(/"consent":"[\w-]{22}"[\s\S]*"field":"nome"[\s\S]*"field":"email"/);
    expect(text).toContain('consent=2026-11.am.');
    // The visit goes on to another page, and withdraws there.
    await page.goto(`${site.server.url}/privacidade`);
    expect(await page.evaluate<string>('window.funnel.landing.visitId')).toBe(id);
    await page.goto(`${site.server.url}/privacidade#funnel-consent`);
    await bannerOf(page).waitFor();
    await press(page, 'Rejeitar');
    await expect.poll(stored).toBe(0);
    await page.goto(`${site.server.url}/aviso`);
    await driver.type('email', 'ana@exemplo.com.br');
    await page.goto('about:blank');
    await untilRecorded();
    expect([stored(), other.stored()]).toEqual([0, 1]);
  });
});

describe('recording that the site states as necessary', () => {
  const { typing } = recordedVisits(`{ share: 1, necessary: '${reason}' }`);

  test.each(Object.entries(viewports))(
    'shows its reason in the banner, on a %s, and needs no choice',
    async (_, viewport) => {
      const { page, stored } = await typing({ viewport });
      await bannerOf(page).getByText(reason).waitFor();
      await expect.poll(stored).toBe(1);
      expect(await violations(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBe(0);
      await press(page, 'Rejeitar');
      await expect.poll(() => bannerOf(page).count()).toBe(0);
      expect(stored()).toBe(1);
    },
  );
});
