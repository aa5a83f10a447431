/** The tags of analytics and ads services, against local servers that play their scripts; and the source of a visitor. */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { heldResponses } from '../harness/held-responses.ts';
import { visitSite } from '../harness/site-visits.ts';
import { receivedOn, serveVendors } from '../harness/vendors.ts';

const site = visitSite({ funnels: 'test/fixtures/sites/tags', env: { TRACES: 'off' } });
const vendors = serveVendors();

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const visit = async (path: string, before: Parameters<typeof site.visit>[1] = {}) => {
  const visitor = await site.visit(path, {
    ...before,
    before: async (page) => {
      vendors.reach();
      await before.before?.(page);
    },
  });
  return { ...visitor, received: () => receivedOn(visitor.page) };
};

const commands = (all: readonly unknown[], ...start: readonly unknown[]): unknown[][] =>
  (all as unknown[][]).filter((each) => Array.isArray(each) && start.every((part, index) => each[index] === part));
const entries = (all: readonly unknown[]): Record<string, unknown>[] =>
  all.filter((each): each is Record<string, unknown> => !Array.isArray(each));

describe('the tags of a site', () => {
  test('receive each event once, under their own names, with the same id, after the page has loaded', async () => {
    const { page, received, complaints } = await visit('/?gclid=g1&utm_source=x&email=ana@exemplo.com.br&nome=Ana');
    const sameAddress = expect.toSatisfy(
      (text: string) =>
        new URL(text).searchParams.get('gclid') === 'g1' && !/ana@|nome=/.test(text) && text.includes('utm_source=x'),
    );
    await expect.poll(async () => commands((await received()).tiktok, 'track', 'ViewContent')).toHaveLength(1);
    await page.getByRole('link', { name: 'Quero' }).click();
    await page.getByRole('link', { name: 'Interesse' }).click();
    // Each service receives what has waited once its own script has loaded.
    await expect
      .poll(async () => {
        const { google, tiktok, linkedin } = await received();
        return [
          entries(google).filter(({ event }) => event === 'Interesse').length,
          ...['generate_lead', 'conversion'].map((name) => commands(google, 'event', name).length),
          commands(tiktok, 'track', 'Interesse').length,
          commands(linkedin, 'track').length,
        ];
      })
      .toEqual([1, 1, 1, 1, 1]);
    const { google, tiktok, linkedin } = await received();

    // Consent Mode v2: denied before anything else, then the state of each.
    expect(commands(google)[0]).toEqual([
      'consent',
      'default',
      {
        ad_storage: 'denied',
        ad_user_data: 'denied',
        ad_personalization: 'denied',
        analytics_storage: 'denied',
        wait_for_update: 500,
      },
    ]);
    expect(commands(google, 'consent', 'update').map(([, , state]) => state)).toEqual([
      { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted', analytics_storage: 'granted' },
    ]);
    expect(google.findIndex((each) => Array.isArray(each) && each[1] === 'update')).toBeLessThan(
      google.findIndex((each) => Array.isArray(each) && (each[0] === 'config' || each[0] === 'event')),
    );

    // Tag Manager: all events under their own names, and no parameter of an earlier event.
    const layer = entries(google).filter(({ event }) => event !== 'gtm.js');
    expect(layer.map(({ event }) => event)).toEqual(['PageView', 'ViewContent', 'Lead', 'Interesse']);
    expect(layer[0]).toEqual({
      event: 'PageView',
      event_id: expect.stringMatching(/^pageview_\d{13}$/),
      page_location: sameAddress,
      page_title: 'Casa | Casa dos Anúncios',
    });
    expect(layer[2]).toMatchObject({ content_name: 'guia', value: 0, content_category: null });
    expect(layer[3]).toMatchObject({ lugar: 'topo', value: null, currency: null, content_name: null });
    const [view, content, lead, interest] = layer.map(({ event_id }) => event_id as string) as [
      string,
      string,
      string,
      string,
    ];
    expect([content, lead, interest]).toEqual([
      expect.stringMatching(/^view_\d{13}$/),
      expect.stringMatching(/^lead_\d{13}$/),
      expect.stringMatching(/^interesse_\d{13}$/),
    ]);

    // Analytics: recommended names, a renamed parameter, and not the event that is excluded.
    const ga4 = (name: string) =>
      commands(google, 'event', name).filter(([, , data]) => (data as { send_to: string }).send_to === 'G-ABCDEF1234');
    expect(ga4('page_view')).toEqual([['event', 'page_view', { event_id: view, send_to: 'G-ABCDEF1234' }]]);
    expect(ga4('view_item').map(([, , data]) => data)).toEqual([
      { content_category: 'teste', value: 12.5, currency: 'BRL', event_id: content, send_to: 'G-ABCDEF1234' },
    ]);
    expect(ga4('generate_lead').map(([, , data]) => data)).toEqual([
      { value: 0, currency: 'BRL', form_name: 'guia', event_id: lead, send_to: 'G-ABCDEF1234' },
    ]);
    expect(ga4('Interesse')).toEqual([]);
    expect(commands(google, 'config', 'G-ABCDEF1234')).toEqual([['config', 'G-ABCDEF1234', { send_page_view: false }]]);
    expect(commands(google, 'set')[0]).toEqual([
      'set',
      { page_location: sameAddress, page_title: 'Casa | Casa dos Anúncios', page_referrer: '' },
    ]);

    // Ads: page views and one conversion, whose customer is known by hashes only.
    const ads = commands(google, 'event').filter(([, , data]) => /^AW/.test((data as { send_to: string }).send_to));
    expect(ads.map(([, name, data]) => [name, data])).toEqual([
      ['page_view', { send_to: 'AW-123456789' }],
      [
        'conversion',
        {
          value: 0,
          currency: 'BRL',
          content_name: 'guia',
          transaction_id: lead,
          send_to: 'AW-123456789/AbC-D_efGh12',
        },
      ],
    ]);
    expect(commands(google, 'set', 'user_data')).toEqual([
      [
        'set',
        'user_data',
        {
          sha256_email_address: sha256('joao.silva@gmail.com'),
          sha256_phone_number: sha256('+5511987654321'),
          address: { sha256_first_name: sha256('valéry'), sha256_last_name: sha256('souza') },
        },
      ],
    ]);

    expect(tiktok).toEqual([
      ['page'],
      ['track', 'ViewContent', { content_category: 'teste', value: 12.5, currency: 'BRL' }, { event_id: content }],
      ['identify', { email: sha256('joao.silva@gmail.com'), phone_number: sha256('+5511987654321') }],
      ['track', 'SubmitForm', { value: 0, currency: 'BRL', content_name: 'guia' }, { event_id: lead }],
      ['track', 'Interesse', { lugar: 'topo' }, { event_id: interest }],
    ]);
    expect(linkedin).toEqual([['page'], ['track', { conversion_id: 12345678, event_id: lead }]]);

    expect(JSON.stringify([google, tiktok, linkedin])).not.toMatch(/joao|98765|Souza|exemplo\.com/i);
    const timesOf = () =>
      page.evaluate(() => {
        const [{ loadEventStart: loaded }] = performance.getEntriesByType('navigation') as [
          PerformanceNavigationTiming,
        ];
        const scripts = performance
          .getEntriesByType('resource')
          .filter(({ name }) => !name.startsWith(location.origin));
        return { loaded, first: Math.min(...scripts.map(({ startTime }) => startTime)), count: scripts.length };
      });
    await expect.poll(async () => (await timesOf()).count).toBe(4);
    const times = await timesOf();
    expect(times.first).toBeGreaterThanOrEqual(times.loaded);
    expect(complaints).toEqual([]);
  });

  test('receive a press on a page that has not loaded its tracking yet, once, after the page view', async () => {
    const { before, release } = heldResponses('**/_f/assets/tracking-*.js');
    const { page, received, complaints } = await visit('/', { before });
    await page.getByRole('link', { name: 'Interesse' }).click();
    expect((await received()).tiktok).toEqual([]);
    release();
    await expect.poll(async () => commands((await received()).tiktok, 'track', 'Interesse')).toHaveLength(1);
    expect((await received()).tiktok[0]).toEqual(['page']);
    expect(complaints).toEqual([]);
  });

  test('receive a page view for each path that a flow shows', async () => {
    const { page, received } = await visit('/passos');
    await expect.poll(async () => (await received()).tiktok).toEqual([['page']]);
    await expect.poll(async () => (await received()).linkedin).toEqual([['page']]);
    await page.getByRole('button', { name: 'Seguir' }).click();
    await expect.poll(async () => (await received()).tiktok).toEqual([['page'], ['page']]);
    await expect.poll(async () => (await received()).linkedin).toEqual([['page'], ['track']]);
    const located = async () =>
      commands((await received()).google, 'set').map(([, page]) => (page as Record<string, unknown>)['page_location']);
    await expect
      .poll(located)
      .toEqual(expect.arrayContaining([`${site.server.url}/passos`, `${site.server.url}/passos/dois`]));
  });

  test('are not fetched for a visitor who has refused', async () => {
    const before = vendors.requested.length;
    const { page } = await visit('/', {
      before: (page) => page.addInitScript(() => localStorage.setItem('funnel-consent', 'denied')),
    });
    await page.getByRole('link', { name: 'Quero' }).click();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 300))));
    expect(vendors.requested.slice(before)).toEqual([]);
    expect(await page.evaluate(() => 'dataLayer' in window || 'ttq' in window || 'lintrk' in window)).toBe(false);
  });

  test('fail alone: one service cannot be reached, another throws; the others and the page continue', async () => {
    const { page, received } = await visit('/', {
      before: async (page) => {
        await page.route('https://snap.licdn.com/**', (route) => route.abort());
        await page.addInitScript(() => {
          Object.defineProperty(window, 'ttq', {
            set: () => {},
            get: () => ({ page: () => (null as unknown as { failed: string }).failed }),
          });
        });
      },
    });
    await page.getByRole('link', { name: 'Quero' }).click();
    await expect
      .poll(async () => commands((await received()).google, 'event', 'conversion').length, { message: 'a conversion' })
      .toBe(1);
    expect(new URL(page.url()).hash).toBe('#fim');
  });
});

