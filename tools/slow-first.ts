/** The order in which Vitest starts test files. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files whose tests take long: a tail of them would leave processors idle. Vitest starts large files first. */
const slow = /\/test\/browsers\/|\/recorded-visits\.full\.test/;

/** Unit tests are short and need no server: they end the run. */
const short = /\/test\/(unit|site)\//;

/** Starts the slow files first, and the short ones last. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => (slow.test(moduleId) ? 0 : short.test(moduleId) ? 2 : 1);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
