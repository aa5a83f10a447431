/** The site itself, over HTTP: the payloads of the specification and nothing else. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadFolder } from '../../../server/definitions/load.ts';
import { startTestServer, type TestServer } from './running.ts';

let site: TestServer;
beforeAll(async () => {
  site = await startTestServer({ load: () => loadFolder(join(import.meta.dirname, '../../../funnels')) });
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

test('every path of the site answers', async () => {
  const paths = Object.keys(site.server.definitions.current().site.routes);
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) expect([path, (await site.get(path)).status]).toEqual([path, 200]);
});

test('a diagnosis goes from start to finish, and its result shows', async () => {
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
  expect(page).toContain('Nível Intermediário');
  expect(page).not.toContain('Souza');
  for (const click of [
    { level: 'INTERMEDIARIO', utm_src: 'quiz_completed', utm_level: 'INTERMEDIARIO' },
    { event_type: 'group_click' },
  ]) {
    expect((await site.post('/api/diagnostico/cta-click', { uid, timestamp: 1, ...click })).status).toBe(200);
  }
  expect((await site.server.store.latest('diagnostico_leads', uid))?.meta).toMatchObject({
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

test('a registration for the consultancy is sent on', async () => {
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

test('the workshop sends each plan to its own checkout', async () => {
  for (const planType of ['standard', 'vip']) {
    const reply = await site.post('/api/leads', { name: 'Ana', email: 'ana@x.example', phone: '11', planType });
    expect([reply.status, ((await reply.json()) as { redirectUrl: string }).redirectUrl]).toEqual([
      200,
      `https://pagamento.perfiletico.com.br/workshop-${planType}`,
    ]);
  }
});

test('the guide and the events of tracking are told that it worked', async () => {
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
});
