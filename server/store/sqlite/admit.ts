/** Counts the uses of a batch before it is written, and leaves out the submissions whose limit is reached. */
import { isAdmitted, usesOf } from '../admission.ts';
import type { Job, JobResult } from '../frame.ts';
import type { Settled } from '../group-commit.ts';
import type { Use } from '../types.ts';

type Write = (jobs: readonly Job[]) => Settled<JobResult>[];

/**
 * @param write writes the jobs that are admitted
 * @param count adds uses and returns the total of each; null if they cannot be counted, which refuses nothing
 */
export function admitting(write: Write, count: (uses: readonly Use[]) => readonly number[] | null): Write {
  return (jobs) => {
    const { uses, admissions } = usesOf(jobs.map((job) => ('submission' in job ? job.submission : { use: null })));
    if (uses.length === 0) return write(jobs);
    const totals = new Map((count(uses) ?? []).map((total, index) => [uses[index]?.id, total]));
    const decided = jobs.map((job, index) => {
      const admission = admissions[index] as (typeof admissions)[number];
      const total = 'submission' in job ? totals.get(job.submission.use?.id) : undefined;
      return { job, isAdmitted: isAdmitted(admission, total), total: total && admission.share(total) };
    });
    const results = write(decided.filter((each) => each.isAdmitted).map(({ job }) => job));
    let next = 0;
    return decided.map(({ isAdmitted: isWritten, total }): Settled<JobResult> => {
      const settled: Settled<JobResult> = isWritten
        ? (results[next++] as Settled<JobResult>)
        : { ok: true, value: { outcome: 'limited' } };
      if (!settled.ok || settled.value === null || total === undefined) return settled;
      return { ok: true, value: { ...settled.value, total } };
    });
  };
}
