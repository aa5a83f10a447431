/** The bucket over HTTP: signatures, damage, time limits and outages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BucketError, createBucket } from '../../../server/objects/bucket.ts';
import { createFolderStore } from '../../../server/objects/folder.ts';
import { createGuardedBucket, type GuardedBucket } from '../../../server/objects/guarded-bucket.ts';
import { createSharedCache, type SharedCache } from '../../../server/objects/shared-cache.ts';
import type { ObjectStore } from '../../../server/objects/types.ts';
import { readS3Config, type S3Config } from '../../../server/s3-config.ts';
import { patience } from '../../harness/patience.ts';
import { type S3Fault, type S3Server, signatureFault, startS3Server } from '../../harness/s3-server.ts';
import { until } from '../http/running.ts';

let s3: S3Server;
let lines: Record<string, unknown>[];
const log = {
  write: (level: string, event: string, fields = {}) => void lines.push({ level, event, ...fields }),
};
const configOf = (env: Record<string, string> = {}): S3Config => readS3Config({ ...s3.env, ...env }, []) as S3Config;
const bucket = (env: Record<string, string> = {}, timeoutMs = patience): ObjectStore =>
  createBucket(configOf(env), 'images', {
    ...{ readTimeoutMs: timeoutMs, writeTimeoutMs: timeoutMs },
    damaged: (name) => log.write('warn', 'damaged', { name }),
  });
/** Fails the next request only. */
const failOnce = (fault: S3Fault): void => {
  let isLeft = true;
  s3.failWith(() => {
    const found = isLeft ? fault : null;
    isLeft = false;
    return found;
  });
};
const failed = async (call: Promise<unknown>): Promise<string> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BucketError);
  return `${(error as BucketError).code} ${(error as BucketError).status}`;
};
const one = Buffer.from('one');

setFlagsFromString('--expose-gc');
// A time limit must not depend on an object that nothing refers to.
const collectGarbage = runInNewContext('gc') as () => void;

beforeEach(async () => {
  s3 = await startS3Server();
  lines = [];
});
afterEach(() => s3.stop());

