import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { fillLead } from '../harness/landing.ts';
import { servePixel } from '../harness/outside.ts';
import { settled } from '../harness/painted.ts';
import { visitSite } from '../harness/site-visits.ts';
import { type PostedEvent, trackVisits } from '../harness/tracked-visits.ts';

const site = visitSite({ funnels: 'test/fixtures/sites/landing', env: { TRACES: 'off' } });
const pixel = servePixel();

const visit = trackVisits(site, pixel);

const fill = async (page: Page): Promise<void> => {
  await page.locator('#overlay-vip [name=name]').fill('Valéry  Souza');
  await page.locator('#overlay-vip [name=email]').fill('john_smith@gmail.com');
  await page.locator('#overlay-vip [name=phone]').fill('(11) 98765-4321');
};

describe('a page view', () => {
  test('is sent once to the pixel and to the server, with the same id, before the page’s own events', async () => {
    const { page, posted, names, pixelCalls, complaints } = await visit('/?utm_source=x&email=ana@exemplo.com.br');
    await expect.poll(names).toEqual(['PageView', 'ViewContent']);
    const [view, content] = posted as [PostedEvent, PostedEvent];
    const address = `${site.server.url}/?utm_source=x`;
    expect(view).toEqual({
      event_name: 'PageView',
      event_time: expect.any(Number),
      event_source_url: address,
      event_data: {
        page_location: address,
        page_path: '/',
        page_title: 'Casa | Casa de Teste',
        event_id: expect.stringMatching(/^pageview_\d{13}$/),
      },
      browser_data: { client_user_agent: expect.stringContaining('Mozilla'), client_ip_address: null },
    });
    expect(Math.abs(view.event_time - Date.now() / 1000)).toBeLessThan(60);
    const all = await pixelCalls();
    expect(all.slice(0, 2)).toEqual([
      ['set', 'autoConfig', false, '123456789012345'],
      ['init', '123456789012345'],
    ]);
    expect(all.slice(2).map(([command, name, , options]) => [command, name, options])).toEqual([
      ['track', 'PageView', { eventID: view.event_data['event_id'] }],
      ['track', 'ViewContent', { eventID: content.event_data['event_id'] }],
    ]);
    expect(content.event_data).toMatchObject({ content_category: 'teste', event_source_url: address });
    expect(await page.evaluate('[fbq.disablePushState, fbq.allowDuplicatePageViews]')).toEqual([true, true]);
    expect(complaints).toEqual([]);
  });

  test('removes names from the address before the pixel is loaded', async () => {
    const { page, names } = await visit('/?nome=Ana&src=carta#metodo');
    await expect.poll(names).toContain('PageView');
    expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?src=carta#metodo');
  });

  test('undeclared and marked parameters reach neither the pixel nor the server, its records or its log', async () => {
    const personal = 'cpf=52998224725&telefone=11987654321&documento=Zulmira';
    const { page, posted, names, pixelCalls } = await visit(
      `/passos?${personal}&utm_source=insta&clickid=c1#cpf=52998224725`,
      {
        referer: `https://rede.example/perfil?${personal}&utm_source=bio`,
      },
    );
    await expect.poll(names).toEqual(['PageView']);
    const address = `${site.server.url}/passos?utm_source=insta&clickid=c1`;
    expect(posted[0]).toMatchObject({ event_source_url: address, event_data: { page_location: address } });
    expect(await page.evaluate('seen')).toEqual([address, 'https://rede.example/perfil?utm_source=bio']);
    // The next page has this address as its referrer.
    await page.goto(`${site.server.url}/?${personal}`, { referer: page.url() });
    await expect.poll(names).toContain('ViewContent');
    expect(await page.evaluate('seen')).toEqual([`${site.server.url}/`, address]);
    await expect.poll(() => site.records('meta_events').map(({ event_name }) => event_name)).toContain('ViewContent');
    const all = JSON.stringify([posted, await pixelCalls(), site.records('meta_events')]) + site.server.output();
    for (const value of ['52998224725', '11987654321', 'Zulmira']) expect(all).not.toContain(value);
  });

  test('is sent again for every path that a flow shows, and on the way back', async () => {
    const { page, posted, names } = await visit('/passos');
    await expect.poll(names).toEqual(['PageView']);
    await page.getByRole('button', { name: 'Seguir' }).click();
    await expect.poll(names).toEqual(['PageView', 'PageView']);
    expect(posted[1]?.event_data).toMatchObject({
      page_path: '/passos/dois',
      page_title: expect.stringContaining('Passo dois'),
    });
    await page.goBack();
    await expect.poll(names).toEqual(['PageView', 'PageView', 'PageView']);
    expect(posted[2]?.event_data).toMatchObject({ page_path: '/passos' });
  });
});

