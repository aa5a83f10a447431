/** Records that only the browser that created them may change. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toSubject } from '../../../server/store/ids.ts';
import { startTestServer, type TestServer } from './running.ts';

let site: TestServer;
beforeAll(async () => {
  site = await startTestServer();
});
afterAll(() => site.stop());

const cookieOf = (reply: Response): string | null => reply.headers.get('set-cookie')?.split(';')[0] ?? null;
const send = (uid: string, texto: string, headers: Record<string, string> = {}) =>
  site.post('/api/bilhete', { uid, texto, timestamp: Date.now() }, headers);
const textOf = async (uid: string) => (await site.server.store.latest('bilhetes', toSubject(uid)))?.data['texto'];

describe('a record with an owner', () => {
  test('is created by a client without a cookie, and changed with the cookie it gets', async () => {
    const uid = randomUUID();
    const first = await send(uid, 'um');
    expect([first.status, await first.json()]).toEqual([200, { uid }]);
    expect(first.headers.get('set-cookie')).toMatch(
      /^owner=[A-Za-z0-9_-]{22}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    expect((await send(uid, 'dois', { cookie: `a=b; ${cookieOf(first)}; c=d` })).status).toBe(200);
    expect(await textOf(uid)).toBe('dois');
  });

  test('cannot be changed by knowing its subject', async () => {
    const uid = randomUUID();
    await send(uid, 'um');
    const other = await send(randomUUID(), 'outro');
    for (const cookie of ['', 'owner=', `owner=${'A'.repeat(22)}`, 'owner=..', String(cookieOf(other))]) {
      const reply = await send(uid, 'forjado', { cookie, 'idempotency-key': randomUUID() });
      expect([reply.status, cookieOf(reply), await reply.json()]).toEqual([
        403,
        null,
        { code: 'not-owner', message: expect.stringMatching(/navegador/) },
      ]);
    }
    expect(await textOf(uid)).toBe('um');
  });

  test('may be sent again unchanged, which grants no key', async () => {
    const uid = randomUUID();
    await send(uid, 'um');
    const key = { 'idempotency-key': randomUUID() };
    for (const headers of [{}, key, key]) {
      const again = await send(uid, 'um', headers);
      expect([again.status, again.headers.get('idempotent-replayed'), cookieOf(again)]).toEqual([200, null, null]);
    }
    expect((await send(uid, 'dois', key)).status).toBe(403);
    expect(await site.server.store.of('bilhetes', toSubject(uid))).toHaveLength(1);
  });

  test('grants its key again to a sender whose response was lost', async () => {
    const uid = randomUUID();
    const key = { 'idempotency-key': randomUUID() };
    await send(uid, 'um', key);
    const again = await send(uid, 'um', key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await send(uid, 'dois', { cookie: String(cookieOf(again)) })).status).toBe(200);
  });

  test('keeps a browser’s earlier keys, up to a limit', async () => {
    const uids = Array.from({ length: 15 }, () => randomUUID());
    let cookie = '';
    for (const uid of uids) cookie = cookieOf(await send(uid, 'um', { cookie })) as string;
    expect(cookie.split('.')).toHaveLength(12);
    const statuses = [];
    for (const uid of uids) statuses.push((await send(uid, 'dois', { cookie })).status);
    expect(statuses).toEqual([...new Array(3).fill(403), ...new Array(12).fill(200)]);
  });

  test('sets a secure cookie when the visitor uses https', async () => {
    const secure = await startTestServer({ env: { TRUST_PROXY: '1' } });
    try {
      const headers = { 'x-forwarded-proto': 'https' };
      const reply = await secure.post('/api/bilhete', { uid: randomUUID(), texto: 'um' }, headers);
      expect(reply.headers.get('set-cookie')).toMatch(/; Secure$/);
    } finally {
      await secure.stop();
    }
  });
});
