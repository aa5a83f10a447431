/** The guide to deliveries, followed to the letter: its YAML added to a site, and its services started. */
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { renderEmail } from '../../../renderer/emails/email.tsx';
import { type DevServices, startDevServices } from '../../../tools/dev-services/services.ts';
import { verifyWebhook } from '../../../tools/dev-services/signature.ts';
import { plainRenderer } from '../http/plain-renderer.ts';
import { copySite, startTestServer, type TestServer, until } from '../http/running.ts';

const guide = readFileSync(new URL('../../../docs/deliveries.md', import.meta.url), 'utf8');
const [destinations = '', email = '', deliver = ''] = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
  ([, yaml]) => yaml ?? '',
);

let services: DevServices;
let site: TestServer | null = null;
const printed: string[] = [];
beforeEach(async () => {
  printed.length = 0;
  services = await startDevServices({ smtpPort: 0, httpPort: 0, arrived: (line) => printed.push(line) });
});
afterEach(async () => {
  await site?.stop();
  site = null;
  await services.stop();
});

/** A site with one form, and what the guide adds to it. */
async function followGuide(env: Record<string, string> = {}): Promise<TestServer> {
  const funnels = await copySite('deliveries');
  const edit = async (name: string, change: (text: string) => string) =>
    writeFile(join(funnels, name), change(await readFile(join(funnels, name), 'utf8')));
  await edit('site.yaml', (text) => text.replace(/destinations:[\s\S]*$/, destinations));
  await edit('lead.api.yaml', (text) => text.replace(/ {4}response:.*\n/, '').replace(/ {4}deliver:[\s\S]*$/, deliver));
  await writeFile(join(funnels, 'welcome.email.yaml'), email);
  site = await startTestServer({
    funnels,
    env: { ...services.env, ...env },
    renderer: { ...plainRenderer(), renderEmail },
  });
  return site;
}
const lead = { name: 'Bia Lima', email: 'bia@x.example', phone: '11987654322' };

describe('the guide to deliveries', () => {
  test('needs ten lines of YAML', () => {
    const lines = [destinations, email, deliver].flatMap((yaml) => yaml.trimEnd().split('\n'));
    expect(lines).toHaveLength(10);
  });

  test('makes an e-mail and a signed webhook arrive', async () => {
    const { post } = await followGuide();
    expect((await post('/api/lead', lead)).status).toBe(200);
    await until(() => services.mails.length === 1 && services.hooks.length === 1);
    expect(services.mails[0]).toMatchObject({
      recipients: ['bia@x.example'],
      mail: { subject: 'We received your request, Bia', from: { address: 'hello@example.com' } },
    });
    expect(services.mails[0]?.mail.text).toContain('Hello, Bia. We will answer soon.');
    expect(services.hooks[0]).toMatchObject({ method: 'POST', path: '/webhook', verdict: 'valid', status: 204 });
    expect(JSON.parse(services.hooks[0]?.body ?? '')).toEqual({ name: 'Bia Lima', email: 'bia@x.example' });
    expect(printed.sort()).toEqual([
      'mail     to bia@x.example: We received your request, Bia',
      expect.stringMatching(/^webhook {2}\/webhook, valid, answered 204: \{/) as string,
    ]);
  });

  test('shows a failing service', async () => {
    const { post, server } = await followGuide({ WEBHOOK_URL: `${services.env.WEBHOOK_URL}/500` });
    await post('/api/lead', lead);
    await until(() => services.hooks.length > 0);
    expect(services.hooks[0]).toMatchObject({ path: '/webhook/500', status: 500 });
    await until(async () => (await server.store.deliveries.list()).some(({ attempts }) => attempts === 1));
  });
});

describe('the page of the services', () => {
  const get = (path: string) => fetch(services.url + path);

  test('lists what arrived, and shows an e-mail as HTML in a frame without scripts, and as text', async () => {
    expect(await (await get('/')).text()).toContain('None yet.');
    const { post } = await followGuide();
    await post('/api/lead', { ...lead, name: '<b>Bia</b> Lima' });
    await until(() => services.mails.length === 1 && services.hooks.length === 1);
    const list = await (await get('/')).text();
    expect(list).toContain('<a href="/mails/1">');
    expect(list).toContain('<a href="/webhooks/1">/webhook</a>');
    expect(list).not.toContain('<b>Bia');
    const mail = await get('/mails/1');
    expect(await mail.text()).toMatch(
      /<iframe sandbox="allow-popups" src="\/mails\/1\.html"[\s\S]*We will answer soon/,
    );
    const html = await get('/mails/1.html');
    expect(html.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await html.text()).toMatch(/^<!doctype html><html lang="pt-BR"/);
    expect(await (await get('/mails/1.eml')).text()).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(await (await get('/webhooks/1')).text()).toContain('<span class="good">valid</span>');
    expect((await get('/mails/2')).status).toBe(404);
    expect((await get('/nowhere')).status).toBe(404);
  });
});

test('a signature is judged like by a careful receiver', () => {
  // The example of the specification of Standard Webhooks.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const signed = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const body = '{"test": 2432232314}';
  const now = 1_614_265_330_000;
  expect(verifyWebhook(signed, body, secret, now)).toBe('valid');
  expect(verifyWebhook(signed, `${body} `, secret, now)).toBe('wrong signature');
  expect(verifyWebhook({ ...signed, 'webhook-id': 'other' }, body, secret, now)).toBe('wrong signature');
  expect(verifyWebhook(signed, body, secret, now + 301_000)).toBe('too old');
  expect(verifyWebhook({}, body, secret, now)).toBe('unsigned');
});
