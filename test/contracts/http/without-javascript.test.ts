/** Forms posted to a flow's steps: those of a browser without script, and forged ones. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendEvent, startSession } from '../../../engine/session/session.ts';
import { StoreError } from '../../../server/store/errors.ts';
import { createSeal } from '../../../server/visits/seal.ts';
import { visitSecret } from '../../../server/visits/secret.ts';
import { createVisitKeeper } from '../../../server/visits/visit-keeper.ts';
import { copySite, startTestServer, type TestServer } from './running.ts';

let now = Date.UTC(2026, 10, 20, 12);
let site: TestServer;

/** A flow that redirects to another host and to an address that is not allowed, and opens a link. */
const leaving = `
flow: saida
page: saida
start: porta
data: { lugar: { type: text, optional: true } }
steps:
  porta:
    path: [/saida]
    title: Saída
    description: A saída.
    show:
      - { type: hero, title: Saída, actions: [{ label: Pagar, send: pay }, { label: Ver, send: look }, { label: Comprar, send: buy }] }
    on:
      pay: { delay: 600ms, to: fora }
      buy: { post: { path: /api/checkout, with: { plano: "'basico'" } } }
      look: { openTab: 'https://pay.example/ver?a=1' }
  fora:
    redirect: { to: 'https://pay.example/comprar?src=own', params: { src: "'outro'", utm_source: visit.utm_source } }
`;
/** Flows whose first step leads on by itself. */
const leading = `
flow: atalho
page: saida
start: atalho
steps:
  atalho:
    path: [/atalho]
    redirect: { to: /sobre, params: { src: visit.src } }
`;
const choosing = `
flow: ramo
page: saida
start: ramo
steps:
  ramo:
    path: [/ramo]
    branch: [{ when: "default(visit.src, '') == 'vip'", to: fora }, { to: aqui }]
  fora:
    redirect: { to: https://pay.example/vip }
  aqui:
    show: [{ type: text, title: Aqui }]
    final: true
`;
const page = 'page: saida\ntitle: Saída\ndescription: A saída.\nblocks:\n  - { type: stage }\n';

beforeAll(async () => {
  const funnels = await copySite('http');
  await writeFile(join(funnels, 'quiz', 'saida.flow.yaml'), leaving);
  await writeFile(join(funnels, 'quiz', 'saida.page.yaml'), page);
  await writeFile(join(funnels, 'quiz', 'atalho.flow.yaml'), leading);
  await writeFile(join(funnels, 'quiz', 'ramo.flow.yaml'), choosing);
  site = await startTestServer({ funnels, clock: () => now });
});
afterAll(() => site.stop());

interface Shown {
  readonly status: number;
  readonly screen: string | undefined;
  readonly path: string | undefined;
  readonly log: string | undefined;
  readonly html: string;
  readonly headers: Headers;
}

async function read(reply: Response): Promise<Shown> {
  const html = await reply.text();
  const found = (pattern: RegExp): string | undefined => pattern.exec(html)?.[1];
  return {
    status: reply.status,
    screen: found(/data-screen="([^"]*)"/),
    path: found(/data-path="([^"]*)"/),
    log: found(/name="_log" value="([^"]*)"/),
    html,
    headers: reply.headers,
  };
}

/** The number of records in a collection. */
function records(collection: string): number {
  const database = new DatabaseSync(join(site.config.dataDir, 'store.sqlite'), { readOnly: true });
  const row = database.prepare('select count(*) as n from records where collection = ?').get(collection);
  database.close();
  return Number(row?.['n']);
}

let visitors = 0;
/** Posts a form as a browser does. */
async function post(
  path: string,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<Shown> {
  const reply = await fetch(site.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  });
  return read(reply);
}

/** Posts a form as a browser does, and follows the redirect to the address of the next screen. */
async function browse(...[path, fields, headers]: Parameters<typeof post>): Promise<Shown> {
  const shown = await post(path, fields, headers);
  const location = shown.headers.get('location') ?? '';
  if (shown.status !== 303 && shown.status !== 307) return shown;
  const there = shown.status === 307 ? await browse(location, fields, headers) : await read(await site.get(location));
  return { ...there, path: there.path || location };
}

/** A visit at the form, with its log. */
async function atForm(): Promise<Shown & { log: string }> {
  const shown = await read(await site.get('/quiz/pessoa?answers=%5B10%2C0%5D'));
  return shown as Shown & { log: string };
}

const person = () => {
  visitors += 1;
  return { nome: 'Ana Prado', email: `ana${visitors}@exemplo.com`, phone: '11987654321', aceite: 'true' };
};
const stored = async (uid: string) =>
  (await site.get(`/api/quiz/result?uid=${uid}`)).json() as Promise<Record<string, unknown>>;

