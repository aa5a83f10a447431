/** What the guide's pages say if the site promises an e-mail only when one is on its way. */
import { describe, expect, test } from 'vitest';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { hold } from '../harness/held-responses.ts';
import { visitSite } from '../harness/site-visits.ts';

const funnels = copyFunnels([['site.yaml', 'promise: always', 'promise: kept']]);

describe.each([
  { mailer: 'a mail server', env: { SMTP_URL: 'smtp://127.0.0.1:9' }, sent: true },
  { mailer: 'no mail server', env: {}, sent: false },
])('with $mailer', ({ env, sent }) => {
  const site = visitSite({ funnels, env: { TRACES: 'off', ...env } });

  test('the notice and the thank-you page say whether the e-mail is on its way', async () => {
    const { page, driver, complaints } = await site.visit('/baixar-guia-estrategico');
    expect(await page.locator('main').textContent()).not.toContain('imediato');
    await driver.type('name', 'Ana Prado');
    await driver.type('email', 'ana@exemplo.com.br');
    await driver.type('phone', '21912345678');
    // The next page comes four seconds later.
    const goOn = await hold(page, '**/parabens-guia-enviado*');
    await driver.submit();
    await page
      .getByRole('note')
      .filter({ hasText: sent ? 'Guia enviado com sucesso!' : 'Recebemos o seu pedido' })
      .waitFor();
    expect((await page.title()).startsWith(sent ? 'Guia enviado' : 'Pedido recebido')).toBe(true);

    goOn();
    await page.waitForURL(/\/parabens-guia-enviado/);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      nome: 'Ana',
      ...(sent ? { envio: 'sim' } : {}),
    });
    expect(await page.locator('h1').textContent()).toBe(
      `Parabéns, Ana! ${sent ? 'O guia está a caminho' : 'Recebemos o seu pedido'}`,
    );
    const words = `${await page.title()} ${await page.locator('main').textContent()}`;
    expect(/a caminho|enviado|caixa de entrada|Abra o e-mail/i.test(words)).toBe(sent);
    await expect.poll(() => page.locator('#toasts .toast').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
