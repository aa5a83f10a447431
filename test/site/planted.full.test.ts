/**
 * Personal values planted through every entrance of the site reach the store, and no log line, metric, span, error or
 * address that leaves; after `funnel privacy erase`, they are nowhere on the disk.
 */

import { createHash, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IntakeDefinition, SiteDefinition } from '../../engine/definition.ts';
import { bodiesOf } from '../contracts/http/hostile-values.ts';
import { startTestServer, type TestServer, until } from '../contracts/http/running.ts';
import { occurrencesBelow, occurrencesIn } from '../harness/bytes.ts';
import { commandEnv, runFunnel } from '../harness/funnel-command.ts';
import { copyFunnels, type Edit, withPixel } from '../harness/funnels-copy.ts';
import { loadShared } from '../harness/load-site.ts';

/** People submit beside the planted one, so that pages of the database are shared and split. */
const crowd = Number(process.env['PEOPLE'] ?? 8);

const person = {
  name: 'Zuléica Plantação Única',
  email: 'Zuleica.Plantada@unica-pessoa.example',
  phone: '(11) 98123-4067',
  text: 'Confesso em segredo único: não durmo há três noites',
};
const digits = person.phone.replace(/\D/g, '');
const planted = [...Object.values(person), digits, `55${digits}`];
const uid = randomUUID();
const visitId = 'planted0visit0of0one0tab';

let site: TestServer;
let definition: SiteDefinition;
let collector: Server;
let spans = '';
/** What a destination got, and the addresses and headers of all requests that the server sent. */
let received = '';
const outgoing: string[] = [];
/** The texts of the responses to faulty requests, and the addresses that visitors are sent to. */
const errors: string[] = [];
const leaving: string[] = [];
const accepted: string[] = [];

/** One destination that answers, and one without settings: its messages stay in the outbox, as those of the guide do. */
const destinations: Edit = [
  'site.yaml',
  'destinations:\n',
  `destinations:
  crm: { type: webhook, url: $PLANTED_URL, private: true }
  ads: { type: meta, token: $PLANTED_TOKEN }
`,
];
const sources: Edit = ['site.yaml', 'facts:\n', 'attribution: { days: 90 }\nfacts:\n'];
const deliveries: Edit = [
  'guia/guia.api.yaml',
  '    deliver:\n',
  `    deliver:
      crm: { webhook: crm, body: { nome: name, email: email, telefone: phone } }
      anuncio: { meta: ads, event: Lead, user: { email: email, phone: phone, name: name } }
`,
];

let senders = 0;
const address = (): string => {
  senders += 1;
  return `10.1.${senders >> 8}.${senders & 255}`;
};
const inQuery = `?${new URLSearchParams({ nome: person.name, email: person.email, tel: person.phone, nota: person.text })}`;
const headers = (type = 'application/json') => ({
  'content-type': type,
  'x-forwarded-for': address(),
  'visit-id': visitId,
  referer: `${site.url}/consultoria${inQuery}`,
  'user-agent': `Browser of ${encodeURIComponent(person.name)}`,
  cookie: `owner=${encodeURIComponent(person.email)}; dica=${digits}`,
  'x-request-id': person.email,
});

/** A body with the values of somebody in the fields that are marked as personal. */
function bodyFor(intake: IntakeDefinition, body: Record<string, unknown>, who: typeof person, id: string) {
  const filled = { ...body };
  for (const [name, type] of Object.entries(intake.input)) {
    if (type.type === 'uuid' && name in filled) filled[name] = id;
    if (type.pii !== undefined && name in filled) filled[name] = who[type.pii];
    if (type.type === 'json') filled[name] = { em: createHash('sha256').update(who.email.toLowerCase()).digest('hex') };
  }
  return filled;
}

const posts = (): IntakeDefinition[] =>
  Object.values(definition.intakes)
    .filter(({ method }) => method === 'POST')
    .toSorted((one, other) => Number(one.require !== null) - Number(other.require !== null));

async function send(path: string, body: string, type?: string): Promise<Response> {
  const reply = await fetch(`${site.url}${path}`, { method: 'POST', redirect: 'manual', headers: headers(type), body });
  leaving.push(reply.headers.get('location') ?? '');
  return reply;
}

