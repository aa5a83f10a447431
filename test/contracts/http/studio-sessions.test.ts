/** What staff can do with a recorded session: replay it on kept versions, send it an event, take its trace and its test. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  EventsReply,
  ReplayReply,
  TextReply,
  VersionsReply,
  VisitReply,
} from '../../../renderer/studio/contract.ts';
import { hashPassword } from '../../../server/studio/passwords.ts';
import { applyEdits } from '../../harness/funnels-copy.ts';
import { compiledFlow, loadFunnels } from '../../harness/load-site.ts';
import { sendTrace, traceLines } from '../../harness/recorded-trace.ts';
import { copySite, startTestServer, type TestServer, until } from './running.ts';

const [sent, refused] = ['1f0k3q9z7m2x5c8v', '2f0k3q9z7m2x5c8v'] as const;
let site: TestServer;
let cookie = '';
let first: string;

const own = (): string => `http://127.0.0.1:${site.server.adminPort}`;
/** Asks the API. `fetch` cannot set an origin. */
const ask = <Reply>(method: string, path: string, body = ''): Promise<{ status: number; reply: Reply }> =>
  new Promise((resolve, reject) => {
    const headers = { cookie, origin: own(), 'content-length': Buffer.byteLength(body) };
    const made = request({
      host: '127.0.0.1',
      port: site.server.adminPort,
      method,
      path: `/studio/api${path}`,
      headers,
    });
    made.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, reply: JSON.parse(text) as Reply }));
    });
    made.end(body);
  });
const get = async <Reply>(path: string): Promise<Reply> => (await ask<Reply>('GET', path)).reply;

