/** What every object store guarantees: the folder, the bucket, and the folder in front of the bucket. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBucket } from '../../../server/objects/bucket.ts';
import { createFolderStore } from '../../../server/objects/folder.ts';
import { createGuardedBucket } from '../../../server/objects/guarded-bucket.ts';
import { createSharedCache } from '../../../server/objects/shared-cache.ts';
import type { ObjectStore } from '../../../server/objects/types.ts';
import type { S3Config } from '../../../server/s3-config.ts';
import { readS3Config } from '../../../server/s3-config.ts';
import { patience } from '../../harness/patience.ts';
import { type S3Server, startS3Server } from '../../harness/s3-server.ts';

interface Place {
  readonly store: ObjectStore;
  /** Another store on the same objects, such as the one of another process. */
  readonly other: () => ObjectStore;
  /** Resolves when every other store can see what was put. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const inFolder = async (): Promise<Place> => {
  const parent = await mkdtemp(join(tmpdir(), 'objects-'));
  const other = (): ObjectStore => createFolderStore(join(parent, 'images'));
  return { store: other(), other, settled: async () => {}, close: () => rm(parent, { recursive: true }) };
};

const bucketOf = (s3: S3Server): ObjectStore =>
  createBucket(readS3Config(s3.env, []) as S3Config, 'images', { readTimeoutMs: patience, writeTimeoutMs: patience });

const inBucket = async (): Promise<Place> => {
  const s3 = await startS3Server();
  return { store: bucketOf(s3), other: () => bucketOf(s3), settled: async () => {}, close: () => s3.stop() };
};

const inFolderAndBucket = async (): Promise<Place> => {
  const s3 = await startS3Server();
  const log = { write: () => {} };
  const folders: string[] = [];
  const caches: ReturnType<typeof createSharedCache>[] = [];
  const open = async () => {
    folders.push(await mkdtemp(join(tmpdir(), 'objects-')));
    const local = createFolderStore(join(folders.at(-1) as string, 'images'));
    const cache = createSharedCache(local, createGuardedBucket(bucketOf(s3), { log }), { log });
    caches.push(cache);
    return cache;
  };
  const [store, other] = [await open(), await open()];
  return {
    store,
    other: () => other,
    settled: () => store.settled(patience),
    async close() {
      for (const cache of caches) cache.stop();
      await s3.stop();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
    },
  };
};

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
  ['a folder in front of a bucket', inFolderAndBucket],
])('%s', (_, open) => {
  let place: Place;
  beforeEach(async () => {
    place = await open();
  });
  afterEach(() => place.close());

  test('returns what was put, byte by byte, here and in another process', async () => {
    const bodies = {
      'high-0a.avif': Buffer.from([0, 255, 13, 10, 0]),
      'empty.bin': Buffer.alloc(0),
      'large.png': Buffer.alloc(3_000_000, 'æ'),
    };
    for (const [name, body] of Object.entries(bodies)) await place.store.put(name, body);
    await place.settled();
    const other = place.other();
    for (const [name, body] of Object.entries(bodies))
      for (const store of [place.store, other]) {
        expect(body.equals((await store.get(name)) as Buffer), name).toBe(true);
        expect(await store.has(name), name).toBe(true);
      }
  });

  test('has nothing that was not put', async () => {
    expect(await place.store.get('none.webp')).toBeNull();
    expect(await place.store.has('none.webp')).toBe(false);
    await place.store.put('one.webp', Buffer.from('1'));
    expect(await place.store.get('one.web')).toBeNull();
  });

  test('replaces an object, and stores the same one twice', async () => {
    for (const text of ['first', 'second', 'second']) await place.store.put('a.webp', Buffer.from(text));
    await place.settled();
    expect((await place.store.get('a.webp'))?.toString()).toBe('second');
    expect((await place.other().get('a.webp'))?.toString()).toBe('second');
  });

  test('gives readers whole objects while writers replace them', async () => {
    const bodies = ['a', 'b'].map((letter) => Buffer.alloc(400_000, letter));
    await place.store.put('big.png', bodies[0] as Buffer);
    const writing = Promise.all([0, 1, 0, 1].map((index) => place.store.put('big.png', bodies[index] as Buffer)));
    for (let round = 0; round < 20; round += 1) {
      const found = (await place.store.get('big.png')) as Buffer;
      expect(bodies.some((body) => body.equals(found))).toBe(true);
    }
    await writing;
  });

  test.each(['', '.', '..', '../a', 'a/b', 'a\\b', '.hidden', 'a\0', 'A.png', 'ä.png', `${'a'.repeat(201)}`])(
    'refuses the name %j',
    async (name) => {
      await expect(place.store.put(name, Buffer.from('x'))).rejects.toThrow(TypeError);
      await expect(place.store.get(name)).rejects.toThrow(TypeError);
      await expect(place.store.has(name)).rejects.toThrow(TypeError);
    },
  );
});