describe('an event', () => {
  test('of the first step is sent with the page; one that reads the visit, once its step is reached', async () => {
    const sent: string[] = [];
    const { page, posted, names, complaints } = await visit('/contar?src=carta', {
      before: async (page) => {
        page.on('request', (request) => {
          if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
        });
      },
    });
    await expect.poll(names).toEqual(['PageView', 'ViewContent']);
    expect(posted[1]?.event_data).toMatchObject({ content_category: 'contar' });

    // A form without a call keeps its values and continues.
    await fillLead(page);
    await page.getByRole('button', { name: 'Avançar' }).click();
    await expect.poll(() => names().sort()).toEqual(['EscolhaDePlano', 'PageView', 'PageView', 'ViewContent']);
    expect(posted.find(({ event_name }) => event_name === 'EscolhaDePlano')?.event_data).toMatchObject({
      origem: 'carta',
    });
    expect(sent).not.toContain('/api/leads');

    // The submission's event is sent before it.
    sent.length = 0;
    await page.locator('label', { hasText: 'VIP' }).click();
    await page.getByRole('button', { name: 'Enviar' }).click();
    await expect.poll(() => page.getByRole('heading', { name: 'Recebido' }).count()).toBe(1);
    await expect.poll(() => names().at(-1)).toBe('Lead');
    expect(site.records('leads').at(-1)).toMatchObject({ name: 'Ana Lima', planType: 'vip' });
    expect(complaints).toEqual([]);
  });

  test('of an action is sent when it is pressed', async () => {
    const { page, posted, names, pixelEvents } = await visit('/');
    await expect.poll(names).toHaveLength(2);
    await page.locator('main').getByRole('link', { name: 'Acesso VIP' }).click();
    await expect.poll(names).toEqual(['PageView', 'ViewContent', 'ClicouOfertaEspecial']);
    expect(posted[2]?.event_data).toMatchObject({
      button_id: 'vip',
      event_id: expect.stringMatching(/^oferta_\d{13}$/),
    });
    expect((await pixelEvents()).at(-1)?.slice(0, 2)).toEqual(['trackCustom', 'ClicouOfertaEspecial']);
  });

  test('of a flow has its values, and personal data only as hashes', async () => {
    const { page, posted, names, pixelCalls } = await visit('/');
    await page.locator('main').getByRole('link', { name: 'Acesso VIP' }).click();
    await expect.poll(() => page.locator('#overlay-vip [data-state]').count()).toBe(1);
    await fill(page);
    await page.locator('#overlay-vip [type=submit]').click();
    await expect.poll(names).toContain('Lead');
    const lead = posted.find(({ event_name }) => event_name === 'Lead') as PostedEvent;
    expect(lead.event_data).toMatchObject({
      value: 197,
      currency: 'BRL',
      event_id: expect.stringMatching(/^lead_\d{13}$/),
    });
    const user = {
      em: '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
      ph: '4fd70d38eff60fe8cf9f324b3979a076c595ebec57da7b6f0a5fb6a2b6723015',
      fn: '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c',
      ln: expect.stringMatching(/^[0-9a-f]{64}$/),
    };
    expect(lead.user_data).toEqual(user);
    const inPixel = (await pixelCalls()).slice(-2);
    expect(inPixel).toEqual([
      ['init', '123456789012345', user],
      ['track', 'Lead', expect.objectContaining({ value: 197 }), { eventID: lead.event_data['event_id'] }],
    ]);
    expect(JSON.stringify([posted, inPixel])).not.toMatch(/john_smith|98765|Souza/i);
    await expect.poll(() => site.records('meta_events').map(({ event_name }) => event_name)).toContain('Lead');
  });
});