beforeAll(async () => {
  site = await startTestServer({
    funnels: await copySite('visits'),
    env: { ADMIN_PORT: '0', TRACES: 'on' },
    watch: {},
  });
  const { staff } = site.server.store;
  await staff.addUser({ name: 'ana', role: 'viewer', password: await hashPassword('correct horse'), createdAt: 0 });
  const answer = await fetch(`${own()}/studio/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: own(), 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ name: 'ana', password: 'correct horse' })),
  });
  cookie = String(answer.headers.get('set-cookie')).split(';')[0] as string;
  const flow = compiledFlow(await loadFunnels(site.config.funnelsDir), 'pedido');
  await sendTrace(
    site.url,
    sent,
    await traceLines(flow, {
      run: async (driver) => {
        await driver.type('name', 'Ana Prado');
        await driver.type('email', 'ana@x.example');
        await driver.submit();
        await driver.elapse(4000);
      },
    }),
  );
  await sendTrace(site.url, refused, await traceLines(flow, { run: (driver) => driver.submit() }));
  // The version that is served is listed before it is kept.
  const kept = async (count: number): Promise<VersionsReply['versions'] | null> => {
    const { versions } = await get<VersionsReply>('/versions');
    return versions.length === count && versions.every(({ at }) => at !== null) ? versions : null;
  };
  await until(async () => (await kept(1)) !== null);
  const versions = await kept(1);
  first = String(versions?.[0]?.hash);
  expect(versions).toMatchObject([{ isServed: true }]);
  applyEdits(site.config.funnelsDir, [
    ['pedido.flow.yaml', 'redirect: { to: /obrigado,', 'redirect: { to: /inscricao,'],
  ]);
  await until(async () => (await kept(2)) !== null);
});
afterAll(async () => {
  await site.stop();
});

describe('a recorded session', () => {
  test('is replayed on the version that it was recorded with, and differs on the one that is served', async () => {
    const { versions } = await get<VersionsReply>('/versions');
    expect(versions.map(({ hash, isServed }) => [hash === first, isServed])).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(await get<ReplayReply>(`/visits/${sent}/replay?session=0&version=${first}`)).toMatchObject({
      ...{ divergence: null, isRecorded: true, error: null },
    });
    const today = await get<ReplayReply>(`/visits/${sent}/replay?session=0`);
    expect(today).toMatchObject({ isRecorded: false, error: null, divergence: { kind: 'effects' } });
    expect(JSON.stringify(today.divergence?.differences)).toContain('/inscricao');
    const visit = await get<VisitReply>(`/visits/${sent}`);
    expect(visit).toMatchObject({
      ...{ outcome: 'redirected', ended: 'redirected to /obrigado', decided: { session: 0 } },
      explanations: [
        {
          text: 'The flow was edited since: at step 6, “Enviado”, it now redirects to /inscricao, not to /obrigado.',
        },
      ],
    });
    expect(visit.decided?.step).toBe(today.divergence?.n);
  });

  test('names the events that it accepts, and goes on with one of them as another trace', async () => {
    const { events } = await get<EventsReply>(`/visits/${refused}/events?session=0&step=1`);
    const texts = events.map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining([
        'Send the form with valid values',
        'Send the form with a wrong “E-mail”: O e-mail não é válido.',
        'Type into “Nome”',
      ]),
    );
    const submit = events.find(({ text }) => text === 'Send the form with valid values')?.event;
    const query = (event: unknown, step = 1) =>
      `/visits/${refused}/continue?session=0&step=${step}&event=${encodeURIComponent(JSON.stringify(event))}`;
    const { text } = await get<TextReply>(query(submit));
    const { reply: visit } = await ask<VisitReply>('POST', '/inspect', text);
    expect(visit).toMatchObject({ outcome: 'open', faults: [] });
    expect(visit.sessions[0]?.frames.at(-1)).toMatchObject({ line: { n: 2, state: 'pedido.call-0' }, isCalling: true });
    // It goes on from there in the same way.
    const { reply: next } = await ask<EventsReply>('POST', '/inspect/events?session=0&step=2', text);
    const fails = next.events.find((each) => each.text === 'POST /api/pedido fails with 500')?.event;
    const { reply: failed } = await ask<TextReply>(
      'POST',
      `/inspect/continue?session=0&step=2&event=${encodeURIComponent(JSON.stringify(fails))}`,
      text,
    );
    expect((await ask<VisitReply>('POST', '/inspect', failed.text)).reply.ended).toMatch(/^the server failed: .* 500/);
    // Nothing was stored.
    expect((await get<VisitReply>(`/visits/${refused}`)).sessions[0]?.frames).toHaveLength(2);
    expect(await site.server.store.count('pedidos')).toBe(0);

    expect((await ask('GET', query({ type: 'DONE', id: 'call:pedido/call-0', output: {} }))).status).toBe(422);
    expect((await ask('GET', query('none'))).status).toBe(400);
    expect((await ask('GET', query(submit, 9))).reply).toMatchObject({ message: 'The recording has no step 10.' });
  });

  test('cannot go on from a step that it does not reach today', async () => {
    const { decided } = await get<VisitReply>(`/visits/${sent}`);
    expect((await ask('GET', `/visits/${sent}/events?session=0&step=${decided?.step}`)).status).toBe(200);
    const { hash } = (await get<VersionsReply>('/versions')).versions[0] ?? {};
    applyEdits(site.config.funnelsDir, [
      ['pedido.flow.yaml', '    delay: 4s\n', ''],
      [
        'pedido.flow.yaml',
        'body: Um momento. }\n    next: fim',
        'body: Um momento. }\n      - { type: actions, actions: [{ label: Ir, send: ir }] }\n    on: { ir: { to: fim } }',
      ],
    ]);
    await until(async () => (await get<VersionsReply>('/versions')).versions[0]?.hash !== hash);
    const answer = await ask<{ message: string }>('GET', `/visits/${sent}/events?session=0&step=${decided?.step}`);
    expect([answer.status, answer.reply.message]).toEqual([422, expect.stringContaining('The flow was edited since')]);
  });

  test('is drawn as a page without scripts, which may do nothing', async () => {
    const page = (path: string) => fetch(`${own()}/studio/api${path}`, { headers: { cookie } });
    const drawn = await page(`/visits/${refused}/screen?session=0&step=1`);
    const text = await drawn.text();
    expect([drawn.status, text.includes('<script')]).toEqual([200, false]);
    expect(text).toContain(`<head><base href="`);
    const policy = drawn.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^sandbox; default-src 'none'; .*form-action 'none'; .*frame-ancestors 'self'$/);
    expect(policy).not.toMatch(/script-src|connect-src|allow-/);
    const screen = await page('/preview/teste?screen=perguntas.dois');
    expect(screen.status).toBe(200);
    const none = await Promise.all(
      [
        '/preview/pedido?screen=fim',
        '/preview/pedido?screen=constructor',
        '/preview/constructor?screen=x',
        '/preview/pedido?screen=pedido&at=/teste',
      ].map(page),
    );
    expect(none.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    // It is read in a frame of the studio.
    expect(await none[0]?.text()).toContain('No visitor sees fim: it decides or redirects, or nobody reaches it.');
    for (const { headers } of none) {
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    }
  });

  test('is a trace and a test', async () => {
    const { text } = await get<TextReply>(`/visits/${refused}/trace`);
    expect(text.split('\n').map((line) => (line === '' ? '' : JSON.parse(line).kind))).toEqual([
      ...['head', 'step', 'step', 'end', ''],
    ]);
    expect((await get<TextReply>(`/visits/${refused}/spec`)).text).toContain('await submit();');
    const { status, reply } = await ask<{ message: string }>('GET', `/visits/${sent}/spec`);
    expect([status, reply.message]).toEqual([422, expect.stringMatching(/^[^/]*\.jsonl differs from the definitions/)]);
  });

  test.each([
    ['GET', `/visits/${sent}/replay?session=9`, 404],
    ['GET', `/visits/${sent}/replay?session=x`, 400],
    ['GET', `/visits/${sent}/replay?version=${'0'.repeat(24)}`, 404],
    ['GET', `/visits/${sent}/nothing`, 404],
    ['POST', `/visits/${sent}/continue`, 405],
    ['GET', '/inspect/events', 405],
    ['POST', '/inspect/../versions', 405],
  ])('%s %s is answered with %i', async (method, path, status) => {
    expect((await ask(method, path)).status).toBe(status);
  });
});
