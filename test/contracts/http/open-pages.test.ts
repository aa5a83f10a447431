/** Visitors in the middle of a flow while another version is published: their pages, submissions and visits. */
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copySite, startTestServer, type TestServer } from './running.ts';

let funnels: string;
let site: TestServer;
beforeEach(async () => {
  funnels = await copySite('http');
  site = await startTestServer({ funnels });
});
afterEach(() => site.stop());

const hash = (): string => site.server.definitions.current().site.hash;

async function edit(path: string, ...edits: readonly (readonly [from: string, to: string])[]): Promise<void> {
  const file = join(funnels, path);
  let text = await readFile(file, 'utf8');
  for (const [from, to] of edits) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  await writeFile(file, text);
}

/** Publishes the folder. @returns the hash of the version until now */
async function publish(): Promise<string> {
  const before = hash();
  expect(await site.server.definitions.reload()).toBe(true);
  return before;
}

/** The address of the data of a page's flow. */
async function bundleOf(path: string): Promise<string> {
  const [, bundle = ''] = /data-bundles="([^" ]+)/.exec(await (await site.get(path)).text()) ?? [];
  expect(bundle).toMatch(/^\/_f\/flows\/quiz\./);
  return bundle;
}

/** The records of a collection, with the version that accepted each. */
function records(collection: string): { definition: string; data: Record<string, unknown> }[] {
  const database = new DatabaseSync(join(site.config.dataDir, 'store.sqlite'), { readOnly: true });
  const rows = database
    .prepare('select definition, data from records where collection = ? order by seq')
    .all(collection);
  database.close();
  return rows.map(({ definition, data }) => ({ definition: String(definition), data: JSON.parse(String(data)) }));
}

const person = { nome: 'Ana Prado', email: 'ana@x.example', phone: '11987654321' };
/** A field that every submission of the next version needs. */
const cityAdded = [
  'fields:\n',
  'fields:\n  cidade:\n    type: text\n    label: Cidade\n    rules:\n      - { rule: required, message: Informe a cidade. }\n',
] as const;
const start = (values: object, headers: Record<string, string> = {}): Promise<Response> =>
  site.post('/api/quiz/start', { uid: randomUUID(), timestamp: Date.now(), ...values }, headers);

test('a submission is handled by the version that drew its page, and its data stays available', async () => {
  const open = await bundleOf('/quiz');
  await edit('quiz/pessoa.form.yaml', cityAdded);
  const before = await publish();
  const fresh = await bundleOf('/quiz');
  expect(fresh).not.toBe(open);
  expect((await site.get(open)).status).toBe(200);
  expect((await start(person, { 'flow-version': open })).status).toBe(200);
  for (const headers of [{ 'flow-version': fresh }, {}, { 'flow-version': '/_f/flows/quiz.0000.json' }])
    expect((await start(person, headers as Record<string, string>)).status).toBe(422);
  expect((await start({ ...person, cidade: 'Recife' }, { 'flow-version': fresh })).status).toBe(200);
  expect(records('quiz_people')).toEqual([
    { definition: before, data: expect.not.objectContaining({ cidade: 'Recife' }) },
    { definition: hash(), data: expect.objectContaining({ cidade: 'Recife' }) },
  ]);
});

test('a page whose flow was not edited gets the newest intakes', async () => {
  const open = await bundleOf('/quiz');
  await edit('quiz/quiz.api.yaml', ['Não foi possível registrar.', 'Registro recusado.']);
  await publish();
  expect(await bundleOf('/quiz')).toBe(open);
  const refused = await site.post('/api/quiz/start', { ...person, uid: 'x' }, { 'flow-version': open });
  expect(await refused.json()).toMatchObject({ message: 'Registro recusado.' });
});

test('an intake that is closed now is closed for open pages, too', async () => {
  const open = await bundleOf('/quiz');
  await edit('quiz/pessoa.form.yaml', cityAdded);
  await edit('quiz/quiz.api.yaml', ['    omit: [aceite]\n', "    omit: [aceite]\n    when: nome == 'Ninguém'\n"]);
  await publish();
  expect((await start(person, { 'flow-version': open })).status).toBe(409);
  expect((await start({ ...person, nome: 'Ninguém' }, { 'flow-version': open })).status).toBe(200);
});

