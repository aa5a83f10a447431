import { execFileSync } from 'node:child_process';
import { statfsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { StoreError, type StoreErrorCode } from '../../../server/store/errors.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { startTestServer, type TestServer, type TestServerOptions, until } from './running.ts';

let site: TestServer;
afterEach(() => site.stop());
const start = async (options: TestServerOptions = {}) => {
  site = await startTestServer(options);
  return site;
};
const lead = { nome: 'Ana', email: 'ana@x.example', phone: '11987654321', aceite: true };

/** The real store, with writes that fail on demand. */
const failing = (fails: () => StoreErrorCode | null): NonNullable<TestServerOptions['openStore']> => {
  return async (dir, events) => {
    const store = await openSqliteStore({ dir });
    const fail = (): void => {
      const code = fails();
      if (code === null) return;
      const error = new StoreError(code, 'injected');
      if (code === 'STORE_FAILED') events.onFatal?.(error);
      throw error;
    };
    return {
      ...store,
      submit: async (submission) => {
        fail();
        return store.submit(submission);
      },
      probe: async () => {
        fail();
        return store.probe();
      },
      trouble: () => {
        const code = fails();
        return code === null ? store.trouble() : new StoreError(code, 'injected');
      },
    };
  };
};

describe('readiness', () => {
  test('requires served definitions and a durable write', async () => {
    await start();
    expect(await (await site.get('/healthz')).json()).toEqual({ status: 'alive' });
    const ready = await site.get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', definition: site.server.definitions.current().site.hash },
    ]);
  });

  test('ends when the store fails, while the process stays alive', async () => {
    let code: StoreErrorCode | null = null;
    const fatal = vi.fn();
    await start({ openStore: failing(() => code), fatal });
    code = 'STORE_FAILED';
    const reply = await site.post('/api/lead', lead);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({ code: 'unavailable' });
    expect(fatal).toHaveBeenCalledTimes(1);
    code = null;
    const ready = await site.get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', reason: 'STORE_FAILED' }]);
    expect((await site.get('/healthz')).status).toBe(200);
  });

  test('returns when the disk has space again', async () => {
    let code: StoreErrorCode | null = 'STORE_FULL';
    let at = 1_700_000_000_000;
    await start({ openStore: failing(() => code), clock: () => at });
    const reply = await site.post('/api/lead', lead);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await site.get('/readyz')).status).toBe(503);
    code = null;
    at += 1001;
    expect((await site.get('/readyz')).status).toBe(200);
    const again = await site.post('/api/lead', lead);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });
});

/** Posts leads and requests readiness in turn. @returns the statuses of both, in order */
async function sample(count: number): Promise<{ leads: number[]; ready: number[] }> {
  const seen = { leads: [] as number[], ready: [] as number[] };
  for (let index = 0; index < count; index += 1) {
    const reply = await site.post('/api/lead', { ...lead, email: `ana${drawn++}@x.example` });
    seen.leads.push(reply.status);
    seen.ready.push((await site.get('/readyz')).status);
  }
  return seen;
}
let drawn = 0;

describe('readiness while leads are refused', () => {
  test('because the database was moved: not ready until it is back', async () => {
    await start();
    await site.server.definitions.settled();
    const { dataDir } = site.config;
    expect(await sample(2)).toEqual({ leads: [200, 200], ready: [200, 200] });
    await rename(dataDir, `${dataDir}-away`);
    expect((await site.get('/readyz')).status).toBe(503);
    const seen = await sample(20);
    expect([new Set(seen.leads), new Set(seen.ready)]).toEqual([new Set([503]), new Set([503])]);
    expect(await (await site.get('/readyz')).json()).toEqual({ status: 'not ready', reason: 'STORE_MOVED' });
    expect((await site.get('/')).status).toBe(200);
    const logged = () =>
      site
        .logged()
        .filter(({ event }) => String(event).startsWith('store-'))
        .map(({ event, code }) => [event, code]);
    expect(logged()).toEqual([['store-refuses', 'STORE_MOVED']]);
    await rename(`${dataDir}-away`, dataDir);
    expect(await sample(2)).toEqual({ leads: [200, 200], ready: [200, 200] });
    expect(logged()).toEqual([
      ['store-refuses', 'STORE_MOVED'],
      ['store-recovered', undefined],
    ]);
    expect(await site.server.store.count('leads')).toBe(4);
  });

  test('because the disk fills up: not ready after the first refusal', async (context) => {
    const disk = await mkdtemp(join(tmpdir(), 'disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk], { stdio: 'pipe' });
    } catch {
      context.skip('mounting a small tmpfs needs root (and Linux)');
    }
    context.onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
    await start({ env: { DATA_DIR: disk } });
    expect(await sample(2)).toEqual({ leads: [200, 200], ready: [200, 200] });
    // Leaves room for a few leads, so that leads fill the disk.
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 40_960));
    const refused = async () => (await sample(1)).leads[0] === 503;
    await until(refused);
    for (let samples = 0; samples < 13; samples += 1) {
      // The next probe is due, so only its size decides.
      if (samples % 4 === 3) await new Promise((resolve) => setTimeout(resolve, 1050));
      const ready = (await site.get('/readyz')).status;
      const again = await refused();
      expect([samples, ready, again]).toEqual([samples, 503, true]);
    }
    await rm(join(disk, 'filler'));
    await until(async () => (await site.get('/readyz')).status === 200);
    expect((await sample(3)).leads).toEqual([200, 200, 200]);
  });
});

