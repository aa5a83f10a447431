/** Collections keep what the site declares, and no more. */
import { afterEach, expect, test } from 'vitest';
import { loadFolder } from '../../../server/definitions/load.ts';
import { copyFunnels, withPixel } from '../../harness/funnels-copy.ts';
import { startTestServer, type TestServer, until } from './running.ts';

let site: TestServer;
let now = Date.UTC(2026, 10, 22);
afterEach(() => site.stop());

const limits = '{ days: 90, megabytes: 200 }';
const start = async (retention: string) => {
  const folder = copyFunnels([withPixel, ['geral/eventos.api.yaml', limits, retention]]);
  site = await startTestServer({ load: () => loadFolder(folder), clock: () => now, env: { TRUST_PROXY: '1' } });
};
const event = (id: number, text: string) =>
  site.post(
    '/api/meta/event',
    {
      event_name: 'PageView',
      event_time: id,
      event_source_url: 'https://x.example/',
      event_data: { text },
      browser_data: {},
      event_id: `e-${id}`,
    },
    { 'x-forwarded-for': `10.0.${id >> 8}.${id & 255}` },
  );
const count = () => site.server.store.count('meta_events');

test('events past their megabytes make the oldest go, while leads stay', { timeout: 30_000 }, async () => {
  await start('{ days: 90, megabytes: 1 }');
  const lead = { name: 'Ana', email: 'ana@x.example', phone: '1132654321' };
  await site.post('/api/ebook-lead', lead);
  const sent = 300;
  for (let id = 0; id < sent; id += 1) expect((await event(id, 'x'.repeat(10_000))).status).toBe(200);
  // A tenth of the limit may be added before the next look.
  await until(async () => (await count()) < 120);
  const left = await site.server.store.list('meta_events', { limit: 1000 });
  expect(left.at(-1)?.data['event_id']).toBe(`e-${sent - 1}`);
  expect(await site.server.store.count('guia_leads')).toBe(1);
});

test('events past their days go', async () => {
  await start('{ days: 2, megabytes: 200 }');
  await event(1, 'old');
  now += 2 * 24 * 60 * 60 * 1000 + 1;
  await event(2, 'new');
  await (site.server.store as unknown as { sweep(): Promise<void> }).sweep();
  expect((await site.server.store.list('meta_events')).map(({ data }) => data['event_id'])).toEqual(['e-2']);
});
