/** The thread that judges one publication. */
import { parentPort, workerData } from 'node:worker_threads';
import { judgeByStored } from './gate.ts';
import type { GateOrder } from './in-thread.ts';

const { versions, config } = workerData as GateOrder;
parentPort?.postMessage(await judgeByStored(versions, config));
