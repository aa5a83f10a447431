/** Group commit: many jobs in one transaction. */

export type Settled<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly error: Error };

export interface GroupCommit<Job, Result> {
  /** Settles after the commit that contained the job. */
  add(job: Job): Promise<Result>;
  /** Resolves when every job added so far has settled. */
  drain(): Promise<void>;
}

interface Waiting<Job, Result> {
  readonly job: Job;
  readonly resolve: (value: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects the jobs that arrive while a commit is running, or in the same turn of the event loop, and writes them
 * together. One write runs at a time.
 * @param write commits all jobs or throws; returns one result per job, in order
 * @param limit most jobs per commit, so that the first job does not wait for an endless queue
 */
export function groupCommit<Job, Result>(
  write: (jobs: readonly Job[]) => readonly Settled<Result>[] | Promise<readonly Settled<Result>[]>,
  limit: number,
): GroupCommit<Job, Result> {
  const queue: Waiting<Job, Result>[] = [];
  let running = false;
  let drained: (() => void)[] = [];

  const flush = async () => {
    const batch = queue.splice(0, limit);
    try {
      const results = await write(batch.map(({ job }) => job));
      batch.forEach((waiting, index) => {
        const result = results[index];
        if (result?.ok) waiting.resolve(result.value);
        else waiting.reject(result?.error ?? new Error('a job of the batch has no result'));
      });
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
    if (queue.length > 0) setImmediate(flush);
    else {
      running = false;
      for (const done of drained) done();
      drained = [];
    }
  };

  return {
    add(job) {
      return new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject });
        if (running) return;
        running = true;
        // The check phase follows the poll phase, so every job that the sockets delivered in this turn is queued by
        // then.
        setImmediate(flush);
      });
    },
    drain: () => (running ? new Promise((resolve) => drained.push(resolve)) : Promise.resolve()),
  };
}
