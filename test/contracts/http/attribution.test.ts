/** First and last source of a visitor: cookies, and what leads keep of them. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toSubject } from '../../../server/store/ids.ts';
import { copySite, startTestServer, type TestServer } from './running.ts';

const start = Date.UTC(2026, 10, 20, 12);
let now = start;
let site: TestServer;
beforeAll(async () => {
  site = await startTestServer({ funnels: await copySite('tags'), clock: () => now });
});
afterAll(() => site.stop());

interface Reported {
  path?: unknown;
  query?: unknown;
  referrer?: unknown;
}
const land = (body: Reported, headers: Record<string, string> = {}): Promise<Response> =>
  site.post('/_f/landing', { path: '/', query: {}, referrer: '', ...body }, headers);
/** The cookies after a response, as the next request sends them. */
const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
let count = 0;
const submit = async (headers: Record<string, string> = {}) => {
  count += 1;
  const email = `ana${count}@exemplo.com.br`;
  const response = await site.post('/api/contatos', { email }, headers);
  const record = await site.server.store.latest('contatos', toSubject(email));
  expect(record).not.toBeNull();
  return { reply: (await response.json()) as Record<string, unknown>, meta: record?.meta['attribution'] };
};

describe('a landing', () => {
  test('sets the first and the last source and a random id, for scripts unreadable', async () => {
    const response = await land({
      path: '/workshop',
      query: { utm_source: 'insta & co', gclid: 'G-1', nome: 'Ana', utm_term: 'ana@exemplo.com.br', sck: '' },
      referrer: 'https://rede.example/perfil?de=ana',
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const cookies = response.headers.getSetCookie();
    expect(cookies.map((each) => each.split('=')[0])).toEqual(['visitor', 'touch_first', 'touch_last']);
    for (const each of cookies) expect(each).toMatch(/; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    expect(cookies[0]).toMatch(/^visitor=[0-9a-f-]{36};/);
    const { reply, meta } = await submit({ cookie: `a=b; ${cookiesOf(response)}; consentido=1` });
    const touch = {
      utm_source: 'insta & co',
      gclid: 'G-1',
      referrer: 'https://rede.example',
      path: '/workshop',
      at: '2026-11-20T12:00:00.000Z',
    };
    expect(meta).toEqual({ visitor: cookies[0]?.slice(8, 44), first: touch, last: touch });
    expect(reply).toMatchObject({ from: 'insta & co', last: 'G-1', redirectUrl: '/?de=insta%20&%20co' });
  });

  test('is Secure on https', async () => {
    const proxied = await startTestServer({ funnels: await copySite('tags'), env: { TRUST_PROXY: '1' } });
    const response = await proxied.post(
      '/_f/landing',
      { path: '/', query: {}, referrer: '' },
      { 'x-forwarded-proto': 'https' },
    );
    for (const each of response.headers.getSetCookie()) expect(each).toMatch(/; Secure$/);
    await proxied.stop();
  });

  test('later replaces the last source only, and only with a source', async () => {
    const first = cookiesOf(await land({ query: { utm_source: 'um' } }));
    now = start + 60_000;
    const landed = await land({ path: '/dois', query: { gclid: 'dois' } }, { cookie: first });
    expect(landed.headers.getSetCookie().map((each) => /Max-Age=(\d+)/.exec(each)?.[1])).toEqual([
      '2592000',
      '2591940',
      '2592000',
    ]);
    const second = cookiesOf(landed);
    const direct = cookiesOf(await land({ path: '/tres', referrer: `${site.url}/dois` }, { cookie: second }));
    now = start;
    const { meta, reply } = await submit({ cookie: direct });
    expect(meta).toEqual({
      visitor: first.slice(8, 44),
      first: { utm_source: 'um', path: '/', at: '2026-11-20T12:00:00.000Z' },
      last: { gclid: 'dois', path: '/dois', at: '2026-11-20T12:01:00.000Z' },
    });
    expect(reply).toMatchObject({ from: 'um', last: 'dois' });
  });

  test('keeps a cookie within the limits of browsers', async () => {
    const long = 'ã'.repeat(300);
    const query = Object.fromEntries(
      ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'gclid'].map((name) => [name, long]),
    );
    const response = await land({ query: { ...query, fbclid: 'x'.repeat(301) } });
    for (const each of response.headers.getSetCookie()) expect(each.length).toBeLessThan(4096);
    const { meta } = await submit({ cookie: cookiesOf(response) });
    expect(Object.keys((meta as { first: object }).first).sort()).toEqual(['at', 'path', 'utm_source']);
  });

  test.each([
    ['an array', { query: [] }, 400],
    ['a path that is no text', { path: 1 }, 400],
    ['no referrer', { referrer: null }, 400],
    ['a body over the limit', { path: `/${'a'.repeat(20_000)}` }, 413],
  ])('with %s is refused', async (_, body, status) => {
    const response = await land(body);
    expect([response.status, response.headers.getSetCookie()]).toEqual([status, []]);
  });

  test('from another site is refused', async () => {
    expect((await land({}, { origin: 'https://outro.example', 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  test('under Global Privacy Control sets nothing, and removes what was set before', async () => {
    const cookie = cookiesOf(await land({ query: { utm_source: 'um' } }));
    const refused = await land({ query: { utm_source: 'dois' } }, { 'sec-gpc': '1' });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([204, []]);
    const removed = await land({}, { 'sec-gpc': '1', cookie });
    expect(removed.headers.getSetCookie()).toEqual(
      ['visitor', 'touch_first', 'touch_last'].map((name) => `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`),
    );
    expect((await submit({ cookie, 'sec-gpc': '1' })).meta).toBeUndefined();
  });
});

describe('a lead', () => {
  test('without cookies has the source in the address of its page', async () => {
    const { meta, reply } = await submit({ referer: `${site.url}/contato?utm_source=carta&nome=Ana` });
    const touch = { utm_source: 'carta', path: '/contato', at: '2026-11-20T12:00:00.000Z' };
    expect(meta).toEqual({ visitor: null, first: touch, last: touch });
    expect(reply).toMatchObject({ from: 'carta', last: null });
  });

  test.each([
    ['forged', 'visitor=x; touch_first=at=2026-11-20'],
    ['without a time', `visitor=${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}; touch_first=utm_source=x`],
    ['with line breaks', `visitor=${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}; touch_first=utm_source=a%0Ab`],
  ])('with cookies that are %s is stored without them', async (_, cookie) => {
    const { meta, reply } = await submit({ cookie });
    expect([meta, reply['from']]).toEqual([undefined, null]);
  });

  test('posted without script has the source of its visit', async () => {
    const body = new URLSearchParams({ email: 'semscript@exemplo.com.br' });
    const response = await fetch(`${site.url}/contato?gclid=G-9`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: {
        referer: `${site.url}/contato?gclid=G-9&utm_source=carta`,
        'sec-fetch-site': 'same-origin',
      },
    });
    expect(response.status).toBe(200);
    const record = await site.server.store.latest('contatos', toSubject('semscript@exemplo.com.br'));
    expect(record?.meta['attribution']).toMatchObject({ visitor: null, first: { gclid: 'G-9', utm_source: 'carta' } });
  });
});

test('a visit without script carries its source to the checkout', async () => {
  const leave = async (path: string, headers: Record<string, string> = {}): Promise<string | null> => {
    const response = await fetch(`${site.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ _event: 'on.pagar' }),
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
    });
    expect(response.status).toBe(303);
    return response.headers.get('location');
  };
  const referer = `${site.url}/saida?utm_source=insta%20co&gclid=g1`;
  expect(await leave('/saida', { referer })).toBe(
    'https://buy.stripe.com/x?utm_medium=proprio&client_reference_id=insta_co&utm_source=insta%20co&gclid=g1',
  );
  // Click ids identify the visitor: they need the consent to marketing.
  expect(await leave('/saida?utm_source=carta', { 'sec-gpc': '1', referer: 'https://rede.example/?gclid=g2' })).toBe(
    'https://buy.stripe.com/x?utm_medium=proprio&client_reference_id=carta&utm_source=carta',
  );
});

test('a delivery has the id of the submission, which the reply contains for the event of the browser', async () => {
  const funnels = await copySite('tags');
  const edit = async (name: string, from: string, to: string): Promise<void> => {
    const text = await readFile(join(funnels, name), 'utf8');
    await writeFile(
      join(funnels, name),
      text.replace(from, () => to),
    );
  };
  await edit(
    'site.yaml',
    'attribution:',
    'destinations: { ads: { type: meta, token: $TOKEN, pixel: "1234567" } }\nattribution:',
  );
  await edit(
    'contatos.api.yaml',
    '    response:',
    '    deliver:\n      lead: { meta: ads, event: Lead, user: { email: email }, data: { de: attribution.last.utm_source } }\n    response:',
  );
  const delivering = await startTestServer({ funnels });
  const reply = await delivering.post(
    '/api/contatos',
    { email: 'ana@exemplo.com.br' },
    { referer: `${delivering.url}/?utm_source=carta` },
  );
  const { eventId } = (await reply.json()) as { eventId: string };
  const [message] = await delivering.server.store.deliveries.list();
  expect(message).toMatchObject({ status: 'unconfigured', payload: { eventId, data: { de: 'carta' } } });
  await delivering.stop();
});

test('a site without `attribution:` has no endpoint, sets no cookie and stores no source', async () => {
  const plain = await startTestServer();
  const response = await plain.post('/_f/landing', { path: '/', query: {}, referrer: '' });
  expect([response.status, response.headers.getSetCookie()]).toEqual([404, []]);
  await plain.stop();
});
