/** Uses that are counted together with the submissions that need them. */
import type { EncodedSubmission } from './encode.ts';
import type { Use } from './types.ts';

/** What the uses of a batch decide about one of its submissions. */
export interface Admission {
  /** The submission is stored only if the total of its id stays below this; null if it is always stored. */
  readonly ceiling: number | null;
  /** The total right after its own use, of the total after the batch. */
  share(total: number): number;
}

export interface BatchUses {
  /** One for each id. */
  readonly uses: readonly Use[];
  /** One for each submission, in order. */
  readonly admissions: readonly Admission[];
}

const always: Admission = { ceiling: null, share: (total) => total };

/** Adds up the uses of a batch. Earlier submissions of an id are admitted first. */
export function usesOf(submissions: readonly Pick<EncodedSubmission, 'use'>[]): BatchUses {
  const sums = new Map<string, { id: string; count: number; expiresAt: number }>();
  const admissions = submissions.map(({ use }) => {
    if (use === null) return always;
    const { id, count, expiresAt, limit } = use;
    const sum = sums.get(id) ?? { id, count: 0, expiresAt };
    const before = sum.count;
    sum.count += count;
    sums.set(id, sum);
    return {
      get ceiling() {
        return limit + sum.count - before;
      },
      share: (total: number) => total - sum.count + before + count,
    };
  });
  return { uses: [...sums.values()], admissions };
}

/** Whether a submission may be stored. @param total of its id, after the batch */
export const isAdmitted = ({ ceiling }: Admission, total: number | undefined): boolean =>
  ceiling === null || total === undefined || total < ceiling;