const secondTitle = 'Vamos recomeçar esta etapa';

describe('a flow', () => {
  test('can be completed with forms alone', async () => {
    const first = await browse('/quiz', { _event: 'on.begin' });
    expect([first.status, first.path]).toEqual([200, '/quiz/perguntas']);
    const carry = ({ log }: Shown) => (log === undefined ? {} : { _log: log });
    const empty = await browse('/quiz/perguntas', carry(first));
    expect(empty.screen).toBe('perguntas.um');
    expect(empty.html).toContain('Aviso: Escolha uma opção.');
    // Stored, so that Forward shows it again.
    expect(empty.headers.get('cache-control')).toBe('private, no-cache');
    expect(empty.headers.get('x-robots-tag')).toBe('noindex');
    const second = await browse('/quiz/perguntas', { ...carry(empty), um: '10' });
    expect(second.screen).toBe('perguntas.dois');
    const back = await browse('/quiz/perguntas', { ...carry(second), _event: 'previous' });
    expect(back.screen).toBe('perguntas.um');
    const again = await browse('/quiz/perguntas', { ...carry(back), um: '10' });
    const form = await browse('/quiz/perguntas', { ...carry(again), dois: '5' });
    expect([form.screen, form.path]).toEqual(['pessoa', '/quiz/pessoa?answers=%5B10%2C5%5D']);
    const { aceite: _left, ...unticked } = person();
    const refused = await browse('/quiz/pessoa', { ...carry(form), ...unticked });
    expect(refused.screen).toBe('pessoa');
    expect(refused.html).toContain('<p data-error="aceite">É preciso aceitar.</p>');
    const done = await browse('/quiz/pessoa', { ...carry(refused), ...person() });
    expect(done.screen).toBe('resultado');
    expect(done.html).toContain('Você fez 75 pontos');
    const uid = new URLSearchParams(done.path?.split('?')[1]).get('uid') ?? '';
    expect(await stored(uid)).toMatchObject({ uid, score: 75, level: 'ALTO' });
  });

  test('posted twice is one submission; another visit is another', async () => {
    const form = await atForm();
    const fields = { _log: form.log, ...person() };
    const before = records('quiz_people');
    const [one, two] = await Promise.all([browse('/quiz/pessoa', fields), browse('/quiz/pessoa', fields)]);
    const three = await browse('/quiz/pessoa', fields);
    expect([one.screen, two.screen, three.screen]).toEqual(['resultado', 'resultado', 'resultado']);
    expect(two.path).toBe(one.path);
    expect(three.path).toBe(one.path);
    expect(records('quiz_people')).toBe(before + 1);
    const { _log, ...typed } = fields;
    const other = await browse('/quiz/pessoa', { ...typed, _log: (await atForm()).log });
    expect(other.path).not.toBe(one.path);
  });

  test('has a log whose replay gives the same session', async () => {
    const done = await browse('/quiz/pessoa', { _log: (await atForm()).log, ...person() });
    const { flows } = site.server.definitions.current();
    const compiled = flows.get('quiz');
    if (compiled === undefined) throw new Error('There is no quiz.');
    const seal = createSeal(await visitSecret(site.config.dataDir), () => now);
    const keeper = createVisitKeeper({ seal, visits: site.server.store.visits }, () => now);
    const opened = (await keeper.read(done.log ?? '')).openFor(compiled.flow);
    if (!opened.ok) throw new Error(opened.fault);
    const run = () => {
      let { session } = startSession(compiled, opened.visit.log.input);
      for (const { event, stamp } of opened.visit.log.events) ({ session } = sendEvent(session, event, stamp));
      return { value: session.snapshot.value, context: session.snapshot.context };
    };
    expect(run()).toEqual(run());
    expect(run()).toMatchObject({
      value: { resultado: 'ready' },
      context: { values: { nome: 'Ana Prado', result: { score: 50 } } },
    });
  });

  test('that redirects first redirects the first request', async () => {
    const reply = await site.get('/atalho?src=mail&other=1');
    expect([reply.status, reply.headers.get('location')]).toEqual([302, '/sobre?src=mail']);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const head = await fetch(new URL('/atalho', reply.url), { method: 'HEAD', redirect: 'manual' });
    expect([head.status, head.headers.get('location')]).toEqual([302, '/sobre?src=direct_access']);
    expect(await (await site.get('/sitemap.xml')).text()).not.toContain('atalho');
  });
  test('that branches first shows each visitor their own branch', async () => {
    const vip = await site.get('/ramo?src=vip');
    expect([vip.status, vip.headers.get('location')]).toEqual([302, 'https://pay.example/vip']);
    expect((await read(await site.get('/ramo'))).screen).toBe('aqui');
  });
  test('redirects to a declared host only, and sends nothing else there', async () => {
    const shown = await read(await site.get('/saida'));
    expect(shown.headers.get('content-security-policy')).toContain("form-action 'self' https://pay.example");
    const left = await post('/saida', { _event: 'on.pay' }, { referer: `${site.url}/saida?utm_source=bio` });
    expect(left.status).toBe(303);
    expect(left.headers.get('location')).toBe('https://pay.example/comprar?src=own&utm_source=bio');
    expect(left.headers.get('cache-control')).toBe('no-store');
  });

  test('shows a link in place of a new window', async () => {
    const shown = await post('/saida', { _event: 'on.look' });
    expect(shown.screen).toBe('porta');
    expect(shown.html).toContain('https://pay.example/ver?a=1');
  });
});

