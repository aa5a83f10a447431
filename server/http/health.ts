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

export function createHealth(store: Pick<Store, 'probe'>, clock: () => number = Date.now): Health {
  let failed: string | null = null;
  let probed = { at: -Infinity, outcome: Promise.resolve() };
  return {
    get failed() {
      return failed;
    },
    fail(reason) {
      failed ??= reason;
    },
    async ready() {
      if (failed !== null) throw new Error(failed);
      if (clock() - probed.at >= probeEvery) {
        probed = { at: clock(), outcome: store.probe() };
        probed.outcome.catch(() => {});
      }
      await probed.outcome;
      if (failed !== null) throw new Error(failed);
    },
  };
}
