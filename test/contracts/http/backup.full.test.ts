/** `funnel backup` and `funnel restore`, under load. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToken, listTokens, tokenFolder } from '../../../server/admin/tokens.ts';
import { toSubmissionKey } from '../../../server/store/ids.ts';
import { openSqliteStore } from '../../../server/store/sqlite/store.ts';
import { runFunnel } from '../../harness/funnel-command.ts';
import { asSubmission } from '../store/submissions.ts';
import { copySite, startTestServer, type TestServer, until } from './running.ts';

let folder: string;
let site: TestServer | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterEach(async () => {
  await site?.stop();
  site = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `funnel` on a data folder. */
const funnel = (dataDir: string, ...args: string[]) => runFunnel(args, { DATA_DIR: dataDir });

const bodyOf = (index: number) => ({ nota: `n${index}` });

/** Submits until it is stopped. */
function load(running: TestServer) {
  const acknowledged: number[] = [];
  let submitting = true;
  let next = 0;
  const one = async (): Promise<void> => {
    while (submitting) {
      const index = next;
      next += 1;
      const reply = await running.post('/api/rare', bodyOf(index), { 'idempotency-key': `backup-key-${index}` });
      if (reply.status === 200) acknowledged.push(index);
    }
  };
  const all = Promise.all([one(), one(), one(), one()]);
  return {
    acknowledged,
    async stop() {
      submitting = false;
      await all;
    },
  };
}

/** The fixture's intake `rare` without its small limit. */
async function startUnlimited(): Promise<TestServer> {
  const funnels = await copySite('http');
  const file = join(funnels, 'quiz/quiz.api.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('rateLimit: 3\n', 'rateLimit: 100000\n'));
  site = await startTestServer({ funnels });
  return site;
}

test('a backup under load contains every lead acknowledged before it, and a restored server knows them', async () => {
  const running = await startUnlimited();
  await createToken(tokenFolder(running.config.dataDir), 'crm', ['leads:read'], 0);
  const leads = load(running);
  await until(() => leads.acknowledged.length >= 200);
  const before = [...leads.acknowledged];
  const file = join(folder, 'leads.backup');
  const { code, out, err } = await funnel(running.config.dataDir, 'backup', file);
  const during = leads.acknowledged.length;
  await until(() => leads.acknowledged.length > during);
  await leads.stop();
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/leads\.backup contains \d+ submissions\./);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['leads.backup']);
  // Writers were not stopped, and the next ones succeed.
  expect((await running.post('/api/rare', bodyOf(-1))).status).toBe(200);

  const restored = join(folder, 'data');
  expect(await funnel(restored, 'restore', file)).toMatchObject({ code: 0, err: '' });
  const store = await openSqliteStore({ dir: restored });
  const found: unknown[] = [];
  for await (const { data } of store.leads({ collections: ['rare'] })) found.push(data['nota']);
  expect(found).toEqual(expect.arrayContaining(before.map((index) => `n${index}`)));
  expect(new Set(found).size).toBe(found.length);
  expect(await store.replyTo('rare', toSubmissionKey(`backup-key-${before[0]}`))).not.toBeNull();
  await store.close();
  // The keys of visitors and the tokens still work.
  const keyOf = (dir: string) => readFileSync(join(dir, 'visits.key'), 'utf8');
  expect(keyOf(restored)).toBe(keyOf(running.config.dataDir));
  expect(await listTokens(tokenFolder(restored))).toMatchObject([{ name: 'crm' }]);
});

test('a restore refuses a running server, with --force too, and the server is not disturbed', async () => {
  const running = await startUnlimited();
  const { dataDir } = running.config;
  await running.post('/api/rare', bodyOf(1));
  const file = join(folder, 'leads.backup');
  await funnel(dataDir, 'backup', file);
  await running.post('/api/rare', bodyOf(2));
  for (const more of [[], ['--force']]) {
    const { code, err } = await funnel(dataDir, 'restore', file, ...more);
    expect(code).toBe(1);
    expect(err).toContain('is in use. Stop the server');
  }
  expect((await running.post('/api/rare', bodyOf(3))).status).toBe(200);
  expect(await running.server.store.count('rare')).toBe(3);
});