describe('a page that is the same for every visitor', () => {
  test('carries no visit, and stays cacheable', async () => {
    const [one, two] = await Promise.all([site.get('/quiz'), site.get('/quiz')]);
    expect(one.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(one.headers.get('etag')).toBe(two.headers.get('etag'));
    const html = await one.text();
    expect(html).toBe(await two.text());
    expect(html).not.toContain('_log');
  });
  test('posted again with the same values is the same visit', async () => {
    const fields = person();
    const path = '/quiz/pessoa?answers=%5B10%2C0%5D';
    const [one, two] = [await post(path, fields), await post(path, fields)];
    expect(one.screen).toBe('resultado');
    expect(two.path).toBe(one.path);
    const elsewhere = await post(path, fields, { 'user-agent': 'another' });
    expect(elsewhere.path).not.toBe(one.path);
  });
  test('posted by two visitors with equal presses is two visits', async () => {
    const before = records('checkouts');
    await post('/saida', { _event: 'on.buy' });
    const { log = '' } = await post('/saida', { _event: 'on.buy' });
    expect(records('checkouts')).toBe(before + 2);
    const again = { _log: log, _event: 'on.buy' };
    await post('/saida', again);
    await post('/saida', again);
    expect(records('checkouts')).toBe(before + 2);
  });
  test('begins a separate visit for each visitor who posts it', async () => {
    const uids = await Promise.all(
      [1, 2].map(async () => {
        const done = await post('/quiz/pessoa?answers=%5B0%2C0%5D', person());
        expect(done.screen).toBe('resultado');
        return done.path;
      }),
    );
    expect(uids[0]).not.toBe(uids[1]);
  });
});

describe('a visit', () => {
  /** The form after two wrong posts, whose page carries the stored visit. */
  async function atStored(): Promise<string> {
    const { log } = await atForm();
    const { log: carried = '' } = await post('/quiz/pessoa', { _log: log, nome: '' });
    expect(carried).toMatch(/^2\.[\w-]{22}\.\d+$/);
    return carried;
  }

  test('is stored once its visitor has posted something, and carried by a token', async () => {
    const { log } = await atForm();
    expect(log).toMatch(/^1[dj]\./);
    expect((await atStored()).length).toBeLessThan(40);
  });

  test('goes on from each page of two posts at once, and of Back', async () => {
    const form = await atStored();
    const posts = await Promise.all(['', 'Ana', 'Bia'].map((nome) => post('/quiz/pessoa', { _log: form, nome })));
    expect(posts.map(({ screen }) => screen)).toEqual(['pessoa', 'pessoa', 'pessoa']);
    expect(new Set(posts.map(({ log }) => log)).size).toBe(3);
    const before = records('quiz_people');
    const paths: (string | undefined)[] = [];
    for (const log of [form, ...posts.map((each) => each.log ?? '')]) {
      const done = await browse('/quiz/pessoa', { _log: log, ...person() });
      expect(done.screen).toBe('resultado');
      paths.push(done.path);
    }
    // One visit has one subject, whose owner corrects it.
    expect(new Set(paths).size).toBe(1);
    expect(records('quiz_people')).toBe(before + 4);
  });

  test('is over a day after its last page, and leaves nothing', async () => {
    const form = await atStored();
    now += 24 * 60 * 60 * 1000 - 1;
    const { log = '' } = await post('/quiz/pessoa', { _log: form, nome: '' });
    now += 24 * 60 * 60 * 1000 - 1;
    expect((await post('/quiz/pessoa', { _log: log, nome: '' })).html).not.toContain(secondTitle);
    now += 24 * 60 * 60 * 1000;
    expect((await post('/quiz/pessoa', { _log: log, nome: '' })).html).toContain(secondTitle);
    const rows = () => site.server.store.visits.expire(now);
    while ((await rows()) > 0);
    const database = new DatabaseSync(join(site.config.dataDir, 'store.sqlite'), { readOnly: true });
    expect(database.prepare('select count(*) as n from visits where expires_at <= ?').get(now)?.['n']).toBe(0);
    database.close();
  });

  test('does not begin anew while the store does not answer', async () => {
    const form = await atStored();
    const { find } = site.server.store.visits;
    (site.server.store.visits as { find: unknown }).find = () =>
      Promise.reject(new StoreError('STORE_UNREACHABLE', 'away'));
    try {
      const shown = await post('/quiz/pessoa', { _log: form, ...person() });
      expect([shown.status, shown.headers.get('retry-after')]).toEqual([503, '5']);
    } finally {
      (site.server.store.visits as { find: unknown }).find = find;
    }
    expect((await browse('/quiz/pessoa', { _log: form, ...person() })).screen).toBe('resultado');
  });
});

describe('a visit that cannot be resumed begins its step again', () => {
  const again = async (log: string, path = '/quiz/pessoa?answers=%5B10%2C0%5D', screen = 'pessoa') => {
    const shown = await post(path, { _log: log, ...person() });
    expect([shown.status, shown.screen]).toEqual([200, screen]);
    expect(shown.html).toContain(secondTitle);
    expect(shown.log).toBeDefined();
    return shown;
  };
  test('if tampered with', async () => {
    const { log } = await atForm();
    await again(`${log.slice(0, 40)}${log[40] === 'A' ? 'B' : 'A'}${log.slice(41)}`);
  });
  test('if cut, empty, or not a log', async () => {
    const { log } = await atForm();
    for (const text of [log.slice(0, -5), '', 'null', '{}', '1d.AAAA.AAAA']) await again(text);
  });
  test('if older than a day', async () => {
    const { log } = await atForm();
    now += 24 * 60 * 60 * 1000 + 1;
    await again(log);
  });
  test('if too long', async () => {
    await again('A'.repeat(20_000));
  });
  test('if it exceeds the limit, with a message', async () => {
    let { log } = await atForm();
    for (let count = 0; log !== 'full'; count += 1) {
      expect(count).toBeLessThan(10);
      const nome = `${count}${'x'.repeat(20_000)}`;
      const shown = await post('/quiz/pessoa', { ...person(), _log: log, nome });
      expect(shown.screen).toBe('pessoa');
      log = shown.log ?? '';
    }
    const anew = await again('full');
    expect(anew.html).toContain('longa demais');
    expect(anew.html).toContain('Ana Prado');
  });
  test('if it belongs to another flow', async () => {
    const shown = await post('/saida', { _event: 'on.look' });
    await again(shown.log ?? '');
  });
  test('and keeps the typed values without submitting', async () => {
    const { log } = await atForm();
    const shown = await again(`${log}x`);
    expect(shown.html).toContain('Ana Prado');
    expect(shown.path).toBe('');
  });
  test('and shows both messages at a step that needs the lost values', async () => {
    const shown = await again('x', '/quiz/pessoa', 'inicio');
    expect(shown.html).toContain('Sem respostas.');
  });
  test('ignores an event without a transition', async () => {
    const { log } = await atForm();
    for (const event of ['on.nothing', 'on.', 'previous', 'GO', 'xstate.done.actor.call:pessoa/call-0']) {
      const shown = await post('/quiz/pessoa', { _log: log, _event: event, nome: '' });
      expect([event, shown.status, shown.screen]).toEqual([event, 200, 'pessoa']);
    }
  });
});

describe('refused', () => {
  test('from another site', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, { origin: 'null' }])
      expect((await post('/quiz', { _event: 'on.begin' }, headers as Record<string, string>)).status).toBe(403);
    expect(
      (await browse('/quiz', { _event: 'on.begin' }, { origin: site.url, 'sec-fetch-site': 'same-origin' })).status,
    ).toBe(200);
  });
  test('with another type, too large, or empty', async () => {
    expect((await post('/quiz', '{}', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await post('/quiz', '', { 'content-type': 'multipart/form-data; boundary=x' })).status).toBe(415);
    expect((await post('/quiz', { a: 'x'.repeat(33_000) })).status).toBe(413);
  });
  test('at a path without a flow', async () => {
    const plain = await post('/sobre', {});
    expect([plain.status, plain.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const put = await fetch(`${site.url}/quiz`, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
  test('beyond the rate limit of an address', async () => {
    now += 60_000;
    const statuses = new Set<number>();
    for (let sent = 0; sent < 130; sent += 1) statuses.add((await post('/quiz', {})).status);
    expect([...statuses]).toEqual([200, 429]);
    now += 60_000;
    expect((await post('/quiz', {})).status).toBe(200);
  });
});

test('the server’s log contains nothing that a visitor typed', async () => {
  expect(site.logText()).not.toMatch(/Ana|@exemplo|98765|_log/);
  expect(site.logged().some((line) => line['event'] === 'request-failed')).toBe(false);
});
