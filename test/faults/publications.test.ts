/**
 * Publications and rollbacks under load, with visitors in the middle of every flow: no request fails, no answer is lost, and
 * nobody gets parts of two versions: on one process with SQLite, and on several with PostgreSQL, where each request of a visitor
 * reaches another process. ROUNDS=100 publishes and rolls back 100 times each, on three processes instead of two. Requires a
 * build.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { SessionInput } from '../../engine/flow/context.ts';
import { type CompiledFlow, compileFlow } from '../../engine/flow/index.ts';
import { formValidator } from '../../engine/forms/form-validator.ts';
import { screenOf, stepAt } from '../../engine/session/session.ts';
import { acceptedValues } from '../../engine/walks/examples.ts';
import type { FlowBundle } from '../../renderer/islands/bundle.ts';
import { readConfig } from '../../server/config.ts';
import { until } from '../contracts/http/running.ts';
import { openVisitor, type Visitor } from '../harness/chromium.ts';
import { type Answer, driveEngine, type EngineDriver, startAt } from '../harness/engine-driver.ts';
import { commandEnv, runFunnel } from '../harness/funnel-command.ts';
import { applyEdits, copyFunnels, type Edit } from '../harness/funnels-copy.ts';
import { loadFunnels } from '../harness/load-site.ts';
import { createDatabase, postgresMissing, type TestDatabase } from '../harness/postgres.ts';
import { seeded } from '../harness/random-form.ts';
import { returnChromium, shareChromium } from '../harness/shared-chromium.ts';
import { type SiteServer, startSite } from '../harness/site-server.ts';

const rounds = Number(process.env['ROUNDS'] ?? 1);
const isFull = rounds > 10;
/** The processes that share PostgreSQL. A start takes seconds of processor time. */
const processes = isFull ? 3 : 2;
/** Visitors at a time, by how they visit. */
const [islands, plain, readers] = isFull ? [8, 3, 2] : [3, 1, 1];

/** Every page and every flow's data contain the name of the site, so each shows its version. */
const names = { one: 'Perfil Ético', two: 'Perfil Ético Dois' } as const;
type Name = keyof typeof names;
const twoHere: Edit = ['site.yaml', `name: ${names.one}\n`, `name: ${names.two}\n`];
const cityField = `fields:
  cidade:
    type: text
    label: Cidade
    maxLength: 80
    rules:
      - { rule: required, message: Informe a cidade. }
`;
const lastQuestion = `      - id: planos
        question: Você planeja o que publica?
        options:
          - { value: 0, label: Não }
          - { value: 5, label: Às vezes }
          - { value: 10, label: Sim }

steps:
`;
/** The second version asks one question more, and forms need one value more. */
const edits: readonly Edit[] = [
  twoHere,
  ['diagnostico/identificacao.form.yaml', 'fields:\n', cityField],
  ['ebook/ebook.form.yaml', 'fields:\n', cityField],
  ['diagnostico/diagnostico.flow.yaml', 'length: 4', 'length: 5'],
  ['diagnostico/diagnostico.flow.yaml', 'percent(sum(answers), 40)', 'percent(sum(answers), 50)'],
  ['diagnostico/diagnostico.flow.yaml', '\nsteps:\n', lastQuestion],
  ['diagnostico/diagnostico.api.yaml', 'length: 4', 'length: 5'],
  ['site.yaml', 'questions: 4', 'questions: 5'],
];

let drafts: { readonly one: string; readonly two: string };
/** The processes that serve the site. */
let servers: readonly SiteServer[] = [];
let site: SiteDefinition;
let hashes: Record<Name, string>;
/** The pages on which a flow can begin. */
let entries: { readonly flow: string; readonly path: string; readonly given: SessionInput['saved'] }[];
let env: Record<string, string>;