test('an intake and a path that are gone still take what open pages send', async () => {
  const open = await bundleOf('/quiz');
  await edit('quiz/quiz.api.yaml', ['/api/quiz/start', '/api/quiz/begin']);
  await edit('quiz/quiz.flow.yaml', ['/api/quiz/start', '/api/quiz/begin']);
  await publish();
  expect((await start(person)).status).toBe(404);
  expect((await start(person, { 'flow-version': open })).status).toBe(200);
});

interface Shown {
  readonly status: number;
  readonly screen: string | undefined;
  readonly html: string;
  readonly fields: Record<string, string>;
}

async function shownBy(reply: Response): Promise<Shown> {
  const html = await reply.text();
  const [, log] = /name="_log" value="([^"]*)"/.exec(html) ?? [];
  return {
    status: reply.status,
    screen: /data-screen="([^"]*)"/.exec(html)?.[1],
    html,
    fields: log === undefined ? {} : { _log: log },
  };
}

/** Posts a form without script, and goes where the answer leads. */
async function send(path: string, fields: Record<string, string>): Promise<Shown> {
  const reply = await fetch(site.url + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  const location = reply.headers.get('location') ?? '';
  if (reply.status === 307) return send(location, fields);
  return shownBy(reply.status === 303 ? await site.get(location) : reply);
}

const asked = `      - id: meio
        question: No meio?
        options: [{ value: 0, label: Nada }, { value: 5, label: Algo }]
      - id: dois
`;
/** A question more, and a field more. */
async function editFlow(): Promise<void> {
  await edit('quiz/pessoa.form.yaml', cityAdded);
  await edit(
    'quiz/quiz.flow.yaml',
    ['      - id: dois\n', asked],
    ['length: 2', 'length: 3'],
    ['percent(sum(answers), 20)', 'percent(sum(answers), 30)'],
  );
  await edit('quiz/quiz.api.yaml', ['length: 2', 'length: 3']);
}

test('a visit without script ends on the version that it began with', async () => {
  const form = await shownBy(await site.get('/quiz/pessoa?answers=%5B10%2C0%5D'));
  await editFlow();
  const before = await publish();
  const done = await send('/quiz/pessoa', { ...form.fields, ...person, aceite: 'true' });
  expect([done.status, done.screen]).toEqual([200, 'resultado']);
  expect(done.html).toContain('Você fez 50 pontos');
  expect(
    records('quiz_people')
      .concat(records('quiz_results'))
      .map(({ definition }) => definition),
  ).toEqual([before, before]);
});

test('after a restart it goes on in the version of now, with its answers', async () => {
  const second = await send('/quiz/perguntas', { um: '10' });
  expect(second.screen).toBe('perguntas.dois');
  const form = await shownBy(await site.get('/quiz/pessoa?answers=%5B10%2C0%5D'));
  await editFlow();
  const { dataDir } = site.config;
  const copy = await copySite('http');
  await site.server.stop(2000);
  await rm(copy, { recursive: true });
  site = await startTestServer({ funnels, env: { DATA_DIR: dataDir } });
  // The second question of before comes after the new one now.
  const asksNew = await send('/quiz/perguntas', { ...second.fields, dois: '5' });
  expect(asksNew.screen).toBe('perguntas.meio');
  expect(asksNew.html).not.toContain('Vamos recomeçar');
  const asksOld = await send('/quiz/perguntas', { ...asksNew.fields, meio: '5' });
  expect(asksOld.screen).toBe('perguntas.dois');
  // The form was reached with answers that lack the new question: it is asked, and the others are kept.
  const moved = await send('/quiz/pessoa', { ...form.fields, ...person, aceite: 'true' });
  expect(moved.screen).toBe('perguntas.meio');
  const goesOn = await send('/quiz/perguntas', { ...moved.fields, meio: '5' });
  const last = await send('/quiz/perguntas', { ...goesOn.fields });
  expect(last.screen).toBe('pessoa');
  // What was typed when the version changed is in its fields.
  expect(last.html).toContain('"email":"ana@x.example"');
  const refused = await send('/quiz/pessoa', { ...last.fields, ...person, aceite: 'true' });
  expect(refused.html).toContain('Informe a cidade.');
  const done = await send('/quiz/pessoa', { ...refused.fields, ...person, aceite: 'true', cidade: 'Recife' });
  expect(done.html).toContain('Você fez 50 pontos');
  expect(records('quiz_results').at(-1)?.data).toMatchObject({ answers: [10, 5, 0] });
});
