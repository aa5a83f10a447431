/**
 * Edits of a site under load: faulty edits change nothing, valid ones are swapped in, no request fails, and a restart
 * over a faulty edit serves the last good version. VERSIONS=64/242 makes 64 faulty edits and 242 swaps, under full load.
 * Requires a build.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadFolder } from '../../server/definitions/load.ts';
import { until } from '../contracts/http/running.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { type SiteServer, startSite } from '../harness/site-server.ts';

const asked = process.env['VERSIONS'];
const full = asked !== undefined;
const [wrongEdits, swaps] = (asked ?? '11/3').split('/').map(Number) as [number, number];
if (!(wrongEdits > 0 && swaps > 0)) throw new RangeError(`VERSIONS has to be like 64/242: ${asked}`);
const loops = 6;

const terms = 'legal/termos-de-uso.page.yaml';
const quiz = 'diagnostico/diagnostico.flow.yaml';
const files = [
  terms,
  quiz,
  'consultoria/consultoria.page.yaml',
  'workshop/inscricao.form.yaml',
  'guia/guia.api.yaml',
  'geral/topo.part.yaml',
  'site.yaml',
];

let funnels: string;
const read = (path: string): string => readFileSync(join(funnels, path), 'utf8');
const write = (path: string, text: string): void => writeFileSync(join(funnels, path), text);

/** Ways to break a file. `seed` chooses the place. */
const spoilers: readonly ((text: string, seed: number, path: string) => string | null)[] = [
  (text) => `${text}\nnothing-of-this-name: 1\n`,
  (text) => `${text}\nlabel: "never closed\n`,
  (text, seed) => {
    const places = [...text.matchAll(/\{\{ (?=[a-z])/g)];
    const at = places[seed % Math.max(1, places.length)]?.index;
    return at === undefined ? null : `${text.slice(0, at)}{{ notThere.${text.slice(at + 3)}`;
  },
  (text, seed) => {
    const places = [...text.matchAll(/^ *- (?:\{ )?type: (?=[a-z])/gm)];
    const place = places[seed % Math.max(1, places.length)];
    if (place === undefined) return null;
    const end = place.index + place[0].length;
    return `${text.slice(0, end)}no-${text.slice(end)}`;
  },
  () => '',
  () => 'a: [',
  (text, seed) => `${text.slice(0, Math.floor((text.length * ((seed % 80) + 10)) / 100))}\n\t- "`,
  (text) => text.replace('\n', '\n\u0000\n'),
  (_text, seed) => `${'- '.repeat(70 + (seed % 30))}x\n`,
  (_text, _seed, path) => {
    rmSync(join(funnels, path));
    execFileSync('mkfifo', [join(funnels, path)]);
    return null;
  },
  // This edit once passed the check and broke the page of every result.
  (text, _seed, path) => (path === quiz ? text.replace(/^ {4}fetch:\n(?: {6}.*\n)+/m, '') : null),
];

let server: SiteServer;
let paths: string[];
beforeEach(async () => {
  funnels = copyFunnels();
  const { site } = await loadFolder(funnels);
  paths = Object.keys(site?.routes ?? {});
  // One proxy is trusted, so that every request can have its own address: rate limits are per address.
  server = await startSite({ funnels, env: { NODE_ENV: 'production', TRUST_PROXY: '1', LOG_LEVEL: 'warn' } });
});
afterEach(async () => {
  await server?.remove();
});

/** The hash of the version that a restart over faulty definitions serves. */
function lastGood(): string | null {
  const versions = join(server.dataDir, 'versions');
  try {
    const id = readFileSync(join(versions, 'last-good'), 'utf8').trim();
    return (JSON.parse(readFileSync(join(versions, id, 'manifest.json'), 'utf8')) as { definition: string }).definition;
  } catch {
    // The pointer is being written.
    return null;
  }
}

/**
 * Retries a request whose connection was closed: a server may close a keep-alive connection just as it is used.
 * Browsers repeat reads over a new connection, and islands post again with the same key.
 */
const ask = (address: string, init: RequestInit = {}): Promise<Response> => {
  const once = (): Promise<Response> => fetch(address, init);
  return once().catch(once);
};
const look = (path: string): Promise<Response> => ask(server.url + path, { headers: ownAddress() });

const definition = async (): Promise<string> =>
  ((await (await look('/readyz')).json()) as { definition: string }).definition;

let drawn = 0;
const ownAddress = (): Record<string, string> => {
  drawn += 1;
  return { 'x-forwarded-for': `10.${(drawn >> 16) & 255}.${(drawn >> 8) & 255}.${drawn & 255}` };
};

/** Sends requests until stopped. */
function startLoad() {
  const seen = { requests: 0, leads: 0, bundles: 0, wrong: [] as string[] };
  let running = true;
  const note = (what: string, status: number, wanted: number): void => {
    seen.requests += 1;
    if (status !== wanted) seen.wrong.push(`${what} ${status}`);
  };
  async function visit(): Promise<void> {
    const path = paths[drawn % paths.length] as string;
    const page = await look(path);
    note(path, page.status, 200);
    // A bundle that a page refers to stays available, even after another version was swapped in.
    const bundle = /data-bundle="([^"]+)"/.exec(await page.text())?.[1];
    if (bundle === undefined) return;
    note(bundle, (await look(bundle)).status, 200);
    seen.bundles += 1;
  }
  async function lead(): Promise<void> {
    const email = `visitante-${drawn}@exemplo.com.br`;
    const reply = await ask(`${server.url}/api/consultoria`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...ownAddress() },
      body: JSON.stringify({ name: 'Ana Souza', email, phone: '11987654321' }),
    });
    note('lead', reply.status, 200);
    if (reply.status === 200) seen.leads += 1;
  }
  const loop = async (own: number): Promise<void> => {
    while (running) {
      try {
        await (own % 3 === 0 ? lead() : visit());
        // Load without pauses keeps every core busy for as long as the edits take.
        if (!full) await sleep(100);
      } catch (error) {
        seen.wrong.push(String(error));
      }
    }
  };
  const all = Promise.all(Array.from({ length: loops }, (_, own) => loop(own)));
  return {
    seen,
    async stop() {
      running = false;
      await all;
    },
  };
}