beforeAll(async () => {
  drafts = { one: copyFunnels(), two: copyFunnels() };
  applyEdits(drafts.two, edits);
  const [one, two] = [await loadFunnels(drafts.one), await loadFunnels(drafts.two)];
  hashes = { one: one.hash, two: two.hash };
  site = one;
  entries = Object.entries(site.routes).flatMap(([path, { page, flow, step, overlay }]) => {
    if (overlay !== undefined || path !== site.routes[path]?.canonical) return [];
    const own = flow !== null && step === site.flows[flow]?.start ? [{ flow, path, given: {} }] : [];
    const overlays = Object.values(site.pages[page]?.overlays ?? {});
    return [...own, ...overlays.map((each) => ({ flow: each.flow, path, given: each.with ?? {} }))];
  });
});

/** Starts processes over the first draft. @param more their environment */
async function start(count: number, more: Record<string, string> = {}): Promise<void> {
  // One proxy is trusted, so that every visitor can have an address: rate limits are per address.
  const options = {
    funnels: drafts.one,
    env: { NODE_ENV: 'production', TRUST_PROXY: '1', LOG_LEVEL: 'warn', PUBLISH: 'on-command', ...more },
  };
  // The first one publishes the folder.
  const first = await startSite(options);
  servers = [first, ...(await Promise.all(Array.from({ length: count - 1 }, () => startSite(options))))];
  env = commandEnv(readConfig({ DATA_DIR: first.dataDir, FUNNELS_DIR: drafts.one, ...more }, '/'));
}
async function stop(): Promise<void> {
  await Promise.all(servers.map((each) => each.remove()));
  servers = [];
}

/** Repeats a request whose kept connection was closed as it was used, as browsers do. */
const fetchKept = (url: string, init?: RequestInit): Promise<Response> => {
  const once = (): Promise<Response> => fetch(url, init);
  return once().catch(once);
};

/** The version that every process serves; empty while they differ. */
async function definition(): Promise<string> {
  const served = await Promise.all(
    servers.map(
      async ({ url }) => ((await (await fetchKept(`${url}/readyz`)).json()) as { definition: string }).definition,
    ),
  );
  return new Set(served).size === 1 ? (served[0] as string) : '';
}

async function run(...args: string[]): Promise<void> {
  const { code, out, err } = await runFunnel(args, env);
  expect([code, err], out).toEqual([0, '']);
}
async function publish(name: Name): Promise<void> {
  // The second version refuses the leads of the first one.
  await run('publish', drafts[name], '--message', name, '--override', 'Forms ask for one value more');
  await until(async () => (await definition()) === hashes[name]);
}
async function rollback(): Promise<void> {
  await run('rollback');
  await until(async () => (await definition()) === hashes.one);
}

const random = seeded(16);
let visitors = 0;
/** A visitor with an address of their own. */
function newcomer() {
  visitors += 1;
  return {
    number: visitors,
    email: `visitante-${visitors}@exemplo.com.br`,
    headers: { 'x-forwarded-for': `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}` },
  };
}
type Newcomer = ReturnType<typeof newcomer>;

/** What the visitors have seen. */
const seen = {
  requests: 0,
  ended: { islands: 0, plain: 0 },
  /** Visits whose version was replaced before they ended. */
  passed: 0,
  flows: new Set<string>(),
  wrong: [] as string[],
};

/** What was acknowledged: the e-mail address of each submission, with the hash of its page's version. */
const acknowledged: { readonly email: string; readonly definition: string; readonly path: string }[] = [];

/** Each request of a visitor reaches another process. */
async function ask(path: string, who: Newcomer, init: RequestInit = {}): Promise<Response> {
  const { url } = servers[seen.requests % servers.length] as SiteServer;
  const headers = { ...who.headers, ...init.headers };
  const reply = await fetchKept(url + path, { redirect: 'manual', ...init, headers });
  seen.requests += 1;
  if (reply.status >= 500 || reply.status === 404) seen.wrong.push(`${init.method ?? 'GET'} ${path}: ${reply.status}`);
  return reply;
}

/** The version that a page shows. */
const versionOf = (html: string): Name => {
  const title = /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '';
  return title.includes(names.two) ? 'two' : 'one';
};

/** The name of a site in the data of a flow. */
const nameIn = (bundle: FlowBundle): Name => (bundle.site.name === names.two ? 'two' : 'one');

const pause = (): Promise<void> => sleep(random() * (isFull ? 700 : 300));

