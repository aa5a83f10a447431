/** The tools of `funnel dev`: no other server has anything of them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { devCookies, devPaths } from '../../../engine/paths.ts';
import type { DevJump, DevSite, DevState } from '../../../renderer/dev/contract.ts';
import { fixtureFolder } from '../../harness/fixture-sites.ts';
import { type HostedSite, hostSite } from '../../harness/hosted-site.ts';
import { projectRoot } from '../../harness/site-server.ts';

const funnels = fixtureFolder('short');
let dev: HostedSite;
let production: HostedSite;

beforeAll(async () => {
  [dev, production] = await Promise.all([
    hostSite({ funnels, env: { NODE_ENV: 'development', DEV_TOOLS: 'on', LOG_LEVEL: 'warn' } }),
    hostSite({ funnels, env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } }),
  ]);
});
afterAll(async () => {
  await Promise.all([dev?.remove(), production?.remove()]);
});

async function pageOf({ url }: HostedSite, path: string): Promise<{ html: string; policy: string }> {
  const reply = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } });
  // Recorded visits are a setting of production, and addresses of a server contain its port.
  const html = (await reply.text()).replaceAll(url, '').replaceAll(/ data-(?:visits|traces)="[^"]*"/g, '');
  return { html, policy: reply.headers.get('content-security-policy') ?? '' };
}

const site = async (): Promise<DevSite> => (await (await fetch(dev.url + devPaths.site)).json()) as DevSite;

test('pages of production differ from those of `funnel dev` by the script alone', async () => {
  const { pages, flows } = await site();
  expect(flows.length).toBeGreaterThan(0);
  const paths = [...pages, '/nowhere'];
  for (const path of paths) {
    const [with_, without] = await Promise.all([pageOf(dev, path), pageOf(production, path)]);
    const [script = ''] = /<script src="\/_f\/dev\/dev\.js"[^>]*><\/script>/.exec(with_.html) ?? [];
    expect(script, path).not.toBe('');
    expect(without.html, path).not.toContain('/_f/dev');
    expect(with_.html.replace(script, ''), path).toBe(without.html);
    expect(without.policy, path).toContain("frame-ancestors 'none'");
  }
});

test('a server of production has none of their paths, and minds none of their cookies', async () => {
  for (const path of Object.values(devPaths)) expect((await fetch(production.url + path)).status, path).toBe(404);
  const cookie = `${devCookies.network}=down`;
  const post = ({ url }: HostedSite) => fetch(`${url}/api/nowhere`, { method: 'POST', headers: { cookie } });
  expect((await post(dev)).status).toBe(503);
  expect((await post(production)).status).toBe(404);
  const odd = { headers: { cookie: `${devCookies.network}=%; ${devCookies.at}=%E0` } };
  expect((await fetch(`${dev.url}/nowhere`, odd)).status).toBe(404);
});

test('the inspector is served by `funnel dev` alone, and to its own pages', async () => {
  const shell = `${devPaths.inspect}?visit=1f0k3q9z7m2x5c8v`;
  const page = await fetch(dev.url + shell);
  const script = /src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  expect([page.status, page.headers.get('x-frame-options')]).toEqual([200, 'SAMEORIGIN']);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect((await fetch(dev.url + script)).headers.get('content-type')).toMatch(/^text\/javascript/);
  const ask = (path: string, init: RequestInit = {}) => fetch(`${dev.url}${devPaths.inspect}/api${path}`, init);
  // A visit of which nothing is recorded yet is no error.
  expect(await (await ask('/visits/0f0k3q9z7m2x5c8v')).json()).toBeNull();
  expect((await ask('/versions')).status).toBe(200);
  // The rooms of the studio are for staff who log in.
  for (const path of ['/visits', '/funnels', '/me']) expect((await ask(path)).status, path).toBe(404);
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  expect((await ask('/versions', { headers: foreign })).status).toBe(403);
  expect((await ask('/inspect', { method: 'POST', body: '{}', headers: foreign })).status).toBe(403);
  expect((await ask('/versions', { method: 'DELETE', headers: { origin: dev.url } })).status).toBe(405);
  for (const path of [shell, script, `${devPaths.inspect}/api/versions`])
    expect((await fetch(production.url + path)).status, path).toBe(404);
  // A page with ?inspect is that without.
  const [asked, plain] = await Promise.all(['/nowhere?inspect', '/nowhere'].map((path) => pageOf(production, path)));
  expect(asked).toEqual(plain);
});

test('an open page hears that a visit went on', async () => {
  const events = new AbortController();
  const reply = await fetch(dev.url + devPaths.events, { signal: events.signal });
  const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  const [flow] = (await site()).flows;
  const head = {
    kind: 'head',
    format: 2,
    visitId: '1f0k3q9z7m2x5c8v',
    flow: flow?.flow,
    definition: 'd',
    behaviour: 'b',
  };
  const input = { screen: null, query: {}, visit: {}, at: Date.now(), random: 0.5, ids: {}, saved: {} };
  const sent = await fetch(`${dev.url}/_f/traces?session=1f0k3q9z7m2x5c8v-00000001&from=0`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: `${JSON.stringify({ ...head, input })}\n`,
  });
  expect(sent.status).toBe(204);
  const { value } = await reader.read();
  events.abort();
  expect(new TextDecoder().decode(value)).toBe('event: visit\ndata: 1f0k3q9z7m2x5c8v\n\n');
});

test('no bundle of visitors contains them', () => {
  const dist = join(projectRoot, 'dist');
  const files = ['client', 'inlined'].flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(dist, folder, name)),
  );
  const scripts = files.filter((path) => path.endsWith('.js') && statSync(path).isFile());
  expect(scripts.length).toBeGreaterThan(10);
  for (const path of scripts)
    expect(readFileSync(path, 'utf8'), path).not.toMatch(/funnel-dev|_f\/dev|Inspector|Replay against/);
});

test('an open page hears of the served version and of its problems', async () => {
  const events = new AbortController();
  const reply = await fetch(dev.url + devPaths.events, { signal: events.signal });
  expect(reply.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const { value } = await (reply.body as ReadableStream<Uint8Array>).getReader().read();
  const state = JSON.parse(new TextDecoder().decode(value).replace(/^data: /, '')) as DevState;
  events.abort();
  expect(state).toMatchObject({ refusal: null, errors: 0, warnings: 0, problems: [], assets: 0 });
  expect((await pageOf(dev, '/nowhere')).html).toContain(`data-definition="${state.definition}"`);
});

test('every step of a flow with addresses can be jumped to', async () => {
  for (const { flow, steps } of (await site()).flows)
    for (const step of steps) {
      const reply = await fetch(`${dev.url}${devPaths.jump}?${new URLSearchParams({ flow, step })}`);
      expect(reply.status, `${flow} ${step}`).toBe(200);
      const { screen, address, visit } = (await reply.json()) as DevJump;
      expect(screen.split('.')[0]).toBe(step);
      expect(visit.screen).toBe(screen);
      expect((await fetch(dev.url + address)).status).toBe(200);
    }
  expect((await fetch(`${dev.url}${devPaths.jump}?flow=nothing&step=x`)).status).toBe(404);
});
