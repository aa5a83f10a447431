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

/** What two branches have in common: each case as soon as a way has shown it. */
interface ComparedBranches extends Omit<BranchOverlap, 'values'> {
  values: BranchOverlap['values'] | null;
  hasFirstOnly: boolean;
  hasLaterOnly: boolean;
}

interface ConditionalBranch {
  readonly code: Code;
  readonly to: string;
}

/** Compares the branches of steps on one way after another: of two ways, each may have a part of the cases. */
export class BranchOverlaps {
  private readonly compared = new Map<string, ComparedBranches>();

  /** @param known of the visitors who come to the step */
  compare(
    step: string,
    branches: readonly ConditionalBranch[],
    known: readonly Demand[],
    domainOf: DomainOfName,
  ): void {
    branches.forEach((other, later) => {
      branches.slice(0, later).forEach((one, first) => {
        if (one.to === other.to || isConstantCode(one.code) || isConstantCode(other.code)) return;
        const rest = [...branches.slice(0, first).map(({ code }) => ({ code, outcome: false })), ...known];
        const key = `${step} ${first} ${later}`;
        const pair = this.compared.get(key) ?? {
          ...{ step, first, later, values: null, hasFirstOnly: false, hasLaterOnly: false },
        };
        this.compared.set(key, pair);
        const where = (isFirst: boolean, isLater: boolean) =>
          possibility(
            [{ code: one.code, outcome: isFirst }, { code: other.code, outcome: isLater }, ...rest],
            domainOf,
          );
        const both = pair.values === null ? where(true, true) : null;
        if (both?.can === true) pair.values = both.values;
        pair.hasFirstOnly ||= where(true, false).can === true;
        pair.hasLaterOnly ||= where(false, true).can === true;
      });
    });
  }

  /** The pairs of which some visitors meet both, and others only one. A condition that contains another one is a limit. */
  get found(): readonly BranchOverlap[] {
    return [...this.compared.values()].flatMap(({ values, hasFirstOnly, hasLaterOnly, ...pair }) =>
      values !== null && hasFirstOnly && hasLaterOnly ? [{ ...pair, values }] : [],
    );
  }
}
