/**
 * Values that a visitor types, with the pixel and every tag switched on: they reach the intakes, and no address, event,
 * message of the console, log line or trace; after `funnel privacy erase`, they are nowhere on the disk.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { occurrencesBelow, occurrencesIn } from '../harness/bytes.ts';
import { runFunnel } from '../harness/funnel-command.ts';
import { copyFunnels, withPixel } from '../harness/funnels-copy.ts';
import { serveHosts, servePixel } from '../harness/outside.ts';
import { randomFrom, visitAtRandom } from '../harness/random-visit.ts';
import { visitSite } from '../harness/site-visits.ts';
import { serveVendors } from '../harness/vendors.ts';

const funnels = copyFunnels([
  withPixel,
  [
    'site.yaml',
    'integrations:\n',
    `attribution: { days: 90 }
integrations:
  tags:
    gtm: { id: GTM-ABC1234 }
    ga4: { id: G-ABCDEF1234 }
    googleAds: { id: AW-123456789, user: [email, phone, name], phoneCode: '55', events: { Lead: { label: AbC-D_efGh12 } } }
    tiktok: { id: CABCDEFGHIJKLMNO1234, user: [email, phone], phoneCode: '55' }
    linkedin: { id: '1234567', events: { Lead: { conversion: 12345678 } } }
`,
  ],
]);
const site = visitSite({ funnels, env: { LOG_LEVEL: 'debug' } });
const pixel = servePixel();
const elsewhere = serveHosts(['*'], () => ({ type: 'text/html', body: '<!doctype html><title>outside</title>' }));
const vendors = serveVendors();

const person = {
  name: 'Zuleica Quaresma Plantada',
  email: 'zuleica.plantada@unica-pessoa.example',
  phone: '21934567812',
  text: 'Zuleica receia expor os seus clientes a estranhos.',
};
const planted = [...Object.values(person), '(21) 93456-7812', '5521934567812', 'zuleica', 'Quaresma'];

/** Each flow that takes personal values, its start, the collection of its leads, and what opens it. */
const flows: readonly [flow: string, path: string, collection: string, opener?: string][] = [
  ['diagnostico', '/diagnostico', 'diagnostico_leads'],
  ['cadastro-consultoria', '/cadastro-consultoria', 'consultoria_leads'],
  ['guia', '/baixar-guia-estrategico', 'guia_leads'],
  ['aplicacao', '/form-aplicacao', 'aplicacoes'],
  ['inscricao', '/workshop', 'workshop_leads', '[data-open^=inscricao]:visible'],
];

/** What a visit disclosed: the addresses that it opened, and the data that it sent. */
interface Shown {
  readonly addresses: string[];
  readonly console: string[];
  /** Bodies of posts that are no submission. */
  readonly posts: string[];
  /** Commands of the pixel and the tags, as JSON. */
  events: string;
}

async function record(page: Page): Promise<Shown> {
  const shown: Shown = { addresses: [], console: [], posts: [], events: '' };
  page.on('request', (request) => {
    const { referer = '' } = request.headers();
    shown.addresses.push(request.url(), referer);
    const { hostname, pathname } = new URL(request.url());
    const isSubmission = hostname === 'localhost' && pathname.startsWith('/api/') && pathname !== '/api/meta/event';
    if (!isSubmission) shown.posts.push(request.postData() ?? '');
  });
  page.on('framenavigated', (frame) => shown.addresses.push(frame.url()));
  page.on('console', (message) => shown.console.push(message.text()));
  await page.addInitScript(() => {
    // An alert that opens while a navigation commits can block Chromium until the navigation times out.
    window.alert = () => {};
    addEventListener('pagehide', () => {
      const now = window as unknown as Record<string, unknown>;
      const text = JSON.stringify([now['pixelCalls'], now['received'], now['dataLayer']]);
      sessionStorage.setItem('shown', `${sessionStorage.getItem('shown') ?? ''}${text}`);
    });
  });
  return shown;
}