describe('the source of a visitor', () => {
  const cookiesOf = async (page: Page) =>
    Object.fromEntries((await page.context().cookies()).map((each) => [each.name, each]));

  test('is reported once per tab after the page has loaded, and again with a new source', async () => {
    const landings: unknown[] = [];
    const { page, received } = await visit('/?utm_source=insta&nome=Ana', {
      referer: 'https://rede.example/perfil?de=ana',
      before: (page) =>
        page.on('request', (request) => {
          if (request.url().endsWith('/_f/landing')) landings.push(request.postDataJSON());
        }),
    });
    await expect.poll(() => cookiesOf(page)).toHaveProperty('touch_last');
    const { visitor, touch_first, touch_last } = await cookiesOf(page);
    expect(visitor).toMatchObject({ httpOnly: true, sameSite: 'Lax', value: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(touch_first?.value).toContain('utm_source=insta&referrer=https://rede.example&path=/&at=');
    expect(touch_last?.value).toBe(touch_first?.value);
    expect(landings).toEqual([{ path: '/', query: { utm_source: 'insta' }, referrer: 'https://rede.example' }]);

    await page.goto(`${site.server.url}/passos`);
    await page.goto(`${site.server.url}/contato?gclid=g2`);
    await expect.poll(async () => (await cookiesOf(page))['touch_last']?.value).toContain('gclid=g2');
    expect((await cookiesOf(page))['touch_first']?.value).toBe(touch_first?.value);
    expect(landings).toHaveLength(2);

    await page.locator('[name=email]').fill('ana@exemplo.com.br');
    const replied = page.waitForResponse('**/api/contatos');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await expect.poll(() => page.getByRole('heading', { name: 'Recebido' }).count()).toBe(1);
    // The event has the id that the server's deliveries have.
    const { eventId } = (await (await replied).json()) as { eventId: string };
    expect(eventId).toMatch(/^[0-9a-f]{32}$/);
    await expect
      .poll(async () => (await received()).linkedin)
      .toContainEqual(['track', { conversion_id: 12345678, event_id: eventId }]);
    expect(site.records('contatos')).toEqual([{ email: 'ana@exemplo.com.br' }]);
  });

  test('is not reported by a visitor who has refused', async () => {
    const { page } = await visit('/?utm_source=insta', {
      before: (page) => page.addInitScript(() => localStorage.setItem('funnel-consent', 'denied')),
    });
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 200))));
    expect(await page.context().cookies()).toEqual([]);
  });
});

