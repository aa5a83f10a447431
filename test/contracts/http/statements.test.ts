/** Statements, points by ranges and computed values of a funnel in one file, for a browser without script. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtureFolder } from '../../harness/fixture-sites.ts';
import { type HostedSite, hostSite } from '../../harness/hosted-site.ts';
import { readRecords } from '../../harness/records.ts';

let server: HostedSite;
beforeAll(async () => {
  server = await hostSite({ funnels: fixtureFolder('short') });
});
afterAll(() => server.remove());

/** What a page says, without its markup. */
const textOf = (html: string): string =>
  /<main[\s\S]*<\/main>/
    .exec(html)?.[0]
    ?.replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/\s+/g, ' ') ?? '';

/** A visit that posts forms, each with the log of the page before it. */
function visit() {
  let log: string | undefined;
  let path = '/horas';
  return async (fields: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ ...(log === undefined ? {} : { _log: log }), ...fields });
    let reply = await fetch(server.url + path, { method: 'POST', body, redirect: 'manual' });
    const location = reply.headers.get('location');
    if (location !== null) {
      path = location;
      reply = await fetch(new URL(location, server.url));
    }
    const html = await reply.text();
    log = /name="_log" value="([^"]*)"/.exec(html)?.[1] ?? log;
    return { text: textOf(html), html };
  };
}

test('statements follow questions and lead back to them, and the result has the score', async () => {
  const post = visit();
  expect((await post({ _event: 'on.begin' })).text).toContain('Você anota o que se repete?');
  const statement = await post({ q1: '5' });
  expect(statement.text).toContain('Agora, os números');
  expect(statement.text).toContain('Vamos lá');
  expect(statement.text).not.toMatch(/Pergunta \d/);
  expect(statement.html).toContain('aria-valuenow="17"');
  const second = await post({ _event: 'on.next' });
  expect(second.text).toContain('Alguém mais sabe fazer essas tarefas?');
  expect(second.text).toContain('Pergunta 2 de 6');
  expect((await post({ _event: 'previous' })).text).toContain('Agora, os números');
  expect((await post({ _event: 'on.back' })).text).toContain('Você anota o que se repete?');
  await post({ q1: '5' });
  await post({ _event: 'on.next' });
  await post({ q2: '5' });
  expect((await post({ nome: 'Ana Prado' })).text).toContain('Quantas horas por semana, Ana Prado?');
  const almost = await post({ horas: '12' });
  expect(almost.text).toContain('Quase lá, Ana Prado');
  expect(almost.text).toContain('624 horas');
  expect((await post({ _event: 'on.next' })).text).toContain('Quanto vale uma hora sua?');
  expect((await post({ valor: '120,50' })).text).toContain('Por onde falamos com você?');
  await post({ canal: 'email' });
  const end = await post({ email: 'ana@exemplo.com.br' });
  expect(end.text).toContain('Ana Prado, as suas tarefas custam R$ 75.192,00 por ano');
  expect(end.text).toContain('Você fez 17 de 25 pontos.');
  expect(readRecords(server.dataDir, 'horas_leads')).toMatchObject([
    { nome: 'Ana Prado', horas: 12, valor: 12050, score: 17, result: 'caro', answers: [5, 5] },
  ]);
});

test('what the condition of a question or of a statement leaves out is neither shown nor stored', async () => {
  const post = visit();
  await post({ _event: 'on.begin' });
  await post({ q1: '5' });
  await post({ _event: 'on.next' });
  await post({ q2: '0' });
  await post({ nome: 'Bia Reis' });
  expect((await post({ horas: '3' })).text).toContain('Por onde falamos com você?');
  await post({ canal: 'telefone' });
  const end = await post({ email: 'bia@exemplo.com.br' });
  expect(end.text).toContain('Você está no caminho, Bia Reis');
  expect(end.text).toContain('15 de 25 pontos.');
  const lead = readRecords(server.dataDir, 'horas_leads').find(({ nome }) => nome === 'Bia Reis');
  expect(lead).toMatchObject({ score: 15, result: 'bom' });
  expect(lead).not.toHaveProperty('valor');
});

test('a score or a result that does not fit the answers is refused', async () => {
  const values = { nome: 'Eva', horas: 3, canal: 'email', email: 'eva@exemplo.com.br', answers: [5, 0] };
  const send = (more: object) =>
    fetch(`${server.url}/api/horas`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ ...values, ...more }),
    });
  expect((await send({ score: 20, result: 'bom' })).status).toBe(422);
  expect((await send({ score: 15, result: 'caro' })).status).toBe(422);
  expect((await send({ score: 15, result: 'bom' })).status).toBe(200);
});
