/** Each overlay as its own page: begun per visitor, completed by posts, hidden from search engines. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecords } from '../../harness/records.ts';
import { copySite, startTestServer, type TestServer } from './running.ts';

let site: TestServer;
beforeAll(async () => {
  site = await startTestServer({ funnels: await copySite('landing') });
});
afterAll(() => site.stop());

const path = '/vip';
const person = { name: 'Ana Prado', email: 'ana@exemplo.com.br', phone: '21912345678' };
const leads = () => readRecords(join(site.config.dataDir), 'leads');

const found = (html: string, pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';
const logIn = (html: string): string => found(html, /name="_log" value="([^"]*)"/);

async function open(at = path) {
  const reply = await site.get(at);
  return { reply, html: await reply.text() };
}

async function post(fields: Record<string, string>, at = path) {
  const reply = await fetch(site.url + at, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  return { reply, html: await reply.text() };
}

test('begins the flow of its overlay with the values from the page, for one visitor', async () => {
  const { reply, html } = await open();
  expect([reply.status, reply.headers.get('x-robots-tag'), reply.headers.get('cache-control')]).toEqual([
    200,
    'noindex',
    'no-store',
  ]);
  expect(html).toContain('Acesso VIP');
  expect((await open('/padrao')).html).toContain('Garantir minha vaga');
  expect(logIn(html)).not.toBe('');
});

test('begins with the values of its address, and so does the page that opens it', async () => {
  const savedAt = async (at: string): Promise<unknown> =>
    JSON.parse(found((await open(at)).html, /id="funnel-session" type="application\/json">([^<]*)</)).input.saved;
  expect(await savedAt('/vip?nome=Bia&name=Eva')).toEqual({ planType: 'vip', name: 'Bia' });
  expect(await savedAt('/vip')).toEqual({ planType: 'vip' });
  const headersAt = async (at: string) => {
    const { headers } = await site.get(at);
    return [headers.get('cache-control') === 'no-store', headers.get('x-robots-tag')];
  };
  expect(await headersAt('/?nome=Bia')).toEqual([true, 'noindex']);
  for (const at of ['/', '/?name=Bia', '/?nome=', '/?utm_source=x'])
    expect(await headersAt(at), at).toEqual([false, null]);
});

test('shows the step after a delay', async () => {
  expect((await open('/espera')).html).toContain('data-screen="dois"');
});

test('handles posts: first the form’s errors, then one lead for repeated posts, and the way back', async () => {
  const { html } = await open();
  const wrong = await post({ _log: logIn(html), ...person, email: 'ana' });
  expect(wrong.reply.status).toBe(200);
  expect(wrong.html).toContain('E-mail inválido');
  for (const _again of [1, 2]) {
    const { reply } = await post({ _log: logIn(html), ...person });
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/']);
  }
  expect(leads()).toEqual([{ ...person, planType: 'vip' }]);
});

test('accepts a form without a visit, as a dialog posts it, once', async () => {
  const other = { ...person, email: 'bia@exemplo.com.br' };
  for (const _again of [1, 2]) {
    const { reply } = await post(other, '/padrao');
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/']);
  }
  expect(leads().filter(({ email }) => email === other.email)).toEqual([{ ...other, planType: 'standard' }]);
});

test('handles the event of a button', async () => {
  const { html } = await open('/espera');
  const { reply } = await post({ _log: logIn(html), _event: 'on.concluir' }, '/espera');
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/']);
});

test('is in no site map, and begins again for a forged log', async () => {
  expect(await (await site.get('/sitemap.xml')).text()).not.toMatch(/\/(vip|padrao|espera)</);
  const { reply, html } = await post({ _log: 'forged', name: 'Rita' });
  expect(reply.status).toBe(200);
  expect(html).toContain('Vamos recomeçar esta etapa');
});
