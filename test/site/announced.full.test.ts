/** How search engines and other sites see the pages. Requires a build. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isHidden } from '../../server/pages/routes.ts';
import { type HostedSite, hostSite } from '../harness/hosted-site.ts';
import { loadShared } from '../harness/load-site.ts';
import { unlabelledSections } from '../harness/outline.ts';
import { projectRoot } from '../harness/site-server.ts';
import { shapeFaults } from './structured-data.ts';

const { site } = await loadShared(join(projectRoot, 'funnels'));
if (site === null) throw new Error('The definitions are not fit.');
const paths = Object.keys(site.routes).map((path) => ({ path }));
const listed = Object.entries(site.routes).flatMap(([path, route]) =>
  path === route.canonical && !isHidden(site, route) ? [{ path }] : [],
);

let server: HostedSite;
beforeAll(async () => {
  server = await hostSite({ env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } });
});
afterAll(() => server?.remove());

const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
const attribute = (html: string, pattern: RegExp): string | null => {
  const found = pattern.exec(html)?.[1];
  return found === undefined ? null : unescaped(found);
};
const canonicalIn = (html: string): string | null => attribute(html, /<link rel="canonical" href="([^"]*)"/);
const robotsIn = (html: string): string | null => attribute(html, /<meta name="robots" content="([^"]*)"/);
const openGraph = (html: string, property: string): string | null =>
  attribute(html, new RegExp(`<meta property="og:${property}" content="([^"]*)"`));

/** A page as served, without following redirects. */
async function pageAt(path: string) {
  const reply = await fetch(server.url + path, { redirect: 'manual', headers: { accept: 'text/html' } });
  return { reply, html: await reply.text() };
}

const bytesAt = async (address: string) => {
  const reply = await fetch(new URL(address, server.url), { redirect: 'manual' });
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) };
};

interface Thing {
  readonly '@type': string;
  readonly [key: string]: unknown;
}

/** The schema.org items that a page describes. */
function thingsIn(html: string): readonly Thing[] {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  return scripts.flatMap(([, text = '']) => {
    expect(text).not.toContain('<');
    const data = JSON.parse(text) as { '@context': string; '@graph': Thing[] };
    expect(data['@context']).toBe('https://schema.org');
    return data['@graph'];
  });
}

describe.each([...paths, { path: '/nada' }, { path: `/resultado?uid=${randomUUID()}` }])('$path', ({ path }) => {
  test('is noindex in both header and document, or in neither; only an indexed page has a canonical address', async () => {
    const { reply, html } = await pageAt(path);
    if (reply.status >= 300 && reply.status < 400) return;
    const route = site.routes[path];
    const hidden = route === undefined || isHidden(site, route);
    expect([reply.headers.get('x-robots-tag'), robotsIn(html)]).toEqual(hidden ? ['noindex', 'noindex'] : [null, null]);
    expect(canonicalIn(html)).toBe(hidden ? null : server.url + route.canonical);
    expect(html).not.toMatch(/googlebot|bingbot/i);
  });
});

describe.each([...paths, { path: '/nada' }])('the outline of $path', ({ path }) => {
  test('has no section without a heading or a label', async () => {
    const { html } = await pageAt(path);
    expect(unlabelledSections(html)).toEqual([]);
  });
});

describe.each(listed)('$path', ({ path }) => {
  test('has a social picture of the stated size, with an alternative text', async () => {
    const { html } = await pageAt(path);
    const address = openGraph(html, 'image') ?? '';
    expect(address).toMatch(/^http/);
    expect(openGraph(html, 'image:alt')?.length).toBeGreaterThan(10);
    const { reply, bytes } = await bytesAt(address);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { width, height } = await sharp(bytes).metadata();
    expect([String(width), String(height)]).toEqual([openGraph(html, 'image:width'), openGraph(html, 'image:height')]);
    expect([width, height]).toEqual([1200, 630]);
    // Chats do not show larger pictures.
    expect(bytes.length).toBeLessThan(300_000);
    // A picture of a single colour is empty.
    const { channels } = await sharp(bytes).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(20);
  });

  test('has well-formed structured data, whose texts the page shows', async () => {
    const { html } = await pageAt(path);
    const things = thingsIn(html);
    for (const thing of things) expect(shapeFaults(thing)).toEqual([]);
    const main = unescaped(/<main.*<\/main>/s.exec(html)?.[0].replace(/<[^>]*>/g, '') ?? '');
    const faq = things.find((thing) => thing['@type'] === 'FAQPage');
    const questions = [...html.matchAll(/<summary[^>]*>(.*?)<span/gs)].map(([, text = '']) => unescaped(text));
    const named = (faq?.['mainEntity'] ?? []) as { name: string; acceptedAnswer: { text: string } }[];
    expect(named.map(({ name }) => name)).toEqual(questions.filter((text) => named.some(({ name }) => name === text)));
    expect(named.length > 0).toBe(/<details name="faq"/.test(html));
    for (const { acceptedAnswer } of named)
      for (const line of acceptedAnswer.text.split('\n')) expect(main).toContain(line);
  });
});

