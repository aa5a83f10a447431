/** Reports the names of `lowest` that no answers lead to. */
import type { Code } from '../../../schemas/compiled.ts';
import type { Compute, FlowFile } from '../../../schemas/generated/types.ts';
import { domainsOf } from '../../decide/domains.ts';
import { reasonsOf } from '../../decide/explain.ts';
import { sharedName } from '../../decide/outcomes.ts';
import { type Demand, possibility } from '../../decide/possibility.ts';
import type { DomainOfName } from '../../decide/variables.ts';
import type { Types } from '../../expressions/index.ts';
import type { Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';
import { domainOfComputed } from '../types/computed-domain.ts';

/**
 * Checks that some answers make each number of `lowest` the lowest.
 * @param path of the computed value
 * @param types of what the numbers read
 */
export function checkLowest(
  { report }: Draft,
  source: Source<FlowFile>,
  path: DataPath,
  lowest: Compute['lowest'] & {},
  types: Types,
): void {
  const entries = Object.entries(lowest) as [string, Code][];
  // A mistaken expression is null.
  if (entries.some(([, code]) => code === null)) return;
  const codes = entries.map(([, code]) => code);
  // Numbers that share no answer can be compared by the values that each of them has.
  const isApart = sharedName(codes) === null;
  const listed: DomainOfName = (name) => ({
    domain: domainOfComputed(lowest[name] as Code, types) ?? { kind: 'unknown' },
    orNull: false,
  });
  entries.forEach(([name], index) => {
    let found = possibility(isLowest(codes, index), domainsOf(types));
    if (found.can === null && isApart)
      found = possibility(
        isLowest(
          entries.map(([each]) => ['$', each]),
          index,
        ),
        listed,
      );
    if (found.can !== false) return;
    const why = reasonsOf(found.conflicts, true, () => undefined);
    report.add('lowest-never', source, source.place([...path, 'lowest', name]), { name, why });
  });
}

/** That a number is the lowest. Of equal numbers, the first one counts. */
const isLowest = (numbers: readonly Code[], index: number): readonly Demand[] =>
  numbers.flatMap((other, at): Demand[] =>
    at === index ? [] : [{ code: [at < index ? '<' : '<=', numbers[index] as Code, other], outcome: true }],
  );
