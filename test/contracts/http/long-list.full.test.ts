/** A list of 5,570 options: its check, its page, and what the intake accepts. */
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HostedSite, hostSite } from '../../harness/hosted-site.ts';
import { cityAt, cityCode, cityFunnel, longListSite, municipalities } from '../../harness/long-list.ts';
import { readRecords } from '../../harness/records.ts';
import { baseWith, load } from '../../unit/load/fixtures.ts';

let server: HostedSite;
beforeAll(async () => {
  server = await hostSite({ funnels: longListSite() });
});
afterAll(() => server.remove());

test.each(['/cidades', '/cidade-perguntada'])('%s and its flow are at most 50 KB each, compressed', async (path) => {
  const html = await (await fetch(`${server.url}${path}`)).text();
  expect(brotliCompressSync(html).length).toBeLessThan(50_000);
  const [flow = ''] = /\/_f\/flows\/[\w.-]+/.exec(html) ?? [];
  const code = await fetch(`${server.url}${flow}`);
  expect(code.status).toBe(200);
  expect(brotliCompressSync(await code.text()).length).toBeLessThan(50_000);
});

test('the whole list is on the page', async () => {
  const html = await (await fetch(`${server.url}/cidades`)).text();
  expect(html.match(/<option /g)).toHaveLength(municipalities + 1);
  expect(html).toContain(cityAt(municipalities - 1));
});

test('the intake accepts its options, and no others', async () => {
  const post = (cidade: string) =>
    fetch(`${server.url}/api/cidades`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cidade, email: `visitante-${cidade}@exemplo.com.br` }),
    });
  const last = cityCode(municipalities - 1);
  expect((await post(last)).status).toBe(200);
  const refused = await post(cityCode(municipalities));
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ errors: { cidade: expect.any(String) } });
  expect(readRecords(server.dataDir, 'cidades_leads').map(({ cidade }) => cidade)).toEqual([last]);
});

test('10,000 options are the most', () => {
  const problemsOf = (count: number) =>
    load(baseWith({ 'cidades.funnel.yaml': cityFunnel('form', count) })).problems.map(({ code }) => code);
  expect(problemsOf(10_000)).toEqual([]);
  expect(problemsOf(10_001)).toEqual(['shape-bounds']);
});
