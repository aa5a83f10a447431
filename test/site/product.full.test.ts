/** The site over HTTP: exactly the payloads of the specification. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StoreError } from '../../server/store/errors.ts';
import { toSubject } from '../../server/store/ids.ts';
import { openSqliteStore } from '../../server/store/sqlite/store.ts';
import { startTestServer, type TestServer } from '../contracts/http/running.ts';
import { copyFunnels, withPixel } from '../harness/funnels-copy.ts';
import { loadShared } from '../harness/load-site.ts';

const product = () => loadShared(join(import.meta.dirname, '../../funnels'));

let site: TestServer;
beforeAll(async () => {
  site = await startTestServer({ load: product });
});
afterAll(() => site.stop());

const person = (uid: string) => ({
  uid,
  nome: 'Ana Maria Souza',
  email: 'ana@x.example',
  wa: '(11) 98765-4321',
  timestamp: '2026-11-20T12:00:00.000Z',
});
const result = (uid: string) => ({
  uid,
  answers: [10, 5, 5, 0],
  score: 50,
  level: 'INTERMEDIARIO',
  focusPillar: 'AUTORIDADE',
  timestamp: 1_790_000_000_000,
});

test('every path of the site responds', async () => {
  const paths = Object.keys(site.server.definitions.current().site.routes);
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) expect([path, (await site.get(path)).status]).toEqual([path, 200]);
});

test('a number is the same with its country code, also in a form without a mask', async () => {
  const sent = { name: 'Ana Souza', email: 'ana.espera@x.example', planType: 'vip', event: 'workshop' };
  const waiting = site.server.definitions.current().site.intakes['lista-de-espera']?.records ?? '';
  const before = await site.server.store.count(waiting);
  const repeated: unknown[] = [];
  for (const phone of ['(11) 98765-4321', '+55 11 98765-4321', '5511987654321', '(11) 98765-4322']) {
    const reply = await site.post('/api/lista-de-espera', { ...sent, phone });
    repeated.push([reply.status, await site.server.store.count(waiting)]);
  }
  expect(repeated).toEqual([
    [200, before + 1],
    [200, before + 1],
    [200, before + 1],
    [200, before + 2],
  ]);
});

test('a diagnosis runs from start to finish, and its result is shown', async () => {
  const uid = randomUUID();
  expect(await (await site.post('/api/diagnostico/start', person(uid))).json()).toEqual({ uid });
  expect(await (await site.post('/api/diagnostico/finish', result(uid))).json()).toEqual({ uid });
  expect(await (await site.get(`/api/diagnostico/result?uid=${uid}`)).json()).toEqual({
    uid,
    score: 50,
    level: 'INTERMEDIARIO',
    focusPillar: 'AUTORIDADE',
  });
  expect(await (await site.get(`/api/diagnostico/user?uid=${uid}`)).json()).toEqual({ nome: 'Ana' });
  const page = await (await site.get(`/resultado?uid=${uid}`)).text();
  // The title of the level; this test's plain renderer renders titles and bodies only.
  expect(page).toContain('Você está no caminho, mas ainda deixa dúvidas');
  expect(page).not.toContain('Souza');
  for (const click of [
    { level: 'INTERMEDIARIO', utm_src: 'quiz_completed', utm_level: 'INTERMEDIARIO' },
    { event_type: 'group_click' },
  ]) {
    expect((await site.post('/api/diagnostico/cta-click', { uid, timestamp: 1, ...click })).status).toBe(200);
  }
  expect((await site.server.store.latest('diagnostico_leads', toSubject(uid)))?.meta).toMatchObject({
    consent: { mechanism: 'prechecked', given: null, required: true },
  });
});

test.each([{ score: 51 }, { level: 'VISIVEL' }, { focusPillar: 'IDENTIDADE' }])(
  'a forged result is refused: %j',
  async (forged) => {
    const uid = randomUUID();
    await site.post('/api/diagnostico/start', person(uid));
    const reply = await site.post('/api/diagnostico/finish', { ...result(uid), ...forged });
    expect([reply.status, ((await reply.json()) as { message: string }).message]).toEqual([
      422,
      'O resultado enviado não corresponde às respostas.',
    ]);
    expect((await site.get(`/api/diagnostico/result?uid=${uid}`)).status).toBe(404);
  },
);

test('a registration for the consultancy is redirected', async () => {
  const reply = await site.post('/api/consultoria', {
    name: 'Ana Maria',
    email: 'ana@x.example',
    phone: '11987654321',
    src: 'direct_access',
  });
  expect([reply.status, await reply.json()]).toEqual([
    200,
    {
      message: 'Cadastro recebido com sucesso.',
      redirectUrl: 'https://pagamento.perfiletico.com.br/sessao-estrategica',
    },
  ]);
});

test('an application arrives step by step, each with its own fields', async () => {
  const steps = [
    { nome: 'Ana Maria', whatsapp: '(11) 98765-4321', origem: 'historia' },
    { incomodo_instagram: 'Falta de clareza.', receio_digital: 'A exposição.', autoridade_online: 'parcial' },
    { prioridade: 'autoridade, clientes', acredita_metodo: 'sim', disponibilidade: 'ajustar' },
    { motivacao: 'É a hora.', quer_destravar: 'curiosa', contato_preferido: 'sem_preferencia' },
  ];
  for (const [index, fields] of steps.entries()) {
    const all = index === 3 ? Object.assign({}, ...steps) : fields;
    const reply = await site.post('/api/form-aplicacao', { etapa: index + 1, email: 'ana@x.example', ...all });
    expect([index + 1, reply.status, await reply.json()]).toEqual([index + 1, 200, { success: true }]);
  }
  const poor = await site.post('/api/form-aplicacao', { etapa: 3, email: 'ana@x.example', prioridade: '' });
  expect([poor.status, await poor.json()]).toMatchObject([
    422,
    { errors: { prioridade: 'Selecione ao menos uma opção', disponibilidade: 'Selecione uma opção' } },
  ]);
});

test('the workshop redirects each plan to its own checkout', async () => {
  for (const planType of ['standard', 'vip']) {
    const reply = await site.post('/api/leads', { name: 'Ana', email: 'ana@x.example', phone: '11', planType });
    expect([reply.status, ((await reply.json()) as { redirectUrl: string }).redirectUrl]).toEqual([
      200,
      `https://pagamento.perfiletico.com.br/workshop-${planType}`,
    ]);
  }
});

test('the guide and tracking events get a success response', async () => {
  const lead = { name: 'Ana', email: 'ana@x.example', phone: '1132654321' };
  expect(await (await site.post('/api/ebook-lead', lead)).json()).toMatchObject({ success: true });
  const event = {
    event_name: 'PageView',
    event_time: 1_790_000_000,
    event_source_url: 'https://perfiletico.com.br/workshop',
    event_data: { page_path: '/workshop' },
    browser_data: { client_user_agent: 'x', client_ip_address: null },
  };
  expect(await (await site.post('/api/meta/event', event)).json()).toEqual({ success: true });
  // The site has no pixel, so events are not stored.
  expect(await site.server.store.count('meta_events')).toBe(0);
  expect((await site.post('/api/meta/event', { ...event, event_data: [] })).status).toBe(422);
});

test('the guide without script leads to a thank-you page whose address contains the first name only', async () => {
  const reply = await fetch(`${site.url}/baixar-guia-estrategico`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ name: 'Ana Maria Souza', email: 'guia@x.example', phone: '(11) 98765-4321' }),
  });
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/parabens-guia-enviado?nome=Ana']);
});

test('events are stored if the site has a pixel', async () => {
  const folder = copyFunnels([withPixel]);
  const tracked = await startTestServer({ load: () => loadShared(folder) });
  try {
    const reply = await tracked.post('/api/meta/event', {
      event_name: 'PageView',
      event_time: 1_790_000_000,
      event_source_url: 'https://perfiletico.com.br/workshop',
      event_data: {},
      browser_data: {},
    });
    expect([reply.status, await tracked.server.store.count('meta_events')]).toEqual([200, 1]);
  } finally {
    await tracked.stop();
  }
});

describe('an error response says that the request failed', () => {
  const paths = ['/api/meta/event', '/api/ebook-lead', '/api/form-aplicacao'];
  const json = { 'content-type': 'application/json' };
  const requests: readonly [status: number, init: RequestInit][] = [
    [400, { method: 'POST', headers: json, body: '{' }],
    [400, { method: 'POST', headers: { ...json, 'idempotency-key': 'x' }, body: '{}' }],
    [403, { method: 'POST', headers: { ...json, origin: 'https://outro.example' }, body: '{}' }],
    [405, { method: 'DELETE' }],
    [413, { method: 'POST', headers: json, body: `"${'x'.repeat(40_000)}"` }],
    [415, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }],
    [422, { method: 'POST', headers: json, body: '{}' }],
  ];
  const expectRefusal = async (reply: Response, status: number): Promise<void> => {
    expect([reply.status, await reply.json()]).toMatchObject([
      status,
      { success: false, message: expect.stringMatching(/\S/), code: expect.stringMatching(/\S/) },
    ]);
  };

  test.each(paths)('%s, for any reason', async (path) => {
    for (const [status, init] of requests) await expectRefusal(await fetch(site.url + path, init), status);
  });

  test.each(paths)('%s, beyond the rate limit', async (path) => {
    const busy = await startTestServer({ load: product, clock: () => 1_700_000_000_000 });
    try {
      let reply = await busy.post(path, {});
      for (let sent = 0; reply.status !== 429 && sent < 1000; sent += 1) reply = await busy.post(path, {});
      await expectRefusal(reply, 429);
    } finally {
      await busy.stop();
    }
  });

  test('the guide, while the store is full', async () => {
    const full = await startTestServer({
      load: product,
      openStore: async (dir) => ({
        ...(await openSqliteStore({ dir })),
        submit: async () => {
          throw new StoreError('STORE_FULL', 'in this test');
        },
      }),
    });
    try {
      const lead = { name: 'Ana', email: 'ana@x.example', phone: '1132654321' };
      await expectRefusal(await full.post('/api/ebook-lead', lead), 503);
    } finally {
      await full.stop();
    }
  });
});
