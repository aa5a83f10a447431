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

/** The uses of an id in a batch. */
interface Sum {
  readonly id: string;
  count: number;
  readonly expiresAt: number;
}

/** A class, because an object with a getter of its own takes a microsecond to make. */
class Counted implements Admission {
  readonly #sum: Sum;
  readonly #before: number;
  readonly #count: number;
  readonly #limit: number;
  constructor(sum: Sum, before: number, count: number, limit: number) {
    this.#sum = sum;
    this.#before = before;
    this.#count = count;
    this.#limit = limit;
  }
  get ceiling(): number {
    return this.#limit + this.#sum.count - this.#before;
  }
  share(total: number): number {
    return total - this.#sum.count + this.#before + this.#count;
  }
}

const always: Admission = { ceiling: null, share: (total) => total };

/** Adds up the uses of a batch. Earlier submissions of an id are admitted first. */
export function usesOf(submissions: readonly Pick<EncodedSubmission, 'use'>[]): BatchUses {
  const sums = new Map<string, Sum>();
  const admissions = submissions.map(({ use }) => {
    if (use === null) return always;
    const { id, count, expiresAt, limit } = use;
    const sum = sums.get(id) ?? { id, count: 0, expiresAt };
    const before = sum.count;
    sum.count += count;
    sums.set(id, sum);
    return new Counted(sum, before, count, limit);
  });
  return { uses: [...sums.values()], admissions };
}

/** Whether a submission may be stored. @param total of its id, after the batch */
export const isAdmitted = ({ ceiling }: Admission, total: number | undefined): boolean =>
  ceiling === null || total === undefined || total < ceiling;
