/** A collection loses its oldest records beyond its intake's retention; other collections keep theirs. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { copyFixture } from '../../harness/fixture-sites.ts';
import { loadShared } from '../../harness/load-site.ts';
import { startTestServer, type TestServer, until } from './running.ts';

let site: TestServer;
let now = Date.UTC(2026, 10, 22);
afterEach(() => site.stop());

const eventsWith = (retention: string): string => `api: medidas
intakes:
  medida:
    post: /api/medida
    input: { numero: { type: number }, texto: { type: text, maxLength: 20000 } }
    records: medidas
    retention: ${retention}
    rateLimit: 100000
`;
const start = async (retention: string) => {
  const folder = copyFixture('http');
  writeFileSync(join(folder, 'medidas.api.yaml'), eventsWith(retention));
  site = await startTestServer({ load: () => loadShared(folder), clock: () => now });
};
const event = (numero: number, texto: string) => site.post('/api/medida', { numero, texto });
const count = () => site.server.store.count('medidas');

test('removes the oldest events beyond the size limit, and keeps leads', { timeout: 30_000 }, async () => {
  await start('{ days: 90, megabytes: 1 }');
  await site.post('/api/lead', { nome: 'Ana', email: 'ana@x.example', phone: '1132654321', aceite: true });
  const sent = 300;
  for (let id = 0; id < sent; id += 1) expect((await event(id, 'x'.repeat(10_000))).status).toBe(200);
  // A tenth of the limit may be added before the next sweep.
  await until(async () => (await count()) < 120);
  const left = await site.server.store.list('medidas', { limit: 1000 });
  expect(left.at(-1)?.data['numero']).toBe(sent - 1);
  expect(await site.server.store.count('leads')).toBe(1);
});

test('removes events beyond the age limit', async () => {
  await start('{ days: 2, megabytes: 200 }');
  await event(1, 'old');
  now += 2 * 24 * 60 * 60 * 1000 + 1;
  await event(2, 'new');
  await (site.server.store as unknown as { sweep(): Promise<void> }).sweep();
  expect((await site.server.store.list('medidas')).map(({ data }) => data['numero'])).toEqual([2]);
});

test('removes leads by their age alone, and logs what it removed', async () => {
  await start('{ days: 2 }');
  const first = now;
  for (const id of [1, 2, 3]) await event(id, 'old');
  now += 2 * 24 * 60 * 60 * 1000 + 1;
  await event(4, 'new');
  await (site.server.store as unknown as { sweep(): Promise<void> }).sweep();
  expect((await site.server.store.list('medidas')).map(({ data }) => data['numero'])).toEqual([4]);
  expect(site.logged().filter(({ event: name }) => name === 'retention-purged')).toMatchObject([
    { of: 'records', collection: 'medidas', count: 3, oldest: new Date(first).toISOString() },
  ]);
});
