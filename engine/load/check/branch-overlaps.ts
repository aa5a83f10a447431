/** Finds branches of one step that hold for the same visitors. */
import type { Code, Json } from '../../../schemas/compiled.ts';
import { isConstantCode } from '../../decide/operation.ts';
import { type Demand, possibility } from '../../decide/possibility.ts';
import type { DomainOfName } from '../../decide/variables.ts';

/** Two branches of a step that some visitors could both take, while others could take only one of them. */
export interface BranchOverlap {
  readonly step: string;
  /** The branch that is taken. */
  readonly first: number;
  readonly later: number;
  /** Answers with which both conditions hold. */
  readonly values: Readonly<Record<string, Json>>;
}

/**
 * @param codes the conditions of the branches
 * @param known of the visitors who come to the step
 */
export function overlapsIn(
  step: string,
  codes: readonly Code[],
  known: readonly Demand[],
  domainOf: DomainOfName,
): readonly BranchOverlap[] {
  const pairs = codes.flatMap((_, later) => codes.slice(0, later).map((__, first) => ({ first, later })));
  return pairs.flatMap(({ first, later }) => {
    const [one, two] = [codes[first] ?? null, codes[later] ?? null];
    if (isConstantCode(one) || isConstantCode(two)) return [];
    const rest = [...codes.slice(0, first).map((code) => ({ code, outcome: false })), ...known];
    const where = (isFirst: boolean, isLater: boolean) =>
      possibility([{ code: one, outcome: isFirst }, { code: two, outcome: isLater }, ...rest], domainOf);
    const both = where(true, true);
    // A condition that contains the other one is a limit below it.
    if (both.can !== true || where(true, false).can !== true || where(false, true).can !== true) return [];
    return [{ step, first, later, values: both.values }];
  });
}
