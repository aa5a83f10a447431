import { createHash, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toSubject } from '../../../server/store/ids.ts';
import { startTestServer, type TestServer } from './running.ts';

let site: TestServer;
beforeAll(async () => {
  site = await startTestServer();
});
afterAll(() => site.stop());

const person = (more: Record<string, unknown> = {}) => ({
  nome: 'Ana Maria Souza',
  email: `${randomUUID()}@x.example`,
  phone: '(11) 98765-4321',
  aceite: true,
  ...more,
});
const body = async (reply: Response) =>
  (await reply.json()) as { message?: string; code?: string; errors?: Record<string, string>; [name: string]: unknown };
const counts = (collection: string) => site.server.store.count(collection);

describe('a submission', () => {
  test('is stored, acknowledged and redirected', async () => {
    const sent = person({ src: 'anuncio', intruso: 'x' });
    const reply = await site.post('/api/lead', sent, {
      referer: `${site.url}/quiz?nome=Segredo`,
      'user-agent': 'Teste/1',
    });
    expect(reply.status).toBe(200);
    expect(await body(reply)).toEqual({ message: 'Obrigado, Ana.', redirectUrl: '/sobre' });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const record = await site.server.store.latest('leads', toSubject(sent.email));
    expect(record?.data).toEqual({
      nome: 'Ana Maria Souza',
      email: sent.email,
      phone: '11987654321',
      aceite: true,
      src: 'anuncio',
    });
    expect(record?.definition).toBe(site.server.definitions.current().site.hash);
    expect(record?.meta).toMatchObject({
      page: '/quiz',
      consent: {
        purpose: 'contato',
        mechanism: 'checkbox',
        text: 'Aceito o contato.',
        sha256: createHash('sha256').update('Aceito o contato.').digest('hex'),
        given: true,
        required: true,
        page: '/quiz',
        address: '127.0.0.0',
        userAgent: 'Teste/1',
      },
    });
  });

  test('is redirected to a declared host with an absolute address', async () => {
    expect(await body(await site.post('/api/checkout', { plano: 'completo' }))).toEqual({
      redirectUrl: 'https://pay.example/completo',
    });
  });

  test('is refused with the form’s own messages', async () => {
    const reply = await site.post('/api/lead', { nome: ' ', email: 'sem arroba', phone: '123', aceite: false });
    expect(reply.status).toBe(422);
    expect(await body(reply)).toEqual({
      code: 'invalid',
      message: 'Informe o nome.',
      errors: {
        nome: 'Informe o nome.',
        email: 'O e-mail não é válido.',
        phone: 'O telefone não é válido.',
        aceite: 'É preciso aceitar.',
      },
    });
  });

  test.each([
    ['a text over its cap', { src: 'x'.repeat(41) }],
    ['another type', { src: 3 }],
    ['an object', { src: { toString: 1 } }],
    ['half a character', { src: '\ud800' }],
    ['a character no database keeps', { src: 'a\0b' }],
  ])('is refused for %s outside the form', async (_, more) => {
    const reply = await site.post('/api/lead', person(more));
    expect(reply.status).toBe(422);
    expect(await body(reply)).toMatchObject({ message: 'Confira os dados.', errors: { src: expect.any(String) } });
  });

  test('may have a phone in digits or formatted: both are the same value', async () => {
    const [laid, digits] = [person(), person({ phone: '11987654321' })];
    await site.post('/api/lead', laid);
    await site.post('/api/lead', digits);
    expect((await site.server.store.latest('leads', toSubject(laid.email)))?.data['phone']).toBe('11987654321');
    expect((await site.server.store.latest('leads', toSubject(digits.email)))?.data['phone']).toBe('11987654321');
  });

  test('is refused if an optional field is posted and breaks its rule', async () => {
    const { aceite: _, ...without } = person();
    expect((await site.post('/api/quiz/start', { ...without, uid: randomUUID(), timestamp: 1 })).status).toBe(200);
    const reply = await site.post('/api/quiz/start', { ...without, uid: randomUUID(), timestamp: 1, aceite: false });
    expect(reply.status).toBe(422);
    expect(await body(reply)).toMatchObject({ errors: { aceite: 'É preciso aceitar.' } });
  });

  test('drops undeclared names, even special ones', async () => {
    const uid = randomUUID();
    const sent = `{"uid":"${uid}","timestamp":1,"nome":"Ana","email":"a@b.example","phone":"11987654321","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"toString":1}`;
    expect((await site.post('/api/quiz/start', sent)).status).toBe(200);
    expect(Object.keys((await site.server.store.latest('quiz_people', toSubject(uid)))?.data ?? {}).sort()).toEqual([
      'email',
      'nome',
      'phone',
      'timestamp',
      'uid',
    ]);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  test('with values hidden in __proto__ counts as empty', async () => {
    const reply = await site.post(
      '/api/quiz/start',
      `{"__proto__":{"uid":"${randomUUID()}","timestamp":1,"nome":"Ana","email":"a@b.example","phone":"11987654321"}}`,
    );
    expect(reply.status).toBe(422);
  });
});

describe('a repeated submission', () => {
  test('fifty parallel posts with one key are one lead and one response', async () => {
    const before = await counts('leads');
    const sent = person();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => site.post('/api/lead', sent, { 'idempotency-key': 'parallel-0001' })),
    );
    expect(replies.map((reply) => reply.status)).toEqual(new Array(50).fill(200));
    expect(replies.filter((reply) => reply.headers.get('idempotent-replayed') === 'true')).toHaveLength(49);
    expect(new Set(await Promise.all(replies.map((reply) => reply.text()))).size).toBe(1);
    expect(await counts('leads')).toBe(before + 1);
  });

  test('a retry with its key may have another time, but no other difference', async () => {
    const sent = { ...person(), uid: randomUUID(), timestamp: 1 };
    const key = { 'idempotency-key': 'retry-000001' };
    expect((await site.post('/api/quiz/start', sent, key)).status).toBe(200);
    const retried = await site.post('/api/quiz/start', { ...sent, timestamp: 2 }, key);
    expect([retried.status, retried.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    const other = await site.post('/api/quiz/start', { ...sent, nome: 'Outra' }, key);
    expect(other.status).toBe(422);
    expect(await body(other)).toMatchObject({ code: 'conflict' });
  });

  describe('without a key', () => {
    /** Whether nothing is stored. */
    const repeats = async (sent: object) => {
      const before = await counts('leads');
      const reply = await site.post('/api/lead', sent);
      expect([reply.status, reply.headers.get('idempotent-replayed')]).toEqual([200, null]);
      return (await counts('leads')) === before;
    };
    const leadOf = async ({ email }: { email: string }) => {
      for await (const lead of site.server.store.leads({ collections: ['leads'] }))
        if (lead.subject === email) return lead;
      return null;
    };

    test.each([
      '(11) 98765-4321',
      '11987654321',
      '+55 11 98765-4321',
      '5511987654321',
      '0055 11 98765 4321',
      '011 98765-4321',
    ])('it is the same with another spelling of the e-mail and the number %s', async (phone) => {
      const sent = { ...person(), phone: '11 98765-4321' };
      expect(await repeats(sent)).toBe(false);
      expect(await repeats({ ...sent, email: sent.email.toUpperCase(), phone, nome: ` ${sent.nome} ` })).toBe(true);
      expect(await leadOf(sent)).toMatchObject({ submissions: 1 });
    });

    test('a number whose area code equals the country code stays whole', async () => {
      const sent = { ...person(), phone: '(55) 98765-4321' };
      expect(await repeats(sent)).toBe(false);
      expect(await repeats({ ...sent, phone: '+55 (55) 98765-4321' })).toBe(true);
      expect(await repeats({ ...sent, phone: '+55 (11) 98765-4321' })).toBe(false);
    });

    test('a corrected name is another submission of the same lead, which shows it', async () => {
      const sent = person();
      expect(await repeats(sent)).toBe(false);
      const corrected = { ...sent, nome: 'Ana M. Souza' };
      expect([await repeats(corrected), await repeats(corrected)]).toEqual([false, true]);
      const lead = await leadOf(sent);
      expect(lead).toMatchObject({ submissions: 2, data: { nome: 'Ana M. Souza', email: sent.email } });
      const whole = await site.server.store.lead(lead?.id ?? '');
      expect(whole?.records.map(({ data }) => data['nome'])).toEqual([sent.nome, 'Ana M. Souza']);
    });
  });

  test('without both, all values identify it', async () => {
    const before = await counts('checkouts');
    await site.post('/api/checkout', { plano: 'basico' });
    const again = await site.post('/api/checkout', { plano: 'basico' });
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect(await counts('checkouts')).toBe(before + 1);
  });

  test('a quoted key, as in the IETF draft, equals the bare one', async () => {
    const before = await counts('leads');
    const sent = person();
    const statuses = [];
    for (const key of ['"quoted-0001"', 'quoted-0001', ' "quoted-0001" ']) {
      const reply = await site.post('/api/lead', sent, { 'idempotency-key': key });
      statuses.push([reply.status, reply.headers.get('idempotent-replayed')]);
    }
    expect(statuses).toEqual([
      [200, null],
      [200, 'true'],
      [200, 'true'],
    ]);
    expect(await counts('leads')).toBe(before + 1);
    for (const key of ['"quoted-0001', '"quoted"0001"', '""'])
      expect((await site.post('/api/lead', sent, { 'idempotency-key': key })).status).toBe(400);
  });

  test.each(['curta', 'x'.repeat(129), 'com espaço aqui', 'once:1:abcdefgh'])(
    'a key such as %s is refused',
    async (key) => {
      const reply = await site.post('/api/lead', person(), {
        'idempotency-key': encodeURIComponent(key) === key ? key : encodeURI(key),
      });
      expect(reply.status).toBe(400);
      expect(await body(reply)).toMatchObject({ code: 'invalid-key' });
    },
  );
});

describe('values that the server recomputes', () => {
  const known = async () => {
    const uid = randomUUID();
    await site.post('/api/quiz/start', { ...person(), uid, timestamp: 1 });
    return uid;
  };
  const result = (uid: string, more: object = {}) => ({
    uid,
    answers: [10, 5],
    score: 75,
    level: 'ALTO',
    timestamp: 1,
    ...more,
  });

  test('a result that follows from the answers is stored', async () => {
    const uid = await known();
    expect(await body(await site.post('/api/quiz/finish', result(uid)))).toEqual({ uid });
    const found = await site.get(`/api/quiz/result?uid=${uid}`);
    expect([found.status, found.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await found.json()).toEqual({ uid, score: 75, level: 'ALTO' });
    expect(await body(await site.get(`/api/quiz/user?uid=${uid.toUpperCase()}`))).toEqual({ nome: 'Ana' });
  });

  test.each([{ score: 100 }, { level: 'BAIXO' }, { answers: [0, 0] }])(
    'a forged one is refused: %j',
    async (forged) => {
      const reply = await site.post('/api/quiz/finish', result(await known(), forged));
      expect(reply.status).toBe(422);
      expect(await body(reply)).toMatchObject({ code: 'forged', message: 'O resultado não confere.' });
    },
  );

  test('one of an unknown person is refused', async () => {
    const reply = await site.post('/api/quiz/finish', result(randomUUID()));
    expect(reply.status).toBe(404);
    expect(await body(reply)).toEqual({ code: 'unknown', message: 'Pessoa desconhecida.' });
  });

  test.each([
    ['an answer that is not offered', { answers: [10, 7] }],
    ['an answer too many', { answers: [10, 5, 5] }],
    ['a level nobody declared', { level: 'MEDIO' }],
    ['a uid of another version', { uid: '00000000-0000-1000-8000-000000000000' }],
  ])('%s is invalid', async (_, wrong) => {
    expect((await site.post('/api/quiz/finish', result(await known(), wrong))).status).toBe(422);
  });
});

describe('a look-up', () => {
  test('of an unknown subject is a 404 with the intake’s message', async () => {
    const reply = await site.get(`/api/quiz/result?uid=${randomUUID()}`);
    expect(reply.status).toBe(404);
    expect(await body(reply)).toEqual({ code: 'unknown', message: 'Resultado desconhecido.' });
  });

  test.each(['', '?uid=', '?uid=1', '?uid=%00', '?uid=../..', '?__proto__=1'])(
    'with an invalid identification (%s) is a 422',
    async (query) => {
      const reply = await site.get(`/api/quiz/result${query}`);
      expect(reply.status).toBe(422);
      expect(await body(reply)).toMatchObject({
        code: 'invalid',
        message: 'A identificação não é válida.',
        errors: { uid: expect.any(String) },
      });
    },
  );

  test('responds to HEAD without a body', async () => {
    const reply = await fetch(`${site.url}/api/quiz/result?uid=${randomUUID()}`, { method: 'HEAD' });
    expect([reply.status, await reply.text()]).toEqual([404, '']);
  });
});

describe('an invalid request', () => {
  const refused = async (reply: Response, status: number, code: string) => {
    expect(reply.status).toBe(status);
    expect(await body(reply)).toEqual({ code, message: expect.stringMatching(/\S/) });
  };

  test('to an unknown path', async () => refused(await site.get('/api/nada'), 404, 'not-found'));
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json; charset=iso-8859-1',
    '',
  ])('with content type %j', async (type) =>
    refused(await site.post('/api/lead', person(), { 'content-type': type }), 415, 'unsupported-type'),
  );
  test('with a compressed body', async () =>
    refused(await site.post('/api/lead', person(), { 'content-encoding': 'gzip' }), 415, 'unsupported-type'));
  test.each(['{', '', 'null', '[]', '"texto"', '3', '[{"nome":"x"}]'])('with body %j', async (text) =>
    refused(await site.post('/api/lead', text), 400, 'malformed'),
  );
  test('with 40 KB', async () =>
    refused(await site.post('/api/lead', person({ nome: 'x'.repeat(40_000) })), 413, 'too-large'));

  test('with 40 KB in chunks without a length', async () => {
    const stream = new ReadableStream({
      start(control) {
        for (let part = 0; part < 10; part += 1) control.enqueue(new TextEncoder().encode('x'.repeat(4096)));
        control.close();
      },
    });
    const reply = await fetch(`${site.url}/api/lead`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    await refused(reply, 413, 'too-large');
  });

  test('with another method', async () => {
    const reply = await fetch(`${site.url}/api/lead`, { method: 'DELETE' });
    expect(reply.headers.get('allow')).toBe('POST');
    await refused(reply, 405, 'method-not-allowed');
    expect((await site.post('/api/quiz/result', {})).headers.get('allow')).toBe('GET, HEAD');
  });

  test.each([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://outro.example' }, { origin: 'null' }])(
    'from another site: %j',
    async (headers) =>
      refused(await site.post('/api/lead', person(), headers as Record<string, string>), 403, 'cross-site'),
  );
  test('is accepted from its own site, under either name', async () => {
    expect((await site.post('/api/lead', person(), { origin: site.url })).status).toBe(200);
    expect((await site.post('/api/lead', person(), { origin: 'https://casa.example' })).status).toBe(200);
  });

  test('is refused from its own site under another name, in production', async () => {
    const live = await startTestServer({ env: { NODE_ENV: 'production', SITE_URL: 'https://www.casa.example' } });
    try {
      const from = async (origin: string) => (await live.post('/api/lead', person(), { origin })).status;
      expect([await from('https://www.casa.example'), await from(live.url)]).toEqual([200, 403]);
      expect((await live.post('/api/lead', person())).status).toBe(200);
    } finally {
      await live.stop();
    }
  });

  test('too often gets the site’s own message', async () => {
    const other = await startTestServer({ clock: () => 1_700_000_000_000 });
    try {
      const replies = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((nota) => other.post('/api/rare', { nota })));
      const late = replies.filter((reply) => reply.status === 429);
      expect(late).toHaveLength(2);
      expect(Number(late[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await body(late[0] as Response)).toEqual({ code: 'rate-limited', message: 'Devagar, por favor.' });
      expect((await other.post('/api/checkout', { plano: 'basico' })).status).toBe(200);
    } finally {
      await other.stop();
    }
  });

  test('that is aborted changes nothing', async () => {
    const before = await counts('leads');
    const socket = connect(site.server.port, '127.0.0.1');
    await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
    socket.write(
      'POST /api/lead HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"nome":',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    expect((await site.post('/api/lead', person())).status).toBe(200);
    expect(await counts('leads')).toBe(before + 1);
  });
});