test('pages without their own picture have different ones, generated from their titles', async () => {
  const pages = await Promise.all(listed.map(({ path }) => pageAt(path)));
  const made = pages.map(({ html }) => openGraph(html, 'image') ?? '').filter((address) => address.includes('/drawn-'));
  expect(made.length).toBeGreaterThan(5);
  expect(new Set(made).size).toBe(made.length);
  const { reply } = await bytesAt(made[0] as string);
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await bytesAt('/_f/images/drawn-000000000000000000000000.png')).reply.status).toBe(404);
});

test('a product has the price that its page shows', async () => {
  for (const path of ['/workshop', '/consultoria']) {
    const { html } = await pageAt(path);
    const product = thingsIn(html).find((thing) => thing['@type'] === 'Product');
    const offers = product?.['offers'] as { price: string; priceCurrency: string; url: string }[];
    expect(offers.length).toBeGreaterThan(0);
    const main = /<main.*<\/main>/s.exec(html)?.[0].replace(/\u00a0/g, ' ') ?? '';
    for (const { price, priceCurrency, url } of offers) {
      expect(main).toMatch(new RegExp(`R\\$ ?${Number(price)}(?![0-9])`));
      expect([priceCurrency, url]).toEqual(['BRL', server.url + path]);
    }
  }
});

test('the site map has a date for each page', async () => {
  const text = (await bytesAt('/sitemap.xml')).bytes.toString();
  const dated = [...text.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g)];
  expect(dated.map(([, address]) => address).sort()).toEqual(listed.map(({ path }) => server.url + path).sort());
  for (const [, , date] of dated) expect(Date.parse(date as string)).toBeLessThanOrEqual(Date.now());
});

test('the home page describes the site and its organization', async () => {
  const things = thingsIn((await pageAt('/')).html);
  const [web, organization] = ['WebSite', 'Organization'].map((type) => things.find((each) => each['@type'] === type));
  expect(web).toMatchObject({ name: site.site.name, url: `${server.url}/`, inLanguage: 'pt-BR' });
  expect(organization).toMatchObject({ name: site.site.name, url: `${server.url}/`, telephone: '+5511987654321' });
  const { reply, bytes } = await bytesAt(String(organization?.['logo']));
  expect([reply.status, (await sharp(bytes).metadata()).width]).toEqual([200, 180]);
});

describe('icons', () => {
  const sizeOf = async (address: string) => {
    const { reply, bytes } = await bytesAt(address);
    const { format, width, height } = await sharp(bytes).metadata();
    return [reply.status, reply.headers.get('content-type'), format, width, height];
  };

  test('a page links them, and each exists', async () => {
    const { html } = await pageAt('/');
    const linked = [...html.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]*)"/g)].map(
      ([, rel, href]) => [rel, href],
    );
    expect(linked).toEqual([
      ['icon', '/favicon.ico'],
      ['icon', '/favicon.svg'],
      ['apple-touch-icon', '/apple-touch-icon.png'],
      ['manifest', '/manifest.webmanifest'],
    ]);
    for (const [, href] of linked) expect((await bytesAt(href as string)).reply.status).toBe(200);
    expect(await sizeOf('/apple-touch-icon.png')).toEqual([200, 'image/png', 'png', 180, 180]);
    expect((await bytesAt('/favicon.svg')).reply.headers.get('content-type')).toBe('image/svg+xml');
  });

  test('favicon.ico contains three sizes', async () => {
    const { reply, bytes } = await bytesAt('/favicon.ico');
    expect(reply.headers.get('content-type')).toBe('image/x-icon');
    expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([0, 1, 3]);
    for (const [index, size] of [16, 32, 48].entries()) {
      const entry = 6 + 16 * index;
      const offset = bytes.readUInt32LE(entry + 12);
      const png = bytes.subarray(offset, offset + bytes.readUInt32LE(entry + 8));
      const { format, width, height } = await sharp(png).metadata();
      expect([bytes.readUInt8(entry), format, width, height]).toEqual([size, 'png', size, size]);
    }
  });

  test('the manifest names the site and existing icons', async () => {
    const { reply, bytes } = await bytesAt('/manifest.webmanifest');
    expect(reply.headers.get('content-type')).toContain('application/manifest+json');
    const manifest = JSON.parse(bytes.toString()) as { icons: { src: string; sizes: string; purpose?: string }[] };
    expect(manifest).toMatchObject({ name: 'Perfil Ético', lang: 'pt-BR', start_url: '/', theme_color: '#1D1C18' });
    for (const { src, sizes } of manifest.icons.filter((icon) => icon.sizes !== 'any')) {
      const side = Number(sizes.split('x')[0]);
      expect(await sizeOf(src)).toEqual([200, 'image/png', 'png', side, side]);
    }
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  });
});