const shownTerms = async (): Promise<string | undefined> =>
  /<h1[^>]*>(.*?)<\/h1>/s.exec(await (await look('/termos-de-uso')).text())?.[1];

test(`${wrongEdits} faulty edits and ${swaps} swaps under load: no request fails, and the last good version is always served`, {
  timeout: full ? 5_400_000 : 300_000,
}, async () => {
  const originals = new Map(files.map((path) => [path, read(path)]));
  const first = await definition();
  const load = startLoad();

  let refused = 0;
  for (let round = 0; refused < wrongEdits; round += 1) {
    const spoil = spoilers[round % spoilers.length] as (typeof spoilers)[number];
    const path = spoil === spoilers.at(-1) ? quiz : (files[(round * 3) % files.length] as string);
    const original = originals.get(path) as string;
    const before = server.output().length;
    const isPipe = spoil === spoilers.at(-2);
    const text = spoil(original, round * 7, path);
    if (text === null && !isPipe) continue;
    if (text !== null) write(path, text);
    await until(() => server.output().slice(before).includes('"event":"definitions-refused"'));
    expect([round, path, await definition()]).toEqual([round, path, first]);
    if (isPipe) rmSync(join(funnels, path));
    write(path, original);
    refused += 1;
  }

  const seenHashes = new Set([first]);
  let last = first;
  for (let round = 1; round <= swaps; round += 1) {
    write(
      terms,
      (originals.get(terms) as string).replace('    title: Termos de uso\n', `    title: Termos de uso ${round}\n`),
    );
    if (round % 3 === 0) write(quiz, `${originals.get(quiz)}\n# ${round}\n`);
    if (round % 2 === 0) write('site.yaml', `${originals.get('site.yaml')}\n# ${round}\n`);
    // A round may edit several files, and take more than one reload.
    last = (await loadFolder(funnels)).site?.hash as string;
    await until(async () => (await definition()) === last);
    expect(await shownTerms()).toMatch(new RegExp(` ${round}$`));
    seenHashes.add(last);
  }
  await load.stop();
  const { seen } = load;
  console.log(
    `${refused} wrong edits, ${swaps} swaps; ${seen.requests} requests, ${seen.leads} leads, ${seen.bundles} bundles, ${seen.wrong.length} wrong`,
  );
  expect(seen.wrong).toEqual([]);
  expect(seenHashes.size).toBeGreaterThan(swaps);

  // A version is served before it is saved.
  await until(() => lastGood() === last);
  // A faulty edit remains while the process is restarted twice: once stopped, once killed.
  write(quiz, 'a: [');
  await until(() => server.output().includes('"serving":"'));
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const before = server.output().length;
    await server.kill(signal);
    await server.restart();
    expect(await definition()).toBe(last);
    expect(await shownTerms()).toMatch(new RegExp(` ${swaps}$`));
    const logged = server.output().slice(before);
    expect(logged).toContain('"event":"serving-last-good"');
    expect(logged).toContain(`"where":"${quiz}:`);
    for (const path of paths) expect([path, (await look(path)).status]).toEqual([path, 200]);
  }
  const database = new DatabaseSync(join(server.dataDir, 'store.sqlite'), { readOnly: true });
  const stored = database.prepare("select count(*) as leads from records where collection = 'consultoria_leads'").get();
  database.close();
  expect(stored).toEqual({ leads: seen.leads });
});
