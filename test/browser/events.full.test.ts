/** The site's own events for the pixel and the server; `tracking.full.test.ts` tests the mechanism. */
import { describe, expect, test } from 'vitest';
import { answerAll, maria } from '../harness/diagnostic.ts';
import { copyFunnels, withPixel } from '../harness/funnels-copy.ts';
import { serveHosts } from '../harness/outside.ts';
import { visitSite } from '../harness/site-visits.ts';
import { type PostedEvent, trackVisits } from '../harness/tracked-visits.ts';

const site = visitSite({ funnels: copyFunnels([withPixel]), env: { TRACES: 'off' } });
/** The script of the pixel; it records its calls, and the address it finds. */
const pixel = serveHosts(['connect.facebook.net'], () => ({
  type: 'text/javascript',
  body: 'window.seen=location.href;window.pixelCalls=[...fbq.queue.splice(0)];fbq.callMethod=(...command)=>window.pixelCalls.push(command)',
}));

const visit = trackVisits(site, pixel);
type TrackedVisitor = Awaited<ReturnType<typeof visit>>;

const hashes = {
  em: '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f',
  ph: '4fd70d38eff60fe8cf9f324b3979a076c595ebec57da7b6f0a5fb6a2b6723015',
  fn: '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c',
} as const;
/** The person behind those hashes. */
const someone = { name: 'Valéry', email: 'john_smith@gmail.com', phone: '11987654321' } as const;

const pages: [path: string, own: string[]][] = [
  ['/', []],
  ['/workshop', []],
  ['/consultoria', []],
  ['/agendamento', ['ViewContent']],
  ['/agendamento-estrategico', []],
  ['/baixar-ebook', []],
  ['/baixar-guia-estrategico', []],
  ['/historias-de-sucesso-helena', ['ViewContent']],
  ['/form-aplicacao', []],
  ['/aplicacao-enviada', []],
  ['/matricula-efetuada', []],
  ['/aguardando-pagamento', []],
  ['/termos-de-uso', []],
  ['/diagnostico', []],
];

describe('a page view', () => {
  test('of every page is sent once to the pixel and once to the server, with the same id', async () => {
    const visitor = await visit('/robots.txt');
    for (const [path, own] of pages) await expectPageView(visitor, path, own);
  });

  /** Opens a page, and checks its events. */
  async function expectPageView(
    { page, posted, named, pixelEvents, complaints }: TrackedVisitor,
    path: string,
    own: string[],
  ): Promise<void> {
    const known = named('PageView').length;
    const before = posted.length;
    await page.goto(`${site.server.url}${path}?utm_source=insta`);
    await expect.poll(() => named('PageView').length, { message: path }).toBe(known + 1);
    await expect.poll(async () => (await pixelEvents()).map(([, name]) => name)).toEqual(expect.arrayContaining(own));
    await page.waitForLoadState('networkidle');
    const view = named('PageView').at(-1) as PostedEvent;
    const id = view.event_data['event_id'] as string;
    const address = `${site.server.url}${path}?utm_source=insta`;
    expect(view).toEqual({
      event_name: 'PageView',
      event_time: Math.floor(Number(id.split('_')[1]) / 1000),
      event_source_url: address,
      // The tab's title names the step; the page has one title.
      event_data: {
        page_location: address,
        page_path: path,
        page_title: (await page.title()).replace('Etapa 1 de 4 · ', ''),
        event_id: id,
      },
      browser_data: { client_user_agent: await page.evaluate(() => navigator.userAgent), client_ip_address: null },
    });
    const inPixel = await pixelEvents();
    expect(inPixel.filter(([, name]) => name === 'PageView').map(([command, , , more]) => [command, more])).toEqual([
      ['track', { eventID: id }],
    ]);
    // The same events, in the same order, with the same ids.
    expect(inPixel.map(([, name, , { eventID }]) => [name, eventID])).toEqual(
      posted.slice(before).map(({ event_name, event_data }) => [event_name, event_data['event_id']]),
    );
    expect(complaints, path).toEqual([]);
  }

  test('is sent once for every route of the diagnostic', async () => {
    const { page, driver, names, named } = await visit('/diagnostico');
    await expect.poll(names).toEqual(['PageView']);
    await driver.press('begin');
    await driver.expectScreen('quiz.perfil');
    await answerAll(driver, [10, 5, 10, 0]);
    await driver.expectScreen('identificacao');
    await expect
      .poll(() => named('PageView').map(({ event_data }) => event_data['page_path']))
      .toEqual(['/diagnostico', '/quiz', '/identificacao']);
    expect(named('DiagnosticoIniciado')).toHaveLength(1);
    // The answers are in the address, and nowhere else.
    expect(page.url()).toContain('answers=');
    expect(JSON.stringify(named('PageView'))).not.toContain('answers');
  });
});

