/** Group commit: many jobs in one transaction. */

export type JobOutcome<Result> =
  | { readonly ok: true; readonly value: Result }
  | { readonly ok: false; readonly error: Error };

export interface GroupCommit<Job, Result> {
  /** Settles after the commit that contained the job. */
  add(job: Job): Promise<Result>;
  /** Resolves when every job added so far has settled. */
  drain(): Promise<void>;
}

interface QueueEntry<Job, Result> {
  readonly job: Job;
  readonly resolve: (value: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects the jobs that arrive while a commit is running, or in the same turn of the event loop, and writes them together,
 * in the order in which they were added.
 * @param write commits all jobs or throws; returns one result per job, in order
 * @param limit most jobs per commit, so that the first job does not wait for an endless queue
 */
export function groupCommit<Job, Result>(
  write: (jobs: readonly Job[]) => readonly JobOutcome<Result>[] | Promise<readonly JobOutcome<Result>[]>,
  limit: number,
): GroupCommit<Job, Result> {
  const queue: QueueEntry<Job, Result>[] = [];
  let isBusy = false;
  let drained: (() => void)[] = [];

  function schedule(): void {
    if (isBusy || queue.length === 0) return;
    isBusy = true;
    // The check phase follows the poll phase, so every job that the sockets delivered in this turn is queued by then.
    setImmediate(() => void flush());
  }

  async function flush(): Promise<void> {
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
    isBusy = false;
    schedule();
    if (isBusy) return;
    for (const done of drained) done();
    drained = [];
  }

  return {
    add(job) {
      return new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject });
        schedule();
      });
    },
    drain: () => (isBusy ? new Promise((resolve) => drained.push(resolve)) : Promise.resolve()),
  };
}