async function walk(flow: string, path: string, opener: string | undefined, seed: number): Promise<void> {
  let shown: Shown | undefined;
  const { page, leave } = await site.visit(`${path}?utm_source=insta`, {
    before: async (page) => {
      elsewhere.reach();
      pixel.reach();
      vendors.reach();
      shown = await record(page);
    },
  });
  if (opener !== undefined) {
    await page.locator(opener).first().click();
    await page.locator('dialog[open] [data-island][data-state]').waitFor();
  }
  await visitAtRandom({ page, flow, random: randomFrom(seed), trouble: null, person });
  // The page may be leaving by itself, which interrupts this.
  await expect
    .poll(async () => {
      await page.goto(`${site.server.url}/termos-de-uso`).catch(() => {});
      return new URL(page.url()).pathname;
    })
    .toBe('/termos-de-uso');
  (shown as Shown).events = await page.evaluate(() => sessionStorage.getItem('shown') ?? '');
  visits.push(shown as Shown);
  await leave();
}

const visits: Shown[] = [];
const collected = (part: (shown: Shown) => readonly string[] | string): string => visits.flatMap(part).join('\n');
const isStored = (collection: string): boolean =>
  site.records(collection).some((data) => Object.values(data).includes(person.email));

describe('what a visitor types', () => {
  test.each(flows)('is stored by %s', async (flow, path, collection, opener) => {
    const mostVisits = 5;
    for (let seed = 0; seed < mostVisits && !isStored(collection); seed += 1) await walk(flow, path, opener, seed);
    expect(isStored(collection)).toBe(true);
  });

  test('is in no address', () => {
    const hosts = new Set(visits.flatMap(({ addresses }) => addresses).map((each) => each.split('/')[2]));
    for (const host of ['www.googletagmanager.com', 'analytics.tiktok.com', 'connect.facebook.net'])
      expect(hosts).toContain(host);
    expect(
      occurrencesIn(
        collected(({ addresses }) => addresses),
        planted,
      ),
    ).toEqual([]);
  });

  test('is in no event of the pixel and the tags, other than as a hash', () => {
    const events = collected(({ events }) => events);
    const commands = ['"Lead"', '"generate_lead"', '"gtm.js"', '"identify"', '"conversion_id"'];
    expect(commands.filter((command) => !events.includes(command))).toEqual([]);
    expect(occurrencesIn(events, planted).filter((found) => !found.includes('SHA-256'))).toEqual([]);
  });

  test('is in no post other than a submission', () => {
    const posts = collected(({ posts }) => posts);
    expect(['"event_name"', '"kind":"head"'].filter((part) => !posts.includes(part))).toEqual([]);
    expect(occurrencesIn(posts, planted).filter((found) => !found.includes('SHA-256'))).toEqual([]);
  });

  test('is in no message of the console, no line of the log and no trace', () => {
    expect(
      occurrencesIn(
        collected(({ console }) => console),
        planted,
      ),
    ).toEqual([]);
    expect(site.server.output()).toContain('"event"');
    expect(occurrencesIn(site.server.output(), planted)).toEqual([]);
    const traces = join(site.server.dataDir, 'traces');
    expect(existsSync(traces) && readdirSync(traces, { recursive: true }).length).toBeGreaterThan(flows.length);
    expect(occurrencesBelow(traces, planted)).toEqual([]);
  });

  test('is nowhere on the disk after an erasure', async () => {
    expect(occurrencesBelow(site.server.dataDir, [person.email])).not.toEqual([]);
    const env = { DATA_DIR: site.server.dataDir, FUNNELS_DIR: funnels };
    const { code, out } = await runFunnel(['privacy', 'erase', person.email, '--yes'], env);
    expect([code, out]).toEqual([0, expect.stringContaining('No value is left in the data folder.')]);
    expect(occurrencesBelow(site.server.dataDir, planted)).toEqual([]);
  });
});