describe('a page of several screens', () => {
  test('is reported under one title for all of its screens', async () => {
    const { page, driver, named } = await visit('/quiz');
    await answerAll(driver, [10, 5, 10, 0]);
    await driver.expectScreen('identificacao');
    await driver.back();
    await driver.expectScreen('quiz.autoridade');
    await expect.poll(() => named('PageView').length).toBe(3);
    await page.reload();
    await driver.expectScreen('quiz.autoridade');
    await expect.poll(() => named('PageView').length).toBe(4);
    const views = named('PageView').map(({ event_data }) => [event_data['page_path'], event_data['page_title']]);
    const quiz = ['/quiz', 'Perguntas do diagnóstico | Perfil Ético'];
    expect(views).toEqual([quiz, ['/identificacao', expect.any(String)], quiz, quiz]);
  });
});

describe('personal data', () => {
  test('is removed from the address of the thank-you page before tracking starts', async () => {
    const { page, posted, names, pixelEvents, complaints } = await visit(
      '/parabens-guia-enviado?nome=Maria%20Clara&src=bio',
    );
    await expect.poll(names).toEqual(['PageView', 'CompleteRegistration']);
    expect(await page.locator('h1').textContent()).toContain('Parabéns, Maria!');
    const seen = await page.evaluate(() => (window as unknown as { seen: string }).seen);
    expect(new URL(seen).searchParams.get('nome')).toBeNull();
    expect(new URL(page.url()).searchParams.get('src')).toBe('bio');
    expect(JSON.stringify([posted, await pixelEvents(), page.url()])).not.toContain('Maria');
    expect(complaints).toEqual([]);
  });

  test('is sent with the guide as hashes only', async () => {
    const { page, driver, posted, named, pixelEvents } = await visit('/baixar-guia-estrategico?utm_campaign=maio');
    for (const [field, value] of Object.entries({ ...someone, email: ' John_Smith@gmail.com' }))
      await driver.type(field, value);
    await driver.submit();
    await expect.poll(() => named('Lead').length).toBe(1);
    const [lead] = named('Lead') as [PostedEvent];
    expect(lead.event_data).toMatchObject({ value: 0, currency: 'BRL', utm_campaign: 'maio' });
    expect(lead.user_data).toEqual({ ...hashes, ln: '' });
    const before = JSON.stringify(await pixelEvents());
    await page.waitForURL(/\/parabens-guia-enviado/);
    const all = JSON.stringify(posted) + before;
    for (const value of ['john_smith', 'valéry', '987654321']) expect(all.toLowerCase()).not.toContain(value);
  });

  test('is sent with the sign-up, with the kind of lead and its source', async () => {
    const { page, driver, named } = await visit(
      '/cadastro-consultoria?utm_source=insta&utm_medium=story&utm_campaign=maio',
      { referer: 'https://rede.example/perfil/post?id=7&email=ana@exemplo.com.br' },
    );
    for (const [field, value] of Object.entries(someone)) await driver.type(field, value);
    await driver.submit();
    await expect.poll(() => named('Lead').length).toBe(1);
    const [lead] = named('Lead') as [PostedEvent];
    expect(lead.event_data).toMatchObject({
      value: 0,
      currency: 'BRL',
      lead_type: 'pre_consultoria',
      lead_stage: 'interesse_inicial',
      utm_source: 'insta',
      utm_medium: 'story',
      utm_campaign: 'maio',
      page_location: `${site.server.url}/cadastro-consultoria?utm_source=insta&utm_medium=story&utm_campaign=maio`,
      // Parameters of other sites are not declared anywhere.
      referrer: 'https://rede.example/perfil/post',
    });
    expect(lead.user_data).toEqual({ ...hashes, ln: '' });
    await page.waitForURL(/\/consultoria/);
  });
});