test('an event with personal data is sent although the page is left in the same task', async () => {
  const { page, names } = await visit('/', {
    // On a busy phone its answer would come after the page is gone.
    before: (page) => page.addInitScript(() => (crypto.subtle.digest = () => new Promise(() => {}))),
  });
  await expect.poll(names).toContain('ViewContent');
  await page.evaluate(() => {
    window.funnel?.track({ event: 'Lead', prefix: null, data: {}, user: { email: 'ana@exemplo.com.br' } });
    location.assign('/passos');
  });
  await page.waitForURL('**/passos');
  await expect.poll(names).toContain('Lead');
});

describe('a failure of tracking', () => {
  test('for lack of crypto.subtle, as on plain http, does not occur: personal data is hashed without it', async () => {
    const { page, posted, names, pixelCalls } = await visit('/', {
      before: (page) => page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined })),
    });
    await page.locator('main').getByRole('link', { name: 'Acesso VIP' }).click();
    await expect.poll(() => page.locator('#overlay-vip [data-state]').count()).toBe(1);
    await fill(page);
    await page.locator('#overlay-vip [type=submit]').click();
    await expect.poll(names).toContain('Lead');
    const lead = posted.find(({ event_name }) => event_name === 'Lead');
    expect(lead?.user_data).toMatchObject({ em: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect((await pixelCalls()).at(-1)?.slice(0, 2)).toEqual(['track', 'Lead']);
    expect(JSON.stringify([posted, await pixelCalls()])).not.toMatch(/john_smith|98765|Souza/i);
  });

  test.each([
    [200, { success: false, error: 'limite' }, 'limite'],
    [422, { success: false, message: 'recusado' }, 'recusado'],
    [429, {}, '429'],
  ])('with a %i of the server is logged', async (status, json, text) => {
    const logged: string[] = [];
    const { names } = await visit('/', {
      before: async (page) => {
        page.on('console', (message) => logged.push(message.text()));
        await page.route('**/api/meta/event', (route) => route.fulfill({ status, json }));
      },
    });
    await expect.poll(names).toContain('PageView');
    await expect.poll(() => logged).toContain(`Tracking failed. ${text}`);
  });
});

describe('nothing is tracked', () => {
  test('if the pixel is blocked; the page continues', async () => {
    const { page, names } = await visit('/', {
      before: (page) => page.route('https://connect.facebook.net/**', (route) => route.abort()),
    });
    await page.locator('main').getByRole('link', { name: 'Acesso VIP' }).click();
    await expect.poll(() => page.locator('#overlay-vip [data-state]').count()).toBe(1);
    await fill(page);
    await page.locator('#overlay-vip [type=submit]').click();
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
    await page.goto(`${site.server.url}/passos`);
    await page.waitForLoadState('networkidle');
    expect(names()).toEqual([]);
  });

  test('for a visitor who has refused; the pixel is not even fetched', async () => {
    const before = pixel.requested.length;
    const { page, names } = await visit('/', {
      before: (page) => page.addInitScript(() => localStorage.setItem('funnel-consent', 'denied')),
    });
    await page.locator('main').getByRole('link', { name: 'Acesso VIP' }).click();
    await page.waitForLoadState('networkidle');
    await settled(page);
    expect(names()).toEqual([]);
    expect(pixel.requested.length).toBe(before);
  });
});

test('a visitor who leaves before the pixel is loaded is counted by the server', async () => {
  const { page, names } = await visit('/', {
    before: (page) => page.route('https://connect.facebook.net/**', () => {}),
  });
  await page.waitForFunction(() => document.querySelector('script[src*="fbevents"]') !== null);
  expect(names()).toEqual([]);
  const before = site.records('meta_events').length;
  await page.evaluate(() => location.assign('/passos'));
  await expect
    .poll(() =>
      site
        .records('meta_events')
        .slice(before)
        .map(({ event_name }) => event_name),
    )
    .toEqual(expect.arrayContaining(['PageView', 'ViewContent']));
});
