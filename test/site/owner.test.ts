/** The diagnostic's records: only the browser that created them may change them. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../contracts/http/running.ts';
import { loadShared } from '../harness/load-site.ts';
import { projectRoot } from '../harness/site-server.ts';

let product: TestServer;
beforeAll(async () => {
  product = await startTestServer({ load: () => loadShared(join(projectRoot, 'funnels')) });
});
afterAll(() => product.stop());

const cookieOf = (reply: Response): string | null => reply.headers.get('set-cookie')?.split(';')[0] ?? null;

describe('the diagnostic', () => {
  const person = (uid: string, nome = 'Ana Souza') => ({
    uid,
    nome,
    email: 'ana@x.example',
    wa: '(11) 98765-4321',
    timestamp: 1_790_000_000_000,
  });
  const low = { answers: [0, 0, 0, 0], score: 0, level: 'CRITICO', focusPillar: 'IDENTIDADE', timestamp: 1 };
  const high = { answers: [10, 10, 10, 10], score: 100, level: 'VISIVEL', focusPillar: 'IDENTIDADE', timestamp: 1 };

  test('nobody else can change the name or the result behind a result’s address', async () => {
    const uid = randomUUID();
    expect((await product.post('/api/diagnostico/start', person(uid))).status).toBe(200);
    expect((await product.post('/api/diagnostico/finish', { uid, ...high })).status).toBe(200);
    expect((await product.post('/api/diagnostico/start', person(uid, 'Intrusa'))).status).toBe(403);
    expect((await product.post('/api/diagnostico/finish', { uid, ...low })).status).toBe(403);
    expect(await (await product.get(`/api/diagnostico/user?uid=${uid}`)).json()).toEqual({ nome: 'Ana' });
    expect(await (await product.get(`/api/diagnostico/result?uid=${uid}`)).json()).toMatchObject({ score: 100 });
  });

  test('without script, the page sets the keys and checks them', async () => {
    const address = `${product.url}/identificacao?answers=${encodeURIComponent('[10,5,5,0]')}`;
    const fields = { nome: 'Ana Souza', email: 'ana@x.example', wa: '(11) 98765-4321', consent: 'on' };
    const reply = await fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
    const cookie = cookieOf(reply);
    expect(cookie?.split('.')).toHaveLength(2);
    const [lead] = await product.server.store.list('diagnostico_leads', { limit: 1000 }).then((all) => all.slice(-1));
    const uid = String(lead?.subject);
    expect((await product.post('/api/diagnostico/finish', { uid, ...low })).status).toBe(403);
    const own = await product.post('/api/diagnostico/finish', { uid, ...low }, { cookie: String(cookie) });
    expect(own.status).toBe(200);
  });
});