describe('the place of an event', () => {
  const placeOf = ({ event_source_url, event_data }: PostedEvent) => ({
    source: event_source_url.replace(site.server.url, ''),
    location: String(event_data['page_location'] ?? event_source_url).replace(site.server.url, ''),
    path: event_data['page_path'],
    title: event_data['page_title'],
  });

  test('of an address without its parameter is the intro, which is shown', async () => {
    const { page, named } = await visit('/resultado');
    for (const [index, path] of ['/resultado', '/obrigado', '/identificacao'].entries()) {
      if (index > 0) await page.goto(site.server.url + path);
      await expect.poll(() => named('PageView').length, { message: path }).toBe(index + 1);
      expect(new URL(page.url()).pathname, path).toBe('/diagnostico');
      expect(placeOf(named('PageView')[index] as PostedEvent), path).toEqual({
        source: '/diagnostico',
        location: '/diagnostico',
        path: '/diagnostico',
        title: await page.title(),
      });
    }
  });

  test('is the screen where it happened, under one title; a result is concluded once for several loads', async () => {
    const { page, driver, named } = await visit('/diagnostico', {
      before: (opened) =>
        opened
          .context()
          .route(/^https:\/\/wa\.me\//, (route) => route.fulfill({ contentType: 'text/html', body: 'chat' })),
    });
    await driver.press('begin');
    await driver.expectScreen('quiz.perfil');
    await answerAll(driver, [10, 5, 10, 0]);
    await driver.expectScreen('identificacao');
    for (const [field, value] of Object.entries(maria)) await driver.type(field, value);
    await driver.submit();
    await driver.expectScreen('resultado');
    await expect.poll(() => named('DiagnosticoConcluido').length).toBe(1);
    const titles = async (): Promise<void> => {
      const reached = await page.title();
      await page.reload();
      expect(await page.title()).toBe(reached);
    };
    await titles();
    await driver.expectScreen('resultado');
    await driver.press('talk');
    await driver.expectScreen('obrigado');
    await titles();
    await driver.back();
    await driver.expectScreen('resultado');
    await titles();
    await page.waitForLoadState('networkidle');
    const paths = ['DiagnosticoIdentificacao', 'DiagnosticoConcluido', 'DiagnosticoCtaClick'].map((name) =>
      named(name).map((event) => placeOf(event).source),
    );
    expect(paths).toEqual([['/identificacao'], ['/resultado'], ['/resultado']]);
  });

  test('a result that the server renders is concluded, too', async () => {
    const uid = crypto.randomUUID();
    const timestamp = new Date().toISOString();
    const result = { answers: [10, 5, 10, 0], score: 63, level: 'INTERMEDIARIO', focusPillar: 'AUTORIDADE' };
    for (const [name, body] of Object.entries({ start: { ...maria, wa: '(11) 98765-4321' }, finish: result })) {
      const response = await fetch(`${site.server.url}/api/diagnostico/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ uid, ...body, timestamp }),
      });
      expect(response.status, await response.text()).toBe(200);
    }
    const { page, driver, named } = await visit(`/resultado?uid=${uid}`);
    await expect.poll(() => named('DiagnosticoConcluido').length).toBe(1);
    await page.reload();
    await expect.poll(() => named('PageView').length).toBe(2);
    // An awake island has the same event to send.
    await driver.press('talk');
    await driver.expectScreen('obrigado');
    await page.waitForLoadState('networkidle');
    expect(named('DiagnosticoConcluido')).toHaveLength(1);
  });
});
