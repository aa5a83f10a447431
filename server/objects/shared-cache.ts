/** A folder of this machine in front of a bucket that processes share. The bucket may be down. */
import { errorFields, type Log } from '../log/log.ts';
import { type GuardedBucket, isFinalRefusal } from './guarded-bucket.ts';
import { assertObjectName, type ObjectStore } from './types.ts';

export interface SharedCache extends ObjectStore {
  /** How many objects wait for their upload. */
  waiting(): number;
  /** Resolves when no object waits, or after the time limit. */
  settled(timeoutMs: number): Promise<void>;
  stop(): void;
}

export interface SharedCacheOptions {
  readonly log: Pick<Log, 'write'>;
  /** Concurrent reads from the bucket; beyond them, an object counts as absent. Anybody can request names. */
  readonly concurrentReads?: number;
  /** Uploads that may wait during an outage; beyond them, the oldest is not uploaded. */
  readonly maxWaiting?: number;
}

const concurrentUploads = 2;

/**
 * Reads the folder first, then the bucket. An object is put into the folder at once, and uploaded afterwards. Reading
 * does not fail, because the object can be made again.
 */
export function createSharedCache(
  local: ObjectStore,
  bucket: GuardedBucket,
  { log, concurrentReads = 16, maxWaiting = 1000 }: SharedCacheOptions,
): SharedCache {
  /** Names only: the content is read from the folder when its turn comes. True after a failed attempt. */
  const waiting = new Map<string, boolean>();
  const uploading = new Set<string>();
  let reading = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let settlers: (() => void)[] = [];

  function enqueue(name: string, wasTried: boolean): void {
    waiting.delete(name);
    waiting.set(name, wasTried);
    if (waiting.size <= maxWaiting) return;
    const [oldest] = waiting.keys();
    waiting.delete(oldest as string);
    log.write('warn', 'upload-dropped', { object: oldest as string, code: 'QUEUE_FULL' });
  }

  async function upload(name: string, wasTried: boolean): Promise<void> {
    uploading.add(name);
    try {
      const body = await local.get(name).catch(() => null);
      if (body === null) return;
      // Another process may have uploaded it during the outage.
      if (wasTried && (await bucket.has(name).catch(() => false))) return;
      await bucket.put(name, body);
    } catch (error) {
      if (isFinalRefusal(error)) log.write('warn', 'upload-dropped', { object: name, ...errorFields(error) });
      else if (!waiting.has(name)) enqueue(name, true);
    } finally {
      uploading.delete(name);
      next();
    }
  }

  function next(): void {
    clearTimeout(timer);
    if (isStopped) return;
    if (waiting.size === 0 && uploading.size === 0) {
      for (const settle of settlers.splice(0)) settle();
      return;
    }
    const { isFailing, pauseMs } = bucket.writes();
    if (pauseMs > 0) {
      timer = setTimeout(next, pauseMs).unref();
      return;
    }
    for (const [name, wasTried] of waiting) {
      // After a failure one upload goes first.
      if (uploading.size >= (isFailing ? 1 : concurrentUploads)) return;
      if (uploading.has(name)) continue;
      waiting.delete(name);
      void upload(name, wasTried);
    }
  }

  return {
    async get(name) {
      assertObjectName(name);
      const found = await local.get(name).catch(() => null);
      if (found !== null || reading >= concurrentReads) return found;
      reading += 1;
      try {
        const shared = await bucket.get(name).catch(() => null);
        // A full disk loses the copy only.
        if (shared !== null) await local.put(name, shared).catch(() => {});
        return shared;
      } finally {
        reading -= 1;
      }
    },
    async put(name, body) {
      await local.put(name, body);
      enqueue(name, false);
      next();
    },
    async has(name) {
      assertObjectName(name);
      return (await local.has(name).catch(() => false)) || bucket.has(name).catch(() => false);
    },
    waiting: () => waiting.size + uploading.size,
    settled(timeoutMs) {
      if (waiting.size === 0 && uploading.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        settlers = [...settlers, resolve];
        setTimeout(resolve, timeoutMs).unref();
      });
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const settle of settlers.splice(0)) settle();
      bucket.stop();
    },
  };
}
