/** Random branches of which each one is taken by some of the visitors who come there. */
import type { KnownValue, Visitor, VisitorCondition } from './random-answers.ts';
import { pick, type Random } from './random-form.ts';

/** The values that conditions of a step can read, and visitors who come there. */
export interface StepVisitors {
  readonly known: readonly KnownValue[];
  readonly visitors: readonly Visitor[];
}

type Partition = readonly { readonly when: VisitorCondition | null; readonly visitors: readonly Visitor[] }[];

const both = (one: VisitorCondition, other: VisitorCondition): VisitorCondition => ({
  text: [one, other].map(({ text }) => (text.includes('||') ? `(${text})` : text)).join(' && '),
  holds: (visitor) => one.holds(visitor) && other.holds(visitor),
});
const either = (one: VisitorCondition, other: VisitorCondition): VisitorCondition => ({
  text: [one, other].map(({ text }) => (text.includes('&&') ? `(${text})` : text)).join(' || '),
  holds: (visitor) => one.holds(visitor) || other.holds(visitor),
});

/** Conditions of branches of which two exclude each other, or the later one contains the earlier one. */
function conditionsOf(random: Random, known: readonly KnownValue[]): readonly VisitorCondition[] {
  const first = pick(random, known);
  const second = pick(random, known);
  if (first.group === second.group || random() < 0.4 || first.pairs.length === 0 || second.pairs.length === 0)
    return pick(random, first.ways);
  const [[one, notOne], [other, notOther]] = [pick(random, first.pairs), pick(random, second.pairs)];
  return pick(random, [
    [both(one, other), one],
    [both(one, other), both(one, notOther)],
    [one, either(one, other)],
    [both(one, other), both(notOne, other), one],
    [both(one, other), both(notOne, notOther)],
    [either(one, other)],
  ]);
}

/** Divides visitors so that each branch has some; null if none was found. */
export function partition(random: Random, { known, visitors }: StepVisitors): Partition | null {
  for (let tries = 0; tries < 20 && known.length > 0; tries += 1) {
    let left = visitors;
    const parts = conditionsOf(random, known).map((when) => {
      const taken = left.filter((visitor) => when.holds(visitor));
      left = left.filter((visitor) => !when.holds(visitor));
      return { when, visitors: taken };
    });
    const all = [...parts, { when: null, visitors: left }];
    if (all.every((part) => part.visitors.length > 0)) return all;
  }
  return null;
}
