/** A conversion of a funnel in one file: the pixel of the browser and Meta's Conversions API get one id, once each. */
import { afterAll, expect, test } from 'vitest';
import { copyFixture } from '../harness/fixture-sites.ts';
import type { FunnelDriver } from '../harness/funnel-driver.ts';
import { servePixel } from '../harness/outside.ts';
import { startSink } from '../harness/sink.ts';
import { visitSite } from '../harness/site-visits.ts';
import type { PixelCall } from '../harness/tracked-visits.ts';

const sink = await startSink();
sink.answer((_, response) =>
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end('{"events_received":1,"messages":[],"fbtrace_id":"A"}'),
);
afterAll(() => sink.stop());

const integrations = `
integrations: { pixel: { id: '123456789012345', script: 'https://connect.facebook.net/en_US/fbevents.js' } }
destinations:
  ads: { type: meta, token: $META_TOKEN }
`;
const deliver = '\ndeliver:\n  lead: { meta: ads, event: Lead, user: { email: email } }\nfields:';
const funnels = copyFixture('short', [
  ['site.yaml', 'phoneMask: phone-br\n', `phoneMask: phone-br\n${integrations}`],
  ['aviso/aviso.funnel.yaml', '\nfields:', deliver],
  ['nivel/nivel.funnel.yaml', '\nfields:', deliver],
]);
const site = visitSite({ funnels, env: { CAPI_URL: sink.url, META_TOKEN: 's3cret', TRACES: 'off' } });
const pixel = servePixel();

/** An event as the Conversions API receives it. */
interface Conversion {
  readonly event_name: string;
  readonly event_id: string;
  readonly event_source_url: string;
  readonly action_source: string;
}
const conversionsAt = (path: string): readonly Conversion[] =>
  sink.requests
    .flatMap(({ body }) => (JSON.parse(body) as { data: Conversion[] }).data)
    .filter(({ event_source_url }) => new URL(event_source_url).pathname.startsWith(path));

const ways: readonly (readonly [name: string, path: string, walk: (driver: FunnelDriver) => Promise<void>])[] = [
  [
    'a form',
    '/aviso',
    async (driver) => {
      await driver.type('nome', 'Ana Prado');
      await driver.type('email', 'ana@exemplo.com.br');
      await driver.submit();
      await driver.expectScreen('thanks');
    },
  ],
  [
    'a quiz',
    '/nivel',
    async (driver) => {
      await driver.press('begin');
      for (const value of [10, 5, 0, 5]) {
        await driver.choose(value);
        await driver.next();
      }
      await driver.expectScreen('form');
      for (const [name, value] of Object.entries({ nome: 'Bia', email: 'bia@exemplo.com.br', whatsapp: '11987654321' }))
        await driver.type(name, value);
      await driver.submit();
      await driver.expectScreen('result');
    },
  ],
];

test.each(ways)('of %s has the id of its event, also if the first reply is lost', async (_, path, walk) => {
  let lost = 0;
  const { page, driver, complaints } = await site.visit(path, {
    before: async (page) => {
      pixel.reach();
      // The submission is stored, and the browser sends it again.
      await page.route(`**/api${path}`, async (route) => {
        if (lost > 0) return route.continue();
        lost += 1;
        await route.fetch();
        await route.abort();
      });
    },
  });
  await walk(driver);
  const leads = async () =>
    (await page.evaluate(() => (window as unknown as { pixelCalls?: PixelCall[] }).pixelCalls ?? [])).filter(
      ([command, name]) => command === 'track' && name === 'Lead',
    );
  await expect.poll(async () => (await leads()).length).toBe(1);
  await expect.poll(() => conversionsAt(path).length).toBe(1);
  const [conversion] = conversionsAt(path);
  expect(conversion).toMatchObject({ event_name: 'Lead', action_source: 'website' });
  expect(conversion?.event_id).toMatch(/^[\w-]{8,}$/);
  expect((await leads())[0]?.[3]).toEqual({ eventID: conversion?.event_id });
  expect(lost).toBe(1);
  expect(complaints.filter((each) => !/Failed to fetch|ERR_FAILED/.test(each))).toEqual([]);
});