describe('connections', () => {
  test('a sender that takes more than 15 seconds gets an error and blocks nobody', async () => {
    await start();
    const socket = connect(site.server.port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.write('POST /api/lead HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n');
    const drip = setInterval(() => socket.write(' '), 500);
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    expect((await site.post('/api/lead', lead)).status).toBe(200);
    await ended;
    clearInterval(drip);
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('personal data', () => {
  test('is stored in the database and nowhere else', async () => {
    await start({ env: { LOG_LEVEL: 'debug' } });
    const planted = [
      'Zuleica Plantada',
      'zuleica.plantada@segredo.example',
      '11912345678',
      '(11) 91234-5678',
      'Agente/Plantado-77',
    ];
    const [nome, email, phone, laid, agent] = planted as [string, string, string, string, string];
    const query = new URLSearchParams({ nome, email, wa: laid }).toString();
    const headers = { 'user-agent': agent, referer: `${site.url}/quiz?${query}`, 'x-forwarded-for': '203.0.113.77' };
    await site.post('/api/lead', { ...lead, nome, email, phone: laid }, headers);
    await site.post('/api/lead', { ...lead, nome, email: `${email} `.repeat(20), phone }, headers);
    await site.post('/api/lead', `{"email":"${email}`, headers);
    await site.post(
      '/api/lead',
      { ...lead, nome, email, phone },
      { ...headers, 'idempotency-key': `chave de ${email}` },
    );
    for (const path of [
      `/?${query}`,
      `/quiz/resultado?uid=${phone}&${query}`,
      `/${email}`,
      `/${phone}`,
      `/api/${email}`,
      `/api/quiz/result?uid=${email}`,
      `/assets/${phone}/assets/${phone}.svg`,
    ])
      await site.get(path, headers);
    const log = site.logText();
    expect(log.split('\n').length).toBeGreaterThan(10);
    for (const value of [...planted, 'zuleica', '912345678', '203.0.113.77', encodeURIComponent(nome)])
      expect(log.toLowerCase()).not.toContain(value.toLowerCase());
    expect(JSON.stringify(await site.server.store.list('leads'))).toContain(email);
    for (const file of await readdir(site.config.dataDir, { recursive: true })) expect(file).not.toContain('plantada');
  });

  test('an unexpected error is logged by its name and place, without its message', async () => {
    await start({
      openStore: async (dir) => ({
        ...(await openSqliteStore({ dir })),
        submit: async ({ data }) => {
          throw new TypeError(`cannot keep ${JSON.stringify(data)}`);
        },
      }),
    });
    const reply = await site.post('/api/lead', lead);
    expect(reply.status).toBe(500);
    expect(await reply.json()).toEqual({ code: 'internal', message: expect.any(String) });
    expect(site.logged().find((line) => line['event'] === 'intake-failed')).toMatchObject({
      intake: 'lead',
      error: 'TypeError',
    });
    expect(site.logText()).not.toContain('ana@x.example');
  });
});

describe('traces', () => {
  const head = {
    kind: 'head',
    format: 1,
    flow: 'quiz',
    definition: 'a',
    behaviour: 'b',
    input: { screen: null, query: {}, visit: {}, at: 1, random: 0, ids: {}, saved: {} },
  };
  const end = { kind: 'end', state: 'inicio.ready', context: 'c' };
  const lines = (...each: object[]) => each.map((line) => `${JSON.stringify(line)}\n`).join('');
  const send = (session: string, body: string, headers: Record<string, string> = {}, from = 0) =>
    site.post(`/_f/traces?session=${session}&from=${from}`, body, {
      'content-type': 'application/x-ndjson',
      ...headers,
    });

  test('are stored by day and session, one line per event', async () => {
    await start({ clock: () => Date.parse('2026-11-20T12:00:00Z') });
    expect((await send('sessao-01', lines(head))).status).toBe(204);
    expect((await send('sessao-01', lines(end), {}, 1)).status).toBe(204);
    expect(await readFile(join(site.config.dataDir, 'traces/2026-11-20/sessao-01.jsonl'), 'utf8')).toBe(
      lines(head, end),
    );
  });

  test('that are invalid or from another site are refused', async () => {
    await start();
    expect((await send('sessao-01', lines({ ...head, more: 1 }))).status).toBe(422);
    expect((await send('sessao-01', 'x')).status).toBe(422);
    expect((await send('sessao-01', '')).status).toBe(422);
    expect((await send('..%2f..%2fx1234567', lines(head))).status).toBe(400);
    expect((await send('sessao-01', lines(head), { 'content-type': 'image/png' })).status).toBe(415);
    expect((await send('sessao-01', lines(head), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(
      (await send('sessao-01', lines({ ...head, input: { ...head.input, query: { x: 'x'.repeat(300_000) } } }))).status,
    ).toBe(413);
    expect(await readdir(site.config.dataDir)).not.toContain('traces');
  });

  test('are limited in size per file and in number per minute', async () => {
    await start({ clock: () => 1_700_000_000_000 });
    // What the flow does not do is stored masked, with its length.
    const effect = { kind: 'log', text: 'x'.repeat(250_000) };
    const step = { kind: 'step', n: 0, at: 1, event: null, patch: [], effects: [effect], state: 'inicio.ready' };
    const statuses: number[] = [];
    for (let part = 0; part < 130; part += 1) {
      const body = part === 0 ? lines(head, step) : part < 20 ? lines({ ...step, n: part }) : lines(end);
      statuses.push((await send('sessao-01', body, {}, part === 0 ? 0 : Math.min(part, 16) + 1)).status);
    }
    expect(statuses.slice(0, 16).every((status) => status === 204)).toBe(true);
    expect(statuses.slice(16, 20).every((status) => status === 413)).toBe(true);
    expect(statuses.slice(120)).toEqual(new Array(10).fill(429));
  });

  test('are refused in production', async () => {
    await start({ env: { NODE_ENV: 'production' } });
    expect((await send('sessao-01', lines(head))).status).toBe(404);
  });
});
