/** Whether the process should be sent visitors. */
import type { Store } from '../store/types.ts';

export interface Health {
  /** Resolves when a visitor can be served and a lead be kept. @throws Error that says what is missing */
  ready(): Promise<void>;
  /** From here on never ready again. */
  fail(reason: string): void;
  readonly failed: string | null;
}

// The probe is a durable write, and anybody may ask.
const probeEvery = 1000;

/**
 * Readiness is what the store says of its last write, whoever made it: a lead refused after the last probe ends it at
 * once, and only a write that was kept begins it again.
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
      if (clock() - probed.at >= probeEvery) probed = { at: clock(), done: store.probe().catch(() => {}) };
      await probed.done;
      assertNotFailed();
      const trouble = store.trouble();
      if (trouble !== null) throw trouble;
    },
  };
}