/** Does what is next on the screen. @returns false at the end of the flow */
async function act(driver: EngineDriver, who: Newcomer): Promise<boolean> {
  const { session } = driver;
  const { compiled } = session;
  const screen = screenOf(session);
  if (screen.status === 'waiting') {
    await driver.elapse(60_000);
    return true;
  }
  if (screen.status !== 'ready') return false;
  if (screen.question !== null) {
    const { options } = screen.question.item;
    return driver.send({ type: 'NEXT', value: options[Math.floor(random() * options.length)]?.value as number });
  }
  if (screen.form !== null) {
    const { definition: form } = screen.form;
    const email = form.fields.find(({ type }) => type === 'email')?.name;
    const wanted = email === undefined ? {} : { [email]: who.email };
    const { values, refused } = acceptedValues(compiled.validate, form, wanted);
    if (refused.length > 0) seen.wrong.push(`${form.id} accepts nothing for ${refused.join()}`);
    await driver.send({ type: 'SUBMIT', values });
    // A form that stays after its submission was accepted is the end of its flow.
    return screenOf(driver.session).id !== screen.id;
  }
  const on = compiled.flow.steps[screen.step]?.on ?? {};
  const [onward] = Object.entries(on).find(([, { to }]) => to !== undefined) ?? [];
  if (onward === undefined) return false;
  await driver.press(onward);
  return true;
}

/** Goes through a flow as its island does: with the page's data, and calls that name it. */
async function visitIsland(entry: (typeof entries)[number]): Promise<void> {
  const who = newcomer();
  const html = await (await ask(entry.path, who)).text();
  const version = versionOf(html);
  const island = [...html.matchAll(/<[^>]*\bdata-flow="([^"]*)"[^>]*>/g)].find(([, flow]) => flow === entry.flow)?.[0];
  const address = /data-bundle="([^"]*)"/.exec(island ?? '')?.[1];
  if (address === undefined) throw new Error(`${entry.path} has no island of ${entry.flow}.`);
  await pause();
  const bundle = (await (await ask(address, who)).json()) as FlowBundle;
  if (nameIn(bundle) !== version) seen.wrong.push(`${entry.path} of ${version} has the data of ${nameIn(bundle)}`);
  const compiled: CompiledFlow = compileFlow(
    bundle.flow,
    bundle.forms,
    formValidator(bundle.forms, bundle.site.formMessages),
  );
  const visitId = randomUUID().replaceAll('-', '').slice(0, 20);
  const answer: Answer = async ({ method, path, payload }) => {
    await pause();
    const headers = { accept: 'application/json', 'flow-version': address, 'visit-id': visitId };
    const query = new URLSearchParams(payload as Record<string, string>);
    const reply =
      method === 'GET'
        ? await ask(`${path}?${query}`, who, { headers })
        : await ask(path, who, {
            method,
            headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
            body: JSON.stringify(payload),
          });
    const output = (await reply.json()) as { message?: string };
    if (!reply.ok) {
      seen.wrong.push(`${method} ${path} from ${version}: ${reply.status} ${JSON.stringify(output)}`);
      return { message: output.message ?? null, status: reply.status };
    }
    if (method === 'POST' && Object.values(payload).includes(who.email))
      acknowledged.push({ email: who.email, definition: hashes[version], path });
    return { output };
  };
  const at = site.routes[entry.path]?.flow === entry.flow ? stepAt(compiled, entry.path) : null;
  const input = startAt({
    screen: at,
    at: Date.now(),
    random: random(),
    ids: { uid: randomUUID() },
    saved: entry.given,
  });
  const driver = await driveEngine(compiled, input, answer);
  for (let acts = 0; acts < 40 && (await act(driver, who)); acts += 1) await pause();
  seen.flows.add(entry.flow);
  seen.ended.islands += 1;
  if (hashes[version] !== (await definition())) seen.passed += 1;
}

