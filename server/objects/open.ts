/** Opens the objects that the configuration names: a folder, with a bucket behind it if there is one. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Log } from '../log/log.ts';
import { createFolderStore } from './folder.ts';
import type { ObjectStore } from './types.ts';

export interface BucketState {
  /** What is wrong and what to do, a sentence each. */
  troubles(): readonly string[];
  /** How many objects wait for their upload. */
  waiting(): number;
}

export interface OpenObjects {
  readonly store: ObjectStore;
  /** Null without a bucket. */
  readonly bucket: BucketState | null;
  /** Finishes uploads within a time limit. */
  stop(timeoutMs: number): Promise<void>;
}

export interface ObjectEvents {
  readonly log: Pick<Log, 'write'>;
  /** Called after every request to the bucket. */
  readonly observe?: ((operation: string, outcome: string, seconds: number) => void) | undefined;
}

/** @param name of the folder of the data folder, and of the folder in the bucket */
export async function openObjects(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  name: string,
  { log, observe }: ObjectEvents,
): Promise<OpenObjects> {
  const local = createFolderStore(join(dataDir, name));
  if (s3 === null) return { store: local, bucket: null, stop: async () => {} };
  // Loaded only if they are used.
  const [{ createBucket }, { createGuardedBucket }, { createSharedCache }] = await Promise.all([
    import('./bucket.ts'),
    import('./guarded-bucket.ts'),
    import('./shared-cache.ts'),
  ]);
  const bucket = createBucket(s3, name, {
    damaged: (object) => log.write('warn', 'object-damaged', { object }),
  });
  const guarded = createGuardedBucket(bucket, { log, ...(observe === undefined ? {} : { observe }) });
  const store = createSharedCache(local, guarded, { log });
  return {
    store,
    bucket: { troubles: guarded.troubles, waiting: store.waiting },
    async stop(timeoutMs) {
      await store.settled(timeoutMs);
      store.stop();
    },
  };
}