describe('the source of a visit is carried', () => {
  const campaign = 'utm_source=insta%20%26%20co&utm_medium=cpc&gclid=g1&nome=Ana&utm_term=ana@exemplo.com.br';

  test('into links of declared hosts when they are pressed, only where they lack it', async () => {
    const { page } = await visit(`/passos?${campaign}`);
    await page.goto(`${site.server.url}/?utm_medium=email`);
    await page.waitForFunction(() => window.funnel?.carry !== undefined);
    const hrefOf = async (name: string): Promise<string> => {
      const link = page.getByRole('link', { name });
      // As when the address is copied: nothing navigates.
      for (let times = 0; times < 2; times += 1) await link.dispatchEvent('contextmenu');
      return (await link.getAttribute('href')) ?? '';
    };
    expect(await hrefOf('Comprar')).toBe(
      'https://pay.hotmart.com/A1?utm_source=proprio&off=&sck=insta%20%26%20co&utm_medium=email&gclid=g1',
    );
    expect(await hrefOf('Conversar')).toBe(
      'https://wa.me/5511987654321?text=Ol%C3%A1%20a%20todos&utm_source=insta%20%26%20co&utm_medium=email&gclid=g1',
    );
    expect(await hrefOf('Quero')).toBe('#fim');
  });

  test('into the redirect of a flow, in the characters that the host accepts', async () => {
    const left: string[] = [];
    const { page } = await visit(`/saida?${campaign}`, {
      before: (page) =>
        page.route('https://buy.stripe.com/**', async (route) => {
          left.push(route.request().url());
          await route.fulfill({ body: 'checkout' });
        }),
    });
    await page.waitForFunction(() => window.funnel?.carry !== undefined);
    await page.getByRole('button', { name: 'Pagar' }).click();
    await expect
      .poll(() => left)
      .toEqual([
        'https://buy.stripe.com/x?utm_medium=proprio&client_reference_id=insta_co&utm_source=insta%20%26%20co&gclid=g1',
      ]);
  });
});

test('the policy of a page allows exactly the hosts of its tags', async () => {
  const policy = (await fetch(site.server.url)).headers.get('content-security-policy') ?? '';
  const sourcesOf = (name: string): string[] =>
    (policy.split('; ').find((each) => each.startsWith(`${name} `)) ?? '')
      .split(' ')
      .filter((each) => /^https/.test(each));
  expect(sourcesOf('script-src').sort()).toEqual([
    'https://analytics.tiktok.com',
    'https://container.example',
    'https://googleads.g.doubleclick.net',
    'https://pagead2.googlesyndication.com',
    'https://snap.licdn.com',
    'https://www.google.com',
    'https://www.googleadservices.com',
    'https://www.googletagmanager.com',
  ]);
  expect(sourcesOf('connect-src')).toEqual(
    expect.arrayContaining([
      'https://*.google-analytics.com',
      'https://px.ads.linkedin.com',
      'https://container.example',
    ]),
  );
  expect(policy).not.toContain('facebook');
});
