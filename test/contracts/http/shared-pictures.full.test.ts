/** Several servers with one bucket: each serves the pictures that another has made, and none depends on the bucket. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadFolder } from '../../../server/definitions/load.ts';
import { type S3Server, startS3Server } from '../../harness/s3-server.ts';
import { copySite, startTestServer, type TestServer, until } from './running.ts';

let s3: S3Server;
let photograph: Buffer;
let servers: TestServer[];

beforeEach(async () => {
  s3 = await startS3Server();
  photograph = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#7D5F2B' } })
    .png()
    .toBuffer();
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await s3.stop();
});

/** A server with its own folders, such as on another machine. */
async function start(env: Record<string, string> = {}, hasPicture = true): Promise<TestServer> {
  const funnels = await copySite('http');
  if (hasPicture) {
    await mkdir(join(funnels, 'quiz/assets'), { recursive: true });
    await writeFile(join(funnels, 'quiz/assets/foto.png'), photograph);
  }
  const server = await startTestServer({ funnels, env: { ...s3.env, ADMIN_PORT: '0', ...env } });
  servers.push(server);
  return server;
}

async function addressIn(server: TestServer): Promise<string> {
  const { site } = await loadFolder(server.config.funnelsDir);
  const [, webp] = site?.pictures?.['quiz/assets/foto.png']?.sources ?? [];
  return String(webp?.srcset.split(' ')[0]).replace('/images/', '/images/high/');
}
async function picture(server: TestServer, address: string): Promise<Buffer> {
  const reply = await server.get(address);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp']);
  return Buffer.from(await reply.arrayBuffer());
}
const admin = async (server: TestServer, path: string): Promise<string> =>
  (await fetch(`http://127.0.0.1:${server.server.adminPort}${path}`)).text();
const puts = (): string[] => s3.requests.flatMap(({ method, key }) => (method === 'PUT' ? [key] : []));
const settled = (count: number): Promise<void> => until(() => puts().length === count);

test('a picture made by one server is served by all, also after that server is gone', async () => {
  const [first, second] = [await start(), await start()];
  const address = await addressIn(first);
  const made = await picture(first, address);
  await settled(1);
  expect(puts()[0]).toMatch(/^site\/images\/high-[0-9a-f]{24}-320\.webp$/);
  expect((await picture(second, address)).equals(made)).toBe(true);
  await servers.shift()?.stop();
  const third = await start();
  expect((await picture(third, address)).equals(made)).toBe(true);
  // The others made none, and keep a copy.
  expect(puts()).toHaveLength(1);
  const copies = await readdir(join(third.config.dataDir, 'images'));
  expect(copies).toEqual([expect.stringMatching(/^high-.*\.webp$/)]);
  await s3.stop();
  expect((await picture(third, address)).equals(made)).toBe(true);
  await s3.start();
});

test('a server with older definitions serves the picture of a newer page', async () => {
  const [newer, older] = [await start(), await start({}, false)];
  const address = await addressIn(newer);
  expect((await older.get(address)).status, 'not made yet').toBe(404);
  const made = await picture(newer, address);
  await settled(1);
  expect((await picture(older, address)).equals(made)).toBe(true);
});

test('icons are shared too', async () => {
  const server = await start({}, false);
  expect((await server.get('/favicon.ico')).status).toBe(200);
  await settled(3);
  expect(puts().every((key) => /^site\/images\/icon-/.test(key))).toBe(true);
});

test('a damaged picture in the bucket is made again and replaced', async () => {
  const [first, second] = [await start(), await start()];
  const address = await addressIn(first);
  const made = await picture(first, address);
  await settled(1);
  const [[key, object]] = [...s3.objects] as [[string, NonNullable<ReturnType<typeof s3.objects.get>>]];
  s3.objects.set(key, { ...object, body: Buffer.from('half a pict') });
  expect((await picture(second, address)).equals(made)).toBe(true);
  await until(() => s3.objects.get(key)?.body.equals(made) === true);
  expect(second.logged().filter(({ event }) => event === 'object-damaged')).toHaveLength(1);
});

test.each([
  ['refuses connections', null],
  ['answers with errors', { kind: 'status', status: 500, code: 'InternalError' }],
  ['refuses the keys', { kind: 'status', status: 403, code: 'AccessDenied' }],
  ['does not answer', { kind: 'silent' }],
  ['breaks off', { kind: 'torn' }],
] as const)('a bucket that %s fails no picture, and operators see it', async (_, fault) => {
  if (fault === null) await s3.stop();
  else s3.failWith(() => fault);
  const server = await start();
  const address = await addressIn(server);
  const made = await picture(server, address);
  expect((await server.get('/')).status).toBe(200);
  if (fault?.kind !== 'torn') {
    await until(async () => /^ready, but the bucket cannot be read \(/.test(await admin(server, '/readyz')));
    await until(async () => (await admin(server, '/metrics')).includes('funnel_bucket_ready 0'));
    const text = await admin(server, '/metrics');
    expect(text).toContain('funnel_bucket_request_duration_seconds_count{operation="get",outcome="failed"}');
    expect((await server.get('/readyz')).status, 'visitors are served').toBe(200);
    const lines = server.logged().filter(({ event }) => event === 'bucket-failed');
    expect(lines[0]).toMatchObject({ level: 'warn', side: 'read' });
    expect(server.logText()).not.toMatch(/AKIA|test\/secret|Signature=/);
    expect(server.logText()).not.toContain(s3.env['AWS_SECRET_ACCESS_KEY']);
  }
  if (fault === null) await s3.start();
  else s3.failWith(null);
  // What was made during the outage is uploaded after it.
  await until(() => [...s3.objects.values()].some(({ body }) => body.equals(made)));
  await until(async () => /^ready: serving/.test(await admin(server, '/readyz')));
  const text = await admin(server, '/metrics');
  expect(text).toContain('funnel_bucket_ready 1');
  expect(text).toContain('funnel_bucket_uploads_waiting 0');
});

test('without a bucket there are no metrics of one', async () => {
  const server = await start({ S3_URL: '' });
  await picture(server, await addressIn(server));
  expect(await admin(server, '/metrics')).not.toContain('funnel_bucket');
  expect(s3.requests).toEqual([]);
});

test('an object of the bucket that is no picture is made again, and replaced', async () => {
  const first = await start();
  const address = await addressIn(first);
  const made = await picture(first, address);
  await settled(1);
  const [key = ''] = puts();
  const other = await start();
  s3.objects.set(key, { body: Buffer.from('<script>alert(1)</script>'), type: 'text/html', meta: {} });
  expect((await picture(other, address)).equals(made)).toBe(true);
  await until(() => s3.objects.get(key)?.body.equals(made) === true);
});
