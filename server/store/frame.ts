/** What every store does around its database: it groups writes, classifies errors, and closes after the last write. */
import { type GuardedCalls, guardCalls } from './calls.ts';
import { type EncodedSubmission, encodeSubmission } from './encode.ts';
import type { StoreError } from './errors.ts';
import { groupCommit, type JobOutcome } from './group-commit.ts';
import type { Clock, Store, StoreEvents, SubmissionOutcome } from './types.ts';

export type Job = { readonly submission: EncodedSubmission } | { readonly probeAt: number };
export type JobResult = SubmissionOutcome | null;

/** What differs between databases. */
export interface FrameParts {
  readonly events: StoreEvents;
  readonly clock: Clock;
  /**
   * Commits all jobs or throws; returns one result per job, in order.
   * @param isHealthy whether the last write succeeded and the store stays open
   */
  readonly write: (
    jobs: readonly Job[],
    isHealthy: () => boolean,
  ) => readonly JobOutcome<JobResult>[] | Promise<readonly JobOutcome<JobResult>[]>;
  /** Classifies an error of the database. STORE_FAILED makes every later call fail. */
  readonly toStoreError: (error: unknown) => StoreError;
  /** Finds out whether the database still has this code's schema. @returns why it does not, or null */
  readonly newer?: () => Promise<StoreError | null>;
  /** The error of a write that is visible without a write, or null. */
  readonly visibleTrouble?: () => StoreError | null;
  /** Closes the database. @param failed whether the store has failed */
  readonly release: (failed: boolean) => void | Promise<void>;
}

export interface Frame extends Pick<Store, 'submit' | 'probe' | 'trouble' | 'close'>, Pick<GuardedCalls, 'call'> {
  /** Classifies an error; a fatal one makes the store fail. */
  settle(error: unknown): StoreError;
  hasFailed(): boolean;
}

const batchLimit = 1000;

/** Builds the writing methods of a store. */
export function storeFrame(parts: FrameParts): Frame {
  const { events, clock, write, toStoreError, visibleTrouble, newer, release } = parts;
  let failure: StoreError | null = null;
  /** Why the schema is not this code's, although some of its statements still succeed. */
  let strange: StoreError | null = null;
  /** The error of the last write; the next successful write clears it. */
  let lastRefusal: StoreError | null = null;

  function settle(error: unknown): StoreError {
    const reason = toStoreError(error);
    if (reason.code !== 'STORE_FAILED') return reason;
    if (failure === null) {
      failure = reason;
      events.onFatal?.(failure);
    }
    return failure;
  }

  function setRefusal(next: StoreError | null): void {
    const changed = next?.code !== lastRefusal?.code;
    lastRefusal = next;
    if (changed) events.onTrouble?.(next);
  }

  function assertUsable(): void {
    const over = failure ?? calls.closed();
    if (over !== null) throw over;
  }

  const isHealthy = (): boolean => lastRefusal === null && calls.closed() === null;

  const group = groupCommit<Job, JobResult>(async (jobs) => {
    // The previous batch may have failed while these jobs were waiting.
    if (failure !== null) throw failure;
    try {
      const results = await write(jobs, isHealthy);
      setRefusal(strange);
      return results;
    } catch (error) {
      const reason = settle(error);
      if (reason.code !== 'STORE_REJECTED') setRefusal(reason);
      throw reason;
    }
  }, batchLimit);

  const calls = guardCalls(settle, async () => {
    await group.drain();
    try {
      await release(failure !== null);
    } catch (error) {
      // After a temporary error nothing is lost: what was acknowledged is durable.
      const reason = settle(error);
      if (reason.code === 'STORE_FAILED') throw reason;
    }
  });

  return {
    call: (run) => (failure === null ? calls.call(run) : Promise.reject(failure)),
    settle,
    hasFailed: () => failure !== null,
    submit(submission) {
      try {
        assertUsable();
        return group.add({ submission: encodeSubmission(submission) }) as Promise<SubmissionOutcome>;
      } catch (error) {
        return Promise.reject(error);
      }
    },
    async probe() {
      assertUsable();
      if (newer !== undefined) {
        // What prevents the look at the schema prevents the write too, which reports it.
        strange = await newer().catch(() => strange);
        assertUsable();
      }
      await group.add({ probeAt: clock() });
    },
    trouble() {
      const over = failure ?? calls.closed();
      if (over !== null) return over;
      const visible = visibleTrouble?.() ?? null;
      if (visible !== null) setRefusal(visible);
      return lastRefusal;
    },
    close: calls.close,
  };
}
