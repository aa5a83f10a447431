/** A form that is sent step by step to one intake, free-form values, and the calendar. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../../server/cli/main.ts';
import { toSubject } from '../../../server/store/ids.ts';
import { mergeByVisit } from '../../../server/store/record-merge.ts';
import { startTestServer, type TestServer } from './running.ts';

let site: TestServer;
beforeAll(async () => {
  site = await startTestServer();
});
afterAll(() => site.stop());

const person = { nome: 'Ana Souza', phone: '(11) 98765-4321', aceite: true };
const habits = { habito: 'Todos os dias, cedo.', canais: 'site, rede' };
const send = (values: object) => site.post('/api/etapas', values);
const errorsOf = async (reply: Response) => ((await reply.json()) as { errors?: object }).errors;

describe('a form that is sent step by step', () => {
  test('stores the fields of each step, and every record as it was sent', async () => {
    const email = `${randomUUID()}@x.example`;
    const visita = randomUUID();
    const steps = [
      { etapa: 1, email, visita, ...person },
      // Fields of another step are dropped, like undeclared names.
      { etapa: 2, email, visita, ...habits, nome: 'Outra Pessoa' },
      { etapa: 3, email, visita, ...person, ...habits },
    ];
    for (const step of steps) {
      const reply = await send(step);
      expect(reply.status).toBe(200);
      expect(await reply.json()).toEqual({ success: true });
    }
    const kept = await site.server.store.of('etapas', toSubject(email));
    const phone = '11987654321';
    expect(kept.map(({ data }) => data)).toEqual([
      { ...person, phone, email, etapa: 1, visita },
      { ...habits, email, etapa: 2, visita },
      { ...person, phone, ...habits, email, etapa: 3, visita },
    ]);
    // The first form asks for consent; a step without that form proves none.
    expect(kept.map(({ meta }) => 'consent' in meta)).toEqual([true, false, true]);
  });

  test.each<[string, object, Record<string, unknown>]>([
    ['a step without its own fields', { etapa: 2 }, { habito: 'Conte mais.', canais: 'Escolha um canal.' }],
    ['a step there is none of', { etapa: 9, ...person }, { etapa: expect.any(String) }],
    ['a step by another name', { etapa: 'constructor', ...person }, { etapa: expect.any(String) }],
    ['no step', person, { etapa: expect.any(String) }],
    ['a choice that is none', { etapa: 2, ...habits, canais: 'site, radio' }, { canais: expect.any(String) }],
    ['a visit that is none', { etapa: 2, ...habits, visita: 'x' }, { visita: expect.any(String) }],
  ])('refuses %s', async (_, values, errors) => {
    const reply = await send({ email: 'a@x.example', ...values });
    expect(reply.status).toBe(422);
    expect(await errorsOf(reply)).toEqual(errors);
  });

  test('requires the shared fields on every step', async () => {
    const reply = await send({ etapa: 2, ...habits });
    expect(reply.status).toBe(422);
    expect(await errorsOf(reply)).toEqual({ email: 'Informe o e-mail.' });
  });

  test('is merged per visit: an e-mail address alone changes nothing in another visit', async () => {
    const email = `${randomUUID()}@x.example`;
    const [mine, theirs] = [randomUUID(), randomUUID()];
    await send({ etapa: 1, email, visita: mine, ...person });
    await send({ etapa: 1, email, visita: theirs, ...person, nome: 'Intrusa Silva' });
    await send({ etapa: 1, email, ...person, nome: 'Sem Visita' });
    await send({ etapa: 2, email, visita: mine, ...habits });
    const merged = mergeByVisit(await site.server.store.of('etapas', toSubject(email)), 'visita');
    expect(merged.map(({ visit, records, data }) => [visit, records.length, data['nome'], data['habito']])).toEqual([
      [mine, 2, 'Ana Souza', habits.habito],
      [theirs, 1, 'Intrusa Silva', undefined],
      [null, 1, 'Sem Visita', undefined],
    ]);
    for (const path of ['/api/etapas', `/api/etapas?email=${email}`]) expect((await site.get(path)).status).toBe(405);

    // The `records` command of the operator shows the same while the server runs.
    const printed: string[] = [];
    const env = { DATA_DIR: process.env['DATA_DIR'], FUNNELS_DIR: process.env['FUNNELS_DIR'] };
    Object.assign(process.env, { DATA_DIR: site.config.dataDir, FUNNELS_DIR: site.config.funnelsDir });
    try {
      const output = {
        out: (text: string) => printed.push(text),
        err: (text: string) => printed.push(text),
        colours: false,
      };
      expect(await main(['records', 'etapas', email], output)).toBe(0);
      expect(await main(['records', 'etapas', 'ninguem@x.example'], output)).toBe(1);
      // Without a subject, the leads of the collection are listed.
      expect(await main(['records', 'etapas'], output)).toBe(0);
      expect(await main(['records'], output)).toBe(2);
    } finally {
      for (const [name, value] of Object.entries(env))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
    expect(JSON.parse(printed[0] ?? '')).toEqual(JSON.parse(JSON.stringify(merged)));
  });
});

describe('a value of type json', () => {
  const post = (dados: unknown) => site.post('/api/evento', JSON.stringify({ nome: 'PageView', dados }));
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
  test('is stored unchanged', async () => {
    const dados = { valor: 197, itens: [{ id: 'a', n: null }], ok: true, nome: 'é' };
    expect((await post(dados)).status).toBe(200);
    expect((await site.server.store.list('eventos')).at(-1)?.data).toEqual({ nome: 'PageView', dados });
  });
  test.each<[string, unknown]>([
    ['a text', 'x'],
    ['a list', [1]],
    ['nothing', null],
    ['more than 16 KB', { a: 'x'.repeat(16_400) }],
    ['too many levels', nested(17)],
    ['a character no database keeps', { a: { b: ['x\0'] } }],
    ['half a character in a name', { '\ud800': 1 }],
  ])('is refused as %s', async (_, dados) => {
    expect((await post(dados)).status).toBe(422);
  });
  test('sets no prototype', async () => {
    const reply = await site.post('/api/evento', '{"nome":"x","dados":{"a":{"__proto__":{"admin":true}}}}');
    expect(reply.status).toBe(422);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });
});

describe('an event of the site', () => {
  test('is served as a calendar file', async () => {
    const reply = await site.get('/calendario/oficina.ics');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="oficina.ics"');
    const text = await reply.text();
    expect(text).toContain('\r\nDTSTART:20300503T120000Z\r\nDTEND:20300503T210000Z\r\n');
    expect(text).toContain('\r\nLOCATION:Sala 1\\, casa\r\n');
    expect(text).toMatch(/\r\nUID:oficina@casa\.example\r\n/);
  });
  test.each([
    '/calendario/outra.ics',
    '/calendario/constructor.ics',
    '/calendario/oficina.txt',
    '/oficina.ics',
    '/calendario',
  ])('is not served at %s', async (path) => {
    expect((await site.get(path)).status).toBe(404);
  });
});
