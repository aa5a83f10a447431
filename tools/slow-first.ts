/** The order in which Vitest starts test files. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files whose tests take long: a tail of them would leave processors idle. Vitest starts large files first. */
const slow = /\/test\/browsers\/|\/recorded-visits\.test/;

/** Starts the slow files first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