/** Takes the diagnosis without script, by its forms alone. */
async function visitPlain(): Promise<void> {
  const who = newcomer();
  let path = '/quiz';
  let html = await (await ask(path, who)).text();
  let version: Name | null = null;
  for (let posts = 0; posts < 12; posts += 1) {
    const screen = /data-screen="([^"]*)"/.exec(html)?.[1] ?? '';
    if (screen === 'resultado') {
      seen.ended.plain += 1;
      acknowledged.push({ email: who.email, definition: hashes[version ?? 'one'], path: '/api/diagnostico/start' });
      if (hashes[version ?? 'one'] !== (await definition())) seen.passed += 1;
      return;
    }
    await pause();
    const log = /name="_log" value="([^"]*)"/.exec(html)?.[1];
    const fields: Record<string, string> = screen.startsWith('quiz.')
      ? { [screen.slice('quiz.'.length)]: '5' }
      : { nome: 'Ana Souza', email: who.email, wa: '(11) 98765-4321', consent: 'true', cidade: 'Recife' };
    const body = new URLSearchParams({ ...fields, ...(log === undefined ? {} : { _log: log }) });
    for (let reply = await ask(path, who, { method: 'POST', body }); ; ) {
      const location = reply.headers.get('location');
      if (location === null) {
        html = await reply.text();
        if (reply.status !== 200) seen.wrong.push(`POST ${path} without script: ${reply.status}`);
        break;
      }
      path = location;
      reply = await ask(path, who, reply.status === 307 ? { method: 'POST', body } : {});
    }
    // The first form carries no visit: the live version begins it.
    const now = versionOf(html);
    if (version !== null && now !== version) seen.wrong.push(`a visit without script of ${version} got ${now}`);
    version = now;
  }
  seen.wrong.push(`a visit without script did not end: it is at ${path}`);
}

async function read(): Promise<void> {
  const paths = Object.keys(site.routes);
  const path = paths[Math.floor(random() * paths.length)] as string;
  const reply = await ask(path, newcomer());
  await reply.arrayBuffer();
  if (reply.status !== 200 && reply.status !== 302) seen.wrong.push(`${path}: ${reply.status}`);
}

/** Visitors who come one after another until they are stopped, in every flow. */
function startVisitors() {
  let running = true;
  let next = 0;
  const loop = async (visit: () => Promise<void>): Promise<void> => {
    while (running) {
      await visit().catch((error: unknown) => seen.wrong.push(String(error)));
      await sleep(10);
    }
  };
  const nextIsland = (): Promise<void> => {
    next += 1;
    return visitIsland(entries[next % entries.length] as (typeof entries)[number]);
  };
  const loops = [
    ...Array.from({ length: islands }, () => loop(nextIsland)),
    ...Array.from({ length: plain }, () => loop(visitPlain)),
    ...Array.from({ length: readers }, () => loop(read)),
  ];
  return {
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  };
}

/** The screen of the page's flow, whether the page or its island steps through it. */
const screenNow = (page: Page): Promise<string> =>
  page
    .locator('[data-island]')
    .evaluate((root: HTMLElement) => (root.dataset['state'] ?? root.dataset['screen'] ?? '').replace(/\.ready$/, ''));

