import { describe, expect, test } from 'vitest';
import { groupCommit, type JobOutcome } from '../../../server/store/group-commit.ts';

const written = (jobs: readonly number[]): JobOutcome<number>[] => jobs.map((value) => ({ ok: true, value }));

describe('a group commit', () => {
  test('takes at most its limit of jobs, in order, and settles each', async () => {
    const batches: (readonly number[])[] = [];
    const group = groupCommit<number, number>((jobs) => {
      batches.push(jobs);
      return written(jobs);
    }, 3);
    const jobs = [1, 2, 3, 4, 5, 6, 7];
    expect(await Promise.all(jobs.map((job) => group.add(job)))).toEqual(jobs);
    expect(batches).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  });

  test('collects jobs that arrive while a commit is running', async () => {
    const sizes: number[] = [];
    let open = (): void => {};
    const gate = new Promise<void>((done) => {
      open = done;
    });
    const group = groupCommit<number, number>(async (jobs) => {
      sizes.push(jobs.length);
      await gate;
      return written(jobs);
    }, 100);
    const first = group.add(1);
    await new Promise(setImmediate);
    const rest = [2, 3, 4].map((job) => group.add(job));
    open();
    await Promise.all([first, ...rest]);
    expect(sizes).toEqual([1, 3]);
  });

  test('rejects every job of a failed batch, and writes the next', async () => {
    let failing = true;
    const group = groupCommit<number, number>((jobs) => {
      if (failing) throw new Error('disk full');
      return written(jobs);
    }, 10);
    const lost = await Promise.allSettled([group.add(1), group.add(2)]);
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    failing = false;
    expect(await group.add(3)).toBe(3);
  });

  test('rejects a single job that was refused or has no result', async () => {
    const group = groupCommit<number, number>(
      (jobs) => [{ ok: false, error: new Error('refused') }, ...written(jobs.slice(1, 2))],
      10,
    );
    const ends = await Promise.allSettled([1, 2, 3].map((job) => group.add(job)));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });

  test('is drained once every job is settled', async () => {
    let settled = 0;
    const group = groupCommit<number, number>(written, 2);
    for (const job of [1, 2, 3]) void group.add(job).then(() => (settled += 1));
    await group.drain();
    expect(settled).toBe(3);
  });
});
