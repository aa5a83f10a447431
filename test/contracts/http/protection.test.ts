/** Submissions that came too fast or have no proof of work: held, unless their sender proves itself. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { solve } from '../../../renderer/guard/solve.ts';
import type { ProofChallenge } from '../../../server/protection/proof.ts';
import { applyEdits } from '../../harness/funnels-copy.ts';
import { createDatabase, postgresMissing } from '../../harness/postgres.ts';
import { copySite, startTestServer, type TestServer } from './running.ts';

let now = Date.now();
let next = 0;

const person = (name: string) => ({
  ...{ nome: 'Ana Souza', email: `${name}@x.example`, phone: '(11) 98765-4321', aceite: true },
});

/** @param limits further lines of the intake */
async function startSite(
  protect: string,
  env: Record<string, string> = {},
  limits = '    rateLimit: 100000\n',
): Promise<TestServer> {
  const funnels = await copySite('http');
  applyEdits(funnels, [
    [
      'quiz/quiz.api.yaml',
      '    redirect: /sobre\n    rateLimit: 100000\n',
      `    redirect: /sobre\n    protect: ${protect}\n${limits}`,
    ],
  ]);
  return startTestServer({ funnels, env, clock: () => now });
}

const opening = async (site: TestServer): Promise<string> => (await site.get('/_f/opening')).text();

/** Posts a lead. @returns the status, and why it is held */
async function post(site: TestServer, headers: Record<string, string>): Promise<[number, unknown]> {
  next += 1;
  const name = `ana${next}`;
  const { status } = await site.post('/api/lead', person(name), { 'idempotency-key': `key-${name}-000`, ...headers });
  const stored = (await site.server.store.list('leads')).find(({ data }) => data['email'] === `${name}@x.example`);
  return [status, stored === undefined ? undefined : (stored.meta['quarantine'] ?? null)];
}

/** The solution of a challenge for the next lead of `post`. */
async function proofOfNext(site: TestServer): Promise<string> {
  const response = await site.get(`/_f/proof?key=key-ana${next + 1}-000`);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return solve((await response.json()) as ProofChallenge, new AbortController().signal);
}

describe('the time since a form was opened', () => {
  let site: TestServer;
  beforeAll(async () => {
    site = await startSite('{ fastest: 3 }');
  });
  afterAll(() => site.stop());

  test('holds a submission that came too fast or with a made-up time, and no other', async () => {
    const opened = await opening(site);
    now += 2000;
    expect(await post(site, { 'form-opened': opened })).toEqual([200, 'too-fast']);
    now += 1500;
    expect(await post(site, { 'form-opened': opened })).toEqual([200, null]);
    now += 40 * 86_400_000;
    expect(await post(site, { 'form-opened': opened })).toEqual([200, null]);
    expect(await post(site, { 'form-opened': 'abc.def' })).toEqual([200, 'forged-opening']);
    expect(await post(site, {})).toEqual([200, null]);
    // No proof is asked for.
    expect(await post(site, { 'form-opened': await opening(site), 'form-proof': 'ready' })).toEqual([200, 'too-fast']);
  });

  test.runIf(postgresMissing === null)('is accepted by every process of a shared PostgreSQL database', async () => {
    const database = await createDatabase();
    const sites = await Promise.all([1, 2].map(() => startSite('{ fastest: 3 }', { DATABASE_URL: database.url })));
    const [one, other] = sites as [TestServer, TestServer];
    const opened = await opening(one);
    expect(await post(other, { 'form-opened': opened })).toEqual([200, 'too-fast']);
    now += 3000;
    expect(await post(other, { 'form-opened': opened })).toEqual([200, null]);
    await Promise.all(sites.map((each) => each.stop()));
    await database.remove();
  });
});

describe('a proof of work', () => {
  test('releases a suspicious submission before it is stored', async () => {
    const site = await startSite('{ fastest: 3, proofOfWork: suspicious }');
    const opened = await opening(site);
    expect(await post(site, { 'form-opened': opened, 'form-proof': 'ready' })).toEqual([428, undefined]);
    expect(await post(site, { 'form-opened': opened })).toEqual([200, 'too-fast']);
    const proof = await proofOfNext(site);
    expect(await post(site, { 'form-opened': opened, 'form-proof': proof })).toEqual([200, null]);
    // It proves one submission.
    expect(await post(site, { 'form-opened': opened, 'form-proof': proof })).toEqual([200, 'too-fast']);
    now += 3000;
    expect(await post(site, { 'form-opened': opened, 'form-proof': 'ready' })).toEqual([200, null]);
    await site.stop();
  });

  test('can be demanded of every submission; what has none is stored and held', async () => {
    const site = await startSite('{ proofOfWork: always }');
    expect(await post(site, { 'form-proof': 'ready' })).toEqual([428, undefined]);
    expect(await post(site, {})).toEqual([200, 'unproven']);
    expect(await post(site, { 'form-proof': '' })).toEqual([200, 'unproven']);
    expect(await post(site, { 'form-proof': await proofOfNext(site) })).toEqual([200, null]);
    const proof = await proofOfNext(site);
    now += 11 * 60_000;
    expect(await post(site, { 'form-proof': proof })).toEqual([200, 'unproven']);
    for (const query of ['', '?key=short', '?key=%20%20%20%20%20%20%20%20%20'])
      expect((await site.get(`/_f/proof${query}`)).status).toBe(400);
    await site.stop();
  });

  test('does not use up the limit of a person twice', async () => {
    const site = await startSite('{ proofOfWork: always, perPerson: 1 }');
    const headers = { 'idempotency-key': 'key-limited-000' };
    expect((await site.post('/api/lead', person('limited'), { ...headers, 'form-proof': 'ready' })).status).toBe(428);
    const challenge = (await (await site.get('/_f/proof?key=key-limited-000')).json()) as ProofChallenge;
    const proof = await solve(challenge, new AbortController().signal);
    expect((await site.post('/api/lead', person('limited'), { ...headers, 'form-proof': proof })).status).toBe(200);
    await site.stop();
  });

  test.each([
    ['counted with the submission', ''],
    ['counted before the store is read', '    ownerOnly: true\n'],
  ])('counts once for the limit of an address, %s', async (_, more) => {
    const site = await startSite('{ proofOfWork: always }', {}, `    rateLimit: 2\n${more}`);
    const statuses: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const [status] = await post(site, { 'form-proof': 'ready' });
      statuses.push(status);
      // The same submission again, as the script of the page sends it.
      next -= 1;
      if (status === 428) statuses.push((await post(site, { 'form-proof': await proofOfNext(site) }))[0]);
      else next += 1;
    }
    expect(statuses).toEqual([428, 200, 428, 200, 429]);
    now += 60_000;
    await site.stop();
  });

  test('has a limit of challenges for an address', async () => {
    const site = await startSite('{ proofOfWork: always }');
    const statuses = await Promise.all(
      Array.from({ length: 130 }, async () => (await site.get('/_f/proof?key=key-0123456789')).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    const refused = await site.get('/_f/proof?key=key-0123456789');
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    await site.stop();
  });

  test('is unknown to a site that asks for none', async () => {
    const site = await startTestServer();
    for (const path of ['/_f/opening', '/_f/proof?key=0123456789']) expect((await site.get(path)).status).toBe(404);
    await site.stop();
  });
});
