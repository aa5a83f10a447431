/** The thread that ends its process when the main thread no longer counts. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { WatchdogOrder } from './watchdog.ts';

const { beats, limitMs } = workerData as WatchdogOrder;
const count = new Int32Array(beats);
/** Counted in waits of this thread: a process that was suspended as a whole is not stuck. */
const waits = 20;
const waitMs = limitMs / waits;
let last = Atomics.load(count, 0);
let missed = 0;

setInterval(() => {
  const now = Atomics.load(count, 0);
  missed = now === last ? missed + 1 : 0;
  last = now;
  if (missed < waits) return;
  const line = { at: new Date().toISOString(), level: 'error', event: 'killed-itself', reason: 'the process is stuck' };
  try {
    writeSync(1, `${JSON.stringify(line)}\n`);
  } catch {
    // The log's reader is gone.
  }
  process.kill(process.pid, 'SIGKILL');
}, waitMs);
