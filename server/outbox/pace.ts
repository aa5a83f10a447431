/** When messages are sent: deliveries are no reason to keep a visitor waiting. */
import { performance } from 'node:perf_hooks';

export interface Pace {
  /** A submission has stored messages. */
  arrived(): void;
  /** Waits while the process is busy, but no longer than a second. */
  whenCalm(): Promise<void>;
}

/**
 * A process that is active for this share of the time is busy, and so is one that gets this many submissions a second:
 * they come in faster than their messages could be sent, and every commit of the outbox delays those of submissions.
 */
const busyShare = 0.4;
const busyRate = 400;
const longestDelayMs = 1_000;
const sampleMs = 50;
/** Submissions arrive in groups, because those of one commit are answered together. */
const rateWindowMs = 250;

export function createPace(): Pace {
  let begunAt = performance.now();
  let count = 0;
  let rate = 0;

  function isCrowded(): boolean {
    const elapsed = performance.now() - begunAt;
    if (elapsed >= rateWindowMs) {
      rate = (count * 1000) / elapsed;
      begunAt += elapsed;
      count = 0;
    }
    return Math.max(rate, (count * 1000) / rateWindowMs) >= busyRate;
  }

  return {
    arrived() {
      count += 1;
    },
    async whenCalm() {
      const until = performance.now() + longestDelayMs;
      let before = performance.eventLoopUtilization();
      while (performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, sampleMs).unref());
        const now = performance.eventLoopUtilization();
        const { utilization } = performance.eventLoopUtilization(now, before);
        if (!isCrowded() && utilization < busyShare) return;
        before = now;
      }
    },
  };
}