test('a restore keeps existing submissions unless it is forced, and then under another name', async () => {
  const running = await startUnlimited();
  await running.post('/api/rare', bodyOf(1));
  const file = join(folder, 'leads.backup');
  await funnel(running.config.dataDir, 'backup', file);

  const other = join(folder, 'other');
  const store = await openSqliteStore({ dir: other });
  await store.submit(
    asSubmission({
      ...{
        intake: 'rare',
        key: 'other-key',
        bodyHash: 'c'.repeat(64),
        collection: 'rare',
        subject: null,
        data: { nota: 'x' },
      },
      ...{ meta: {}, definition: 'd', receivedAt: 1, reply: { status: 200, body: {} }, deliveries: [] },
    }),
  );
  await store.close();
  writeFileSync(join(other, 'visits.key'), 'of the other server');
  const refused = await funnel(other, 'restore', file);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('contains 1 submissions. With --force')]);
  const forced = await funnel(other, 'restore', file, '--force');
  expect(forced.code).toBe(0);
  const [, previous = ''] = /The previous database is (.*)\.$/.exec(forced.out) ?? [];
  const notes = async (dir: string) => {
    const opened = await openSqliteStore({ dir });
    const [lead] = await opened.list('rare');
    await opened.close();
    return lead?.data['nota'];
  };
  expect(await notes(other)).toBe('n1');
  expect(readFileSync(join(other, 'visits.key'), 'utf8')).not.toBe('of the other server');
  const [keptKey = ''] = readdirSync(other).filter((name) => name.startsWith('visits.key.before-restore-'));
  expect(readFileSync(join(other, keptKey), 'utf8')).toBe('of the other server');
  // The previous database is whole.
  const kept = join(folder, 'kept');
  expect((await funnel(kept, 'restore', previous)).code).toBe(0);
  expect(await notes(kept)).toBe('x');
});

test.each([
  ['that does not exist', null],
  ['that is no database', Buffer.from('not a database, but long enough to be read as one'.repeat(100))],
])('a backup %s is refused, and the folder stays empty', async (_, content) => {
  const file = join(folder, 'bad.backup');
  if (content !== null) writeFileSync(file, content);
  const dir = join(folder, 'data');
  const { code, err } = await funnel(dir, 'restore', file);
  expect([code, err]).toEqual([1, expect.stringContaining('bad.backup')]);
  expect(readdirSync(dir)).toEqual([]);
});

test('a damaged backup is refused', async () => {
  const running = await startUnlimited();
  await Promise.all(Array.from({ length: 200 }, (_, index) => running.post('/api/rare', bodyOf(index))));
  const file = join(folder, 'leads.backup');
  await funnel(running.config.dataDir, 'backup', file);
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 4096 * 2, bytes.length - 4096 * 2);
  writeFileSync(file, bytes);
  const dir = join(folder, 'data');
  expect((await funnel(dir, 'restore', file)).code).toBe(1);
  expect(existsSync(join(dir, 'store.sqlite'))).toBe(false);
});

test('a backup replaces no file, and needs a database', async () => {
  const running = await startUnlimited();
  const file = join(folder, 'leads.backup');
  writeFileSync(file, 'mine');
  const { code, err } = await funnel(running.config.dataDir, 'backup', file);
  expect([code, err]).toEqual([2, expect.stringContaining('already exists')]);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect((await funnel(join(folder, 'none'), 'backup', join(folder, 'b'))).code).toBe(2);
  expect(existsSync(join(folder, 'b'))).toBe(false);
});

test('a database server has tools of its own', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://localhost/leads');
  const { code, err } = await funnel(folder, 'restore', join(folder, 'b'));
  expect([code, err]).toEqual([1, expect.stringContaining('pg_restore')]);
});
