/** The guide really arrives: an e-mail with a link that opens the PDF. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import type { DocumentFacts } from '../../renderer/contract.ts';
import { renderPdf } from '../../renderer/pdf/pdf.ts';
import { type DevServices, startDevServices } from '../../tools/dev-services/services.ts';
import { plainRenderer } from '../contracts/http/plain-renderer.ts';
import { startTestServer, type TestServer, until } from '../contracts/http/running.ts';
import { createBareRenderer } from '../harness/bare-renderer.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { loadShared } from '../harness/load-site.ts';

const root = new URL('../../', import.meta.url).pathname;
const lead = { name: 'Bia Lima', email: 'bia@x.example', phone: '11987654321' };
let site: TestServer | null = null;
let services: DevServices | null = null;
afterEach(async () => {
  await site?.stop();
  await services?.stop();
  site = services = null;
});

const renderDocument = (facts: DocumentFacts) =>
  renderPdf(facts, (name) => readFile(join(root, 'renderer/theme/fonts/pdf', `${name}.ttf`)));

/** The site with each value of the switch, loaded once. */
const sites = {
  always: loadShared(join(root, 'funnels')),
  kept: loadShared(copyFunnels([['site.yaml', 'promise: always', 'promise: kept']])),
};
type PromiseKind = keyof typeof sites;

async function start(
  env: Record<string, string> = {},
  promise: PromiseKind = 'always',
  whole = false,
): Promise<TestServer> {
  const bare = createBareRenderer();
  const pages = whole ? bare : plainRenderer();
  site = await startTestServer({
    load: () => sites[promise],
    env,
    renderer: { ...plainRenderer(), ...pages, renderEmail: bare.renderEmail, renderDocument },
  });
  return site;
}

test('a person who asks for the guide gets an e-mail whose button opens it', async () => {
  services = await startDevServices({ smtpPort: 0, httpPort: 0 });
  const { mails } = services;
  const { post, get } = await start({ SMTP_URL: services.env.SMTP_URL });
  expect(await (await post('/api/ebook-lead', lead)).json()).toEqual({
    success: true,
    message: 'Guia enviado com sucesso!',
  });
  await until(() => mails.length === 1);
  const [caught] = mails;
  expect(caught?.recipients).toEqual(['bia@x.example']);
  expect(caught?.mail).toMatchObject({
    subject: 'Bia, o seu guia chegou',
    replyTo: [{ address: 'contato@perfiletico.com.br' }],
  });
  const [link = ''] = /https:\/\/\S+\.pdf\?\S+/.exec(caught?.mail.text ?? '') ?? [];
  expect(caught?.mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  const { pathname, search } = new URL(link);
  const file = await get(pathname + search);
  expect(file.headers.get('content-disposition')).toBe('inline; filename="guia-estrategico.pdf"');
  const pdf = Buffer.from(await file.arrayBuffer()).toString('latin1');
  expect(pdf.startsWith('%PDF-')).toBe(true);
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(8);
});

test('without a mail server the reply is that of the specification, and the e-mail is stored', async () => {
  const { post, server } = await start();
  const reply = await (await post('/api/ebook-lead', lead)).json();
  expect(reply).toEqual({ success: true, message: 'Guia enviado com sucesso!' });
  const [message] = await server.store.deliveries.list();
  expect(message).toMatchObject({ delivery: 'guia', status: 'unconfigured' });
});

test('a site that keeps its promises says so only if the e-mail is on its way', async () => {
  const { post } = await start({}, 'kept');
  expect(await (await post('/api/ebook-lead', lead)).json()).toMatchObject({
    success: true,
    message: expect.stringMatching(/^Recebemos o seu pedido\./) as string,
  });
});

test('the page after the form follows the same switch', async () => {
  const sent = 'Guia enviado com sucesso!';
  /** The titles of the notices for each message of the server. */
  const shown = async (promise: PromiseKind) => {
    const { server } = await start({}, promise);
    const blocks = server.definitions.current().site.flows['guia']?.steps['enviado']?.show ?? [];
    await site?.stop();
    site = null;
    return [sent, 'Recebemos', null].map((aviso) =>
      blocks.flatMap((block) =>
        block.type === 'notice' && evaluate(block.when ?? true, { aviso }) === true ? [block.title] : [],
      ),
    );
  };
  expect(await shown('always')).toEqual([[sent], [sent], [sent]]);
  expect(await shown('kept')).toEqual([[sent], ['Recebemos o seu pedido'], ['Recebemos o seu pedido']]);
});

const mailer = { SMTP_URL: 'smtp://127.0.0.1:9' };
const onItsWay = [
  /a caminho/,
  /Guia enviado/,
  /guia foi enviado/i,
  /Abra o e-mail/,
  /Procure a mensagem/,
  /caixa de entrada/,
];

test.each<{ promise: PromiseKind; env: Record<string, string>; to: string; promises: boolean }>([
  { promise: 'always', env: {}, to: '/parabens-guia-enviado?nome=Ana', promises: true },
  { promise: 'always', env: mailer, to: '/parabens-guia-enviado?nome=Ana', promises: true },
  { promise: 'kept', env: {}, to: '/parabens-guia-enviado?nome=Ana', promises: false },
  { promise: 'kept', env: mailer, to: '/parabens-guia-enviado?nome=Ana&envio=sim', promises: true },
])('the thank-you page without script, with $promise and $env', async ({ promise, env, to, promises }) => {
  const { url, get } = await start(env, promise, true);
  const reply = await fetch(`${url}/baixar-guia-estrategico`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ name: 'Ana Maria Souza', email: 'guia@x.example', phone: '(11) 98765-4321' }),
  });
  expect([reply.status, reply.headers.get('location')]).toEqual([303, to]);
  const html = await (await get(to)).text();
  expect(html).toContain(promises ? 'Parabéns, Ana! O guia está a caminho' : 'Parabéns, Ana! Recebemos o seu pedido');
  expect(onItsWay.some((words) => words.test(html))).toBe(promises);
});

test('an address without the state of the e-mail promises nothing if the switch is `kept`', async () => {
  const { get } = await start({}, 'kept', true);
  for (const path of [
    '/parabens-guia-enviado',
    '/parabens-guia-enviado?nome=Ana',
    '/parabens-guia-enviado?envio=nao',
  ]) {
    const html = await (await get(path)).text();
    expect(html).toContain('Recebemos o seu pedido');
    expect(
      onItsWay.filter((words) => words.test(html)),
      path,
    ).toEqual([]);
  }
});