async function plantThroughIntakes(): Promise<void> {
  for (const intake of posts())
    for (const body of bodiesOf(definition, intake)) {
      const text = JSON.stringify(bodyFor(intake, body, person, uid));
      const reply = await send(`${intake.path}${inQuery}`, text);
      const answer = (await reply.json()) as { redirectUrl?: string };
      if (reply.status === 200) accepted.push(intake.id);
      leaving.push(answer.redirectUrl ?? '');
      const faulty = [
        `${text.slice(0, -1)},`,
        JSON.stringify({
          ...bodyFor(intake, body, person, uid),
          [person.email]: person.text,
          etapa: person.name,
          uid: person.email,
        }),
        JSON.stringify(Object.fromEntries(Object.keys(body).map((name) => [name, [person.text]]))),
        JSON.stringify(person.text.repeat(2000)),
      ];
      for (const each of faulty) {
        const refused = await send(intake.path, each);
        if (refused.status !== 200) errors.push(await refused.text());
      }
      const plain = await send(intake.path, text, 'text/csv');
      if (plain.status >= 400) errors.push(await plain.text());
    }
  for (const { path, method } of Object.values(definition.intakes))
    if (method === 'GET') {
      const reply = await fetch(`${site.url}${path}${inQuery}&uid=${encodeURIComponent(person.email)}`, {
        headers: headers(),
      });
      errors.push(await reply.text());
    }
}

/** Forms of a browser without script, at every path of a flow. */
async function plantThroughPages(): Promise<void> {
  for (const [path, { flow }] of Object.entries(definition.routes)) {
    await (await fetch(`${site.url}${path}${inQuery}`, { headers: headers(), redirect: 'manual' })).arrayBuffer();
    if (flow === null) continue;
    const forms = Object.values(definition.forms);
    const typed = forms.flatMap(({ fields }) =>
      fields.map(({ name, pii }) => [name, pii === undefined ? 'true' : person[pii]]),
    );
    const reply = await send(
      `${path}${inQuery}`,
      new URLSearchParams(typed).toString(),
      'application/x-www-form-urlencoded',
    );
    await reply.arrayBuffer();
    await (
      await send(
        path,
        `_log=${encodeURIComponent(person.email)}&_event=${encodeURIComponent(person.text)}`,
        'application/x-www-form-urlencoded',
      )
    ).arrayBuffer();
  }
  for (const path of [
    `/${encodeURIComponent(person.email)}`,
    `/assets/${encodeURIComponent(person.name)}.png`,
    `/_f/${digits}`,
    `/api/${encodeURIComponent(person.text)}`,
  ])
    await (await fetch(`${site.url}${path}${inQuery}`, { headers: headers() })).arrayBuffer();
}

const others = Array.from({ length: crowd }, (_, index) => ({
  who: {
    name: `Vizinha Número ${index}`,
    email: `vizinha${index}@outras.example`,
    phone: `(21) 9${String(70_000_000 + index * 7).replace(/(\d{4})(\d{4})/, '$1-$2')}`,
    text: `Outra vida, número ${index}, sem nada em comum`,
  },
  id: randomUUID(),
}));

async function submitOthers(): Promise<void> {
  for (const { who, id } of others)
    for (const intake of posts())
      for (const body of bodiesOf(definition, intake).slice(0, 1)) {
        const text = JSON.stringify(bodyFor(intake, body, who, id));
        await (
          await fetch(site.url + intake.path, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-forwarded-for': address() },
            body: text,
          })
        ).arrayBuffer();
      }
}

/** A trace with values that a faulty recorder did not redact. */
const uploadTrace = (): Promise<Response> => {
  const head = {
    ...{ kind: 'head', format: 2, visitId, flow: 'guia', definition: 'a', behaviour: 'b' },
    input: {
      screen: null,
      query: { nome: person.name },
      visit: { src: person.email },
      at: 1,
      random: 0,
      ids: {},
      saved: {},
    },
  };
  return send(`/_f/traces?session=${visitId}-1&from=0`, `${JSON.stringify(head)}\n`, 'text/plain');
};

const funnel = (...args: string[]) => runFunnel(args, commandEnv(site.config));

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = JSON.stringify(await json(request));
    if (request.url === '/crm') received += body;
    else spans += body;
    outgoing.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as { port: number };
  const loaded = await loadShared(copyFunnels([withPixel, destinations, sources, deliveries]));
  definition = loaded.site as SiteDefinition;
  site = await startTestServer({
    load: () => Promise.resolve(loaded),
    env: {
      ...{ TRUST_PROXY: '1', TRACES: 'on', LOG_LEVEL: 'debug', ADMIN_PORT: '0' },
      PLANTED_URL: `http://127.0.0.1:${port}/crm`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    },
  });
  await submitOthers();
  await plantThroughIntakes();
  await plantThroughPages();
}, 600_000);
afterAll(async () => {
  await site.stop();
  collector.closeAllConnections();
  collector.close();
});

