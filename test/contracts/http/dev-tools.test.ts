/** The tools of `funnel dev`: no other server has anything of them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { devCookies, devPaths } from '../../../engine/paths.ts';
import type { DevJump, DevSite, DevState } from '../../../renderer/dev/contract.ts';
import { fixtureFolder } from '../../harness/fixture-sites.ts';
import { projectRoot, type SiteServer, startSite } from '../../harness/site-server.ts';

const funnels = fixtureFolder('short');
let dev: SiteServer;
let production: SiteServer;

beforeAll(async () => {
  [dev, production] = await Promise.all([
    startSite({ funnels, env: { NODE_ENV: 'development', DEV_TOOLS: 'on', LOG_LEVEL: 'warn' } }),
    startSite({ funnels, env: { NODE_ENV: 'production', LOG_LEVEL: 'warn' } }),
  ]);
});
afterAll(async () => {
  await Promise.all([dev?.remove(), production?.remove()]);
});

async function pageOf({ url }: SiteServer, path: string): Promise<{ html: string; policy: string }> {
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
  const post = ({ url }: SiteServer) => fetch(`${url}/api/nowhere`, { method: 'POST', headers: { cookie } });
  expect((await post(dev)).status).toBe(503);
  expect((await post(production)).status).toBe(404);
  const odd = { headers: { cookie: `${devCookies.network}=%; ${devCookies.at}=%E0` } };
  expect((await fetch(`${dev.url}/nowhere`, odd)).status).toBe(404);
});

test('no bundle of visitors contains them', () => {
  const dist = join(projectRoot, 'dist');
  const files = ['client', 'boot', 'boot-steps', 'hold'].flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(dist, folder, name)),
  );
  const scripts = files.filter((path) => path.endsWith('.js') && statSync(path).isFile());
  expect(scripts.length).toBeGreaterThan(10);
  for (const path of scripts) expect(readFileSync(path, 'utf8'), path).not.toMatch(/funnel-dev|_f\/dev/);
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
