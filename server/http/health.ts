/** Readiness: whether the process should receive visitors. */
import type { Store } from '../store/types.ts';

export interface Health {
  /** Resolves when visitors can be served and leads stored. @throws Error that names what is missing */
  ready(): Promise<void>;
  /** Makes the process permanently not ready. */
  fail(reason: string): void;
  readonly failed: string | null;
}

// The probe is a durable write, and the endpoint is public, so its rate is limited.
const probeIntervalMs = 1000;

/**
 * Readiness follows the outcome of the store's last write, of a lead or of the probe: a failed write ends it at once,
 * and only a successful write restores it.
 */
export function createHealth(store: Pick<Store, 'probe' | 'trouble'>, clock: () => number = Date.now): Health {
  let failed: string | null = null;
  let probed = { at: -Infinity, done: Promise.resolve() };
  const assertNotFailed = (): void => {
    if (failed !== null) throw new Error(failed);
  };
  return {
    get failed() {
      return failed;
    },
    fail(reason) {
      failed ??= reason;
    },
    async ready() {
      assertNotFailed();
      if (clock() - probed.at >= probeIntervalMs) probed = { at: clock(), done: store.probe().catch(() => {}) };
      await probed.done;
      assertNotFailed();
      const trouble = store.trouble();
      if (trouble !== null) throw trouble;
    },
  };
}
