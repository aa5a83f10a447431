/** One server a data folder: two would send each message twice, and each would serve what it published itself. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../errors.ts';
import { createPrivateFile, prepareFolder } from '../folder.ts';

const lockFile = 'server.lock';
/** A server that is being stopped finishes its requests first. */
const usualWaitMs = 15_000;
const lookMs = 50;

/**
 * Takes the lock of a data folder, which the operating system frees when the process ends, however that happens. Waits for
 * a server that is about to stop.
 * @returns frees it
 * @throws StoreError STORE_FOLDER, STORE_IN_USE
 */
export async function lockFolder(dir: string, waitMs = usualWaitMs): Promise<() => void> {
  const file = join(prepareFolder(dir), lockFile);
  createPrivateFile(file);
  const until = performance.now() + waitMs;
  const database = new DatabaseSync(file);
  for (;;) {
    try {
      database.exec('begin exclusive');
      return () => {
        if (database.isOpen) database.close();
      };
    } catch {
      if (performance.now() < until) {
        await sleep(lookMs);
        continue;
      }
      database.close();
      throw new StoreError('STORE_IN_USE', dir);
    }
  }
}