describe('planted personal values', () => {
  test('are stored by every intake that takes them', async () => {
    expect(new Set(accepted)).toEqual(new Set(posts().map(({ id }) => id)));
    expect(occurrencesBelow(site.config.dataDir, [person.email])).not.toEqual([]);
  });

  test('are in no line of the log', () => expect(occurrencesIn(site.logText(), planted)).toEqual([]));

  test('are in no metric', async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${site.server.adminPort}/metrics`)).text();
    expect(metrics).toContain('funnel_');
    expect(occurrencesIn(metrics, planted)).toEqual([]);
  });

  test('are in no span', async () => {
    await until(() => spans.includes('/api/'));
    expect(occurrencesIn(spans, planted)).toEqual([]);
  });

  test('reach a destination in the body of a message, and in no address or header', async () => {
    await until(() => occurrencesIn(received, [person.email]).length > 0);
    expect(occurrencesIn(outgoing.join('\n'), planted)).toEqual([]);
  });

  test('are in no error', () => {
    expect(errors.length).toBeGreaterThan(30);
    expect(occurrencesIn(errors.join('\n'), planted)).toEqual([]);
  });

  test('are in no address of another host, except where a step declares them for the checkout', () => {
    const foreign = leaving.filter((to) => /^(?:https?:)?\/\//.test(to) && !to.startsWith(site.url));
    expect(foreign.length).toBeGreaterThan(0);
    const withValues = foreign.filter((to) => occurrencesIn(to, planted).length > 0);
    expect(new Set(withValues.map((to) => to.split('?')[0]))).toEqual(
      new Set(['https://pagamento.perfiletico.com.br/sessao-estrategica']),
    );
    for (const to of withValues) expect([...new URL(to).searchParams.keys()]).toEqual(['name', 'email', 'src']);
  });

  test('are exported, and nowhere on the disk after an erasure, while the server runs', async () => {
    expect((await uploadTrace()).status).toBe(204);
    const exportAll = async () =>
      JSON.parse((await funnel('privacy', 'export', person.email)).out) as {
        records: { collection: string }[];
        traces: unknown[];
        sharedWith: { destination: string; status: string }[];
      };
    let exported = await exportAll();
    await until(async () => {
      if (exported.sharedWith.every(({ status }) => status !== 'waiting')) return true;
      exported = await exportAll();
      return false;
    });
    const collections = new Set(exported.records.map(({ collection }) => collection));
    expect(collections).toEqual(new Set(posts().map(({ records }) => records)));
    // The one that was uploaded, and those of the visits without script, which the server records.
    expect(exported.traces.length).toBeGreaterThan(1);
    expect(occurrencesIn(JSON.stringify(exported.traces), planted)).toEqual([]);
    const messages = exported.sharedWith.map(({ destination, status }) => `${destination} ${status}`);
    expect(new Set(messages)).toEqual(new Set(['ads unconfigured', 'correio unconfigured', 'crm delivered']));
    expect(occurrencesIn(JSON.stringify(exported), [others[0]?.who.email as string])).toEqual([]);

    const before = await countOthers();
    const shown = await funnel('privacy', 'erase', person.email.toUpperCase(), '--dry-run');
    expect([shown.code, shown.out.includes('Nothing was changed.')]).toEqual([0, true]);
    expect(shown.out).toMatch(/Already delivered to crm \(\d+\)/);
    expect(occurrencesBelow(site.config.dataDir, [person.email])).not.toEqual([]);
    const unconfirmed = await funnel('privacy', 'erase', person.email);
    expect([unconfirmed.code, unconfirmed.err.includes('--yes')]).toEqual([1, true]);

    const erased = await funnel('privacy', 'erase', person.email, '--yes');
    expect(erased.err).toBe('');
    expect(erased.code).toBe(0);
    expect(erased.out).toContain('No value is left in the data folder.');
    expect(occurrencesBelow(site.config.dataDir, [...planted, uid, visitId])).toEqual([]);
    expect(await countOthers()).toBe(before);
    expect((await funnel('privacy', 'export', person.phone)).code).toBe(1);
    expect((await send('/api/ebook-lead', '{}')).status, 'the server goes on').toBe(422);
  });
});

const countOthers = async (): Promise<number> => {
  let count = 0;
  for await (const { data } of site.server.store.leads())
    if (JSON.stringify(data).includes('outras.example')) count += 1;
  return count;
};
