/**
 * Ends a process whose main thread is stuck in code of a site's own: it answers nobody, and no signal reaches it. The
 * service manager starts it again, with the last good version if need be.
 */
import { Worker } from 'node:worker_threads';

/** What the thread is started with. */
export interface WatchdogOrder {
  /** A count that the main thread raises. */
  readonly beats: SharedArrayBuffer;
  readonly limitMs: number;
}

const beatMs = 500;
const usualLimitMs = 10_000;

/**
 * Starts to watch the thread that calls it.
 * @param limitMs how long it may be stuck
 * @returns ends the watch
 */
export function startWatchdog(limitMs = usualLimitMs): () => void {
  const beats = new SharedArrayBuffer(4);
  const count = new Int32Array(beats);
  const timer = setInterval(() => void Atomics.add(count, 0, 1), beatMs).unref();
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: { beats, limitMs } satisfies WatchdogOrder,
    // Options of the process may name code that only it should run.
    execArgv: [],
  });
  thread.unref();
  // Without the thread the process works as before.
  thread.on('error', () => {});
  return () => {
    clearInterval(timer);
    void thread.terminate();
  };
}