describe('the signature', () => {
  test('as the test server verifies it is the one of the example that AWS publishes', () => {
    // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, "GET Object".
    const example = {
      method: 'GET',
      target: '/test.txt',
      headers: {
        host: 'examplebucket.s3.amazonaws.com',
        range: 'bytes=0-9',
        'x-amz-date': '20130524T000000Z',
        'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        authorization:
          'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      },
      body: Buffer.alloc(0),
    };
    const keys = {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    };
    const at = Date.parse('2013-05-24T00:00:00Z');
    expect(signatureFault(example, keys, 'us-east-1', at)).toBeNull();
    expect(signatureFault({ ...example, target: '/other.txt' }, keys, 'us-east-1', at)).toBe('SignatureDoesNotMatch');
    expect(signatureFault(example, { ...keys, secretAccessKey: 'x' }, 'us-east-1', at)).toBe('SignatureDoesNotMatch');
    expect(signatureFault(example, keys, 'us-east-1', at + 16 * 60_000)).toBe('RequestTimeTooSkewed');
    expect(signatureFault({ ...example, body: one }, keys, 'us-east-1', at)).toBe('XAmzContentSHA256Mismatch');
  });

  test('of a wrong key, a wrong region or an unknown bucket is an error that contains no secret', async () => {
    const secret = { AWS_SECRET_ACCESS_KEY: 'another-secret' };
    expect(await failed(bucket(secret).get('a.webp'))).toBe('SignatureDoesNotMatch 403');
    expect(await failed(bucket(secret).put('a.webp', one))).toBe('SignatureDoesNotMatch 403');
    expect(await failed(bucket(secret).has('a.webp'))).toBe('HTTP_403 403');
    expect(await failed(bucket({ AWS_ACCESS_KEY_ID: 'OTHER' }).get('a.webp'))).toBe('InvalidAccessKeyId 403');
    expect(await failed(bucket({ AWS_REGION: 'us-east-1' }).get('a.webp'))).toBe('AuthorizationHeaderMalformed 400');
    expect(await failed(bucket({ S3_URL: 's3://no-such-bucket' }).get('a.webp'))).toBe('NoSuchBucket 404');
    const error = await bucket(secret)
      .get('a.webp')
      .catch((reason: Error) => reason);
    expect(JSON.stringify(error) + (error as Error).stack).not.toMatch(/another-secret|AKIA|Signature=/);
  });

  test('covers the session token of temporary keys', async () => {
    const keys = { accessKeyId: 'ASIATEMPORARY', secretAccessKey: 's', sessionToken: 'to/ken==' };
    const temporary = await startS3Server(keys);
    const config = readS3Config(temporary.env, []) as S3Config;
    await createBucket(config, 'images').put('a.webp', one);
    expect((await createBucket(config, 'images').get('a.webp'))?.toString()).toBe('one');
    expect(await failed(createBucket({ ...config, sessionToken: null }, 'images').get('a.webp'))).toBe(
      'InvalidToken 403',
    );
    await temporary.stop();
  });
});

test('an object is stored below the prefix, with its type and checksum', async () => {
  await bucket().put('low-1.avif', one);
  expect([...s3.objects.keys()]).toEqual(['site/images/low-1.avif']);
  const [object] = s3.objects.values();
  expect(object).toMatchObject({
    type: 'image/avif',
    meta: { 'x-amz-meta-sha256': '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed' },
  });
});

test('a damaged object counts as absent; one without a checksum is returned', async () => {
  await bucket().put('a.webp', one);
  const stored = s3.objects.get('site/images/a.webp');
  s3.objects.set('site/images/a.webp', { ...stored, body: Buffer.from('two') } as never);
  expect(await bucket().get('a.webp')).toBeNull();
  expect(lines).toEqual([{ level: 'warn', event: 'damaged', name: 'a.webp' }]);
  s3.objects.set('site/images/a.webp', { ...stored, body: Buffer.from('two'), meta: {} } as never);
  expect((await bucket().get('a.webp'))?.toString()).toBe('two');
  s3.objects.set('site/images/a.webp', { ...stored, body: Buffer.alloc(17 * 1024 * 1024), meta: {} } as never);
  expect(await bucket().get('a.webp'), 'larger than any picture').toBeNull();
});

test('a connection that is reset once is tried again; one that stays reset is an error', async () => {
  await bucket().put('a.webp', one);
  failOnce({ kind: 'reset' });
  expect((await bucket().get('a.webp'))?.toString()).toBe('one');
  failOnce({ kind: 'torn' });
  expect((await bucket().get('a.webp'))?.toString()).toBe('one');
  for (const kind of ['reset', 'torn'] as const) {
    s3.failWith(() => ({ kind }));
    expect(await failed(bucket().get('a.webp'))).toMatch(/^(ECONNRESET|UND_ERR_SOCKET) 0$/);
  }
  await s3.stop();
  expect(await failed(bucket().get('a.webp'))).toBe('ECONNREFUSED 0');
  await s3.start();
});

test.each([
  ['get', (store: ObjectStore) => store.get('a.webp')],
  ['has', (store: ObjectStore) => store.has('a.webp')],
  ['put', (store: ObjectStore) => store.put('a.webp', one)],
])('%s has a time limit', async (_, call) => {
  s3.failWith(() => ({ kind: 'silent' }));
  const collecting = setInterval(collectGarbage, 20);
  expect(await failed(call(bucket({}, 300)))).toBe('TIMEOUT 0');
  clearInterval(collecting);
});

test('the time limit includes the body', async () => {
  // A server that sends the head of a response and a byte of its body.
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const env = { AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` };
  expect(await failed(bucket(env, 500).get('a.webp'))).toBe('TIMEOUT 0');
  server.close();
});

describe('an outage', () => {
  let folder: string;
  let guarded: GuardedBucket;
  let cache: SharedCache;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'objects-'));
    guarded = createGuardedBucket(bucket(), { log, firstPauseMs: 50 });
    cache = createSharedCache(createFolderStore(join(folder, 'images')), guarded, { log, maxWaiting: 5 });
    await until(() => s3.requests.length > 0);
  });
  afterEach(async () => {
    cache.stop();
    await rm(folder, { recursive: true });
  });
  const events = (): unknown[] => lines.map(({ event, side }) => `${event} ${side}`);

  test.each([
    ['an internal error', { kind: 'status', status: 500, code: 'InternalError' }, /InternalError, 500/],
    ['too many requests', { kind: 'status', status: 503, code: 'SlowDown' }, /SlowDown, 503/],
    ['missing permissions', { kind: 'status', status: 403, code: 'AccessDenied' }, /AccessDenied, 403.*s3:PutObject/],
    ['resets', { kind: 'reset' }, /cannot be (read|written) \((ECONNRESET|UND_ERR_SOCKET)\).*network/],
  ] as const)('by %s: what was put is here at once, and is uploaded afterwards', async (_, fault, trouble) => {
    s3.failWith(() => fault);
    await cache.put('a.webp', one);
    await cache.put('b.webp', one);
    expect((await cache.get('a.webp'))?.toString()).toBe('one');
    expect(await cache.get('c.webp')).toBeNull();
    await until(() => guarded.troubles().length === 2);
    expect(guarded.troubles().join(' ')).toMatch(trouble);
    expect(guarded.troubles().join(' ')).not.toContain(s3.env['AWS_SECRET_ACCESS_KEY']);
    expect(cache.waiting()).toBe(2);
    expect([...s3.objects]).toEqual([]);
    s3.failWith(null);
    await until(() => s3.objects.size === 2 && guarded.troubles().length === 0);
    await until(() => cache.waiting() === 0);
    // Each side is logged when it begins to fail and when it works again, however many calls failed.
    expect(events().sort()).toEqual([
      'bucket-failed read',
      'bucket-failed write',
      'bucket-recovered read',
      'bucket-recovered write',
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/test\/secret|AKIA|Signature/);
  });

  test('is met once, not with every object', async () => {
    let asked = 0;
    s3.failWith(() => {
      asked += 1;
      return { kind: 'silent' };
    });
    const paused = createGuardedBucket(bucket({}, 200), { log, firstPauseMs: 600_000 });
    const other = createSharedCache(createFolderStore(join(folder, 'other')), paused, { log });
    await until(() => paused.troubles().length > 0);
    const before = asked;
    for (let index = 0; index < 100; index += 1) expect(await other.get(`n-${index}.webp`)).toBeNull();
    expect([before > 0, asked]).toEqual([true, before]);
    other.stop();
  });

  test('that lasts keeps the newest uploads, and says which are dropped', async () => {
    await s3.stop();
    for (let index = 0; index < 9; index += 1) await cache.put(`n-${index}.webp`, one);
    await until(() => lines.filter(({ event }) => event === 'upload-dropped').length >= 2);
    await s3.start();
    await until(() => cache.waiting() === 0);
    expect(s3.objects.has('site/images/n-8.webp')).toBe(true);
    expect(s3.objects.size).toBeGreaterThanOrEqual(5);
    expect(s3.objects.size).toBeLessThan(9);
  });

  test('during which another process uploaded the object sends it only once', async () => {
    s3.failWith(({ method }) => (method === 'PUT' ? { kind: 'status', status: 500, code: 'InternalError' } : null));
    await cache.put('a.webp', one);
    await until(() => guarded.writes().isFailing);
    s3.objects.set('site/images/a.webp', { body: one, type: 'image/webp', meta: {} });
    await until(() => cache.waiting() === 0);
    expect(s3.requests.some(({ method, status }) => method === 'PUT' && status === 200)).toBe(false);
  });

  test('does not begin because a name is refused or an object is missing', async () => {
    await expect(cache.get('../x')).rejects.toThrow(TypeError);
    expect(await cache.get('none.webp')).toBeNull();
    expect(guarded.troubles()).toEqual([]);
    expect(lines).toEqual([]);
  });

  test('does not hold up a stop', async () => {
    s3.failWith(() => ({ kind: 'silent' }));
    await cache.put('a.webp', one);
    await cache.settled(50);
    expect(cache.waiting()).toBe(1);
  });
});

test('many requests for unknown names read few objects at a time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'objects-'));
  const guarded = createGuardedBucket(bucket(), { log });
  const cache = createSharedCache(createFolderStore(join(folder, 'images')), guarded, { log, concurrentReads: 3 });
  await until(() => s3.requests.length > 0);
  s3.requests.length = 0;
  s3.failWith(() => ({ kind: 'slow', ms: 100 }));
  const found = await Promise.all(Array.from({ length: 50 }, (_, index) => cache.get(`n-${index}.webp`)));
  expect(found.every((each) => each === null)).toBe(true);
  expect(s3.requests.length).toBe(3);
  cache.stop();
  await rm(folder, { recursive: true });
});