/** Answers the question on the screen, and goes on. */
async function choose(page: Page, option: string): Promise<void> {
  const screen = await screenNow(page);
  await page.locator('[data-question] label', { hasText: option }).click();
  await page.getByRole('button', { name: /Próxima|Finalizar/ }).click();
  await expect.poll(() => screenNow(page)).not.toBe(screen);
}
/** Publishes and rolls back under load. @param recordsOf reads what is stored */
async function publishUnderLoad(recordsOf: () => Promise<readonly Record<string, unknown>[]>): Promise<void> {
  Object.assign(seen, { requests: 0, ended: { islands: 0, plain: 0 }, passed: 0, flows: new Set(), wrong: [] });
  acknowledged.length = 0;
  const began = Date.now();
  const load = startVisitors();
  for (let round = 0; round < rounds; round += 1) {
    await publish('two');
    await pause();
    await until(() => acknowledged.some((each) => each.definition === hashes.two));
    await rollback();
    await pause();
  }
  // Every flow was visited, and visits were overtaken by publications.
  await until(() => entries.every(({ flow }) => seen.flows.has(flow)) && seen.passed > 0 && seen.ended.plain > 0);
  await load.stop();
  const { requests, ended, passed, flows, wrong } = seen;
  console.log(
    `${rounds} publications and rollbacks in ${Math.round((Date.now() - began) / 1000)} s: ${requests} requests, ${ended.islands} visits of ${flows.size} flows, ${ended.plain} without script, ${passed} overtaken, ${acknowledged.length} submissions acknowledged, ${wrong.length} wrong`,
  );
  expect(wrong).toEqual([]);
  const stored = await recordsOf();
  const kept = new Set(
    stored.map((record) => {
      const data = record['data'];
      const values = (typeof data === 'string' ? JSON.parse(data) : data) as object;
      const email = Object.values(values).find((value) => String(value).includes('@'));
      return `${email} ${record['definition']}`;
    }),
  );
  const lost = acknowledged.filter((each) => !kept.has(`${each.email} ${each.definition}`));
  expect(lost).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(2 * rounds);
  expect(new Set(acknowledged.map((each) => each.definition)).size).toBe(2);
}

const manyTimes = `${rounds} publications and as many rollbacks under load: no request fails, no answer is lost, no version is mixed`;
const long = { timeout: isFull ? 7_200_000 : 240_000 };

describe('one process with SQLite', () => {
  beforeAll(() => start(1));
  afterAll(stop);

  test('a visitor keeps the answers over a publication, and goes on at the first screen that they do not satisfy', async () => {
    const browser = await shareChromium('shell');
    const left: Visitor[] = [];
    try {
      const [early, late] = [await openVisitor(browser), await openVisitor(browser)];
      left.push(early, late);
      for (const { page } of [early, late]) await page.goto(`${servers[0]?.url}/quiz`);
      for (const { page } of [early, late])
        for (const option of ['Quem sou', 'Publico toda']) await choose(page, option);
      for (const option of ['Recebo perguntas', 'Sim.']) await choose(late.page, option);
      await expect.poll(() => screenNow(late.page)).toBe('identificacao');
      await late.page.getByLabel('Nome completo').fill('Ana Souza');
      await publish('two');
      for (const { page } of [early, late]) await page.reload();
      await expect.poll(() => early.page.title()).toContain(names.two);
      await expect.poll(() => screenNow(early.page)).toBe('quiz.engajamento');
      await early.page.getByRole('button', { name: 'Anterior' }).click();
      await expect.poll(() => early.page.locator('[data-question] :checked').getAttribute('value')).toBe('10');
      // The second version asks one question more, before the form.
      await expect.poll(() => screenNow(late.page)).toBe('quiz.planos');
      await choose(late.page, 'Sim');
      await expect.poll(() => screenNow(late.page)).toBe('identificacao');
      expect(await late.page.getByLabel('Nome completo').inputValue()).toBe('Ana Souza');
      await late.page.getByLabel('Cidade').fill('Recife');
      await late.page.getByLabel('E-mail', { exact: true }).fill('ana@exemplo.com.br');
      await late.page.getByLabel('WhatsApp com DDD').fill('11987654321');
      await late.page.getByRole('button', { name: 'Ver meu resultado' }).click();
      await expect.poll(() => late.page.locator('main').textContent(), { timeout: 20_000 }).toContain('100');
      expect([early.complaints, late.complaints]).toEqual([[], []]);
      await rollback();
    } finally {
      for (const visitor of left) await visitor.leave();
      await returnChromium(browser);
    }
  }, 120_000);

  test(manyTimes, long, () =>
    publishUnderLoad(async () => {
      const database = new DatabaseSync(join(servers[0]?.dataDir ?? '', 'store.sqlite'), { readOnly: true });
      const stored = database.prepare('select data, definition from records').all();
      database.close();
      return stored;
    }),
  );
});

describe.skipIf(postgresMissing !== null)(`${processes} processes with PostgreSQL`, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
    await start(processes, { DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await stop();
    await database?.remove();
  });

  test(manyTimes, long, () => publishUnderLoad(() => database.query('select data, definition from records')));
});
