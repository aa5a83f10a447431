/** Judges publications in a thread: it takes up to half a minute of processor time, which requests would wait for. */
import { Worker } from 'node:worker_threads';
import type { StoreConfig } from '../store/open.ts';
import type { GateVersions, PublishReport } from './gate.ts';

/** What the thread is started with. */
export interface GateOrder {
  readonly versions: GateVersions;
  readonly config: StoreConfig;
}

const timeoutMs = 10 * 60_000;
const memoryMb = 2048;

/** @throws Error if the thread ends without a report */
export function judgeInThread({ versions, config: { dataDir, databaseUrl } }: GateOrder): Promise<PublishReport> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./judge-thread.ts', import.meta.url), {
      workerData: { versions, config: { dataDir, databaseUrl } } satisfies GateOrder,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    // A process that stops does not wait for it.
    thread.unref();
    const timer = setTimeout(() => {
      reject(new Error(`The edit was not judged within ${timeoutMs / 60_000} minutes.`));
      void thread.terminate();
    }, timeoutMs).unref();
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The thread that judges an edit ended with ${code}.`));
    });
  });
}
