import type { Code, Json } from '../../../schemas/compiled.ts';
import type { Compute, FlowFile } from '../../../schemas/generated/types.ts';
import { sumsOf } from '../../decide/domains.ts';
import { evaluate } from '../../expressions/run.ts';
import { namesIn } from '../../flow/scope.ts';

/** More sets of answers would make loading slow; the ranges of such a value are not checked against them. */
const mostSets = 5000;

type Answers = ReadonlyMap<string, readonly number[]>;

/**
 * The values that a classified number has for every set of answers.
 * @param code what is classified
 * @returns null if it depends on more than the answers to questions, or on too many of them
 */
export function answeredValues(
  code: Code,
  { questions = {} }: FlowFile,
  computed: Readonly<Record<string, Compute>>,
): ReadonlySet<number> | null {
  const codes = codesBehind(code, computed);
  if (codes === null) return null;
  const lists = new Set(codes.flatMap((each) => namesIn(each)).filter((name) => !Object.hasOwn(computed, name)));
  const options = new Map(
    Object.values(questions).flatMap(({ saveAs, items }) =>
      lists.has(saveAs) ? [[saveAs, items.map((item) => item.options.map(({ value }) => value))] as const] : [],
    ),
  );
  if (lists.size === 0 || [...lists].some((name) => !options.has(name))) return null;
  let sets: Answers[] = [new Map()];
  for (const [name, values] of options) {
    const isSummed = codes.every((each) => readsOnlySum(each, name));
    const answers = isSummed ? onePerSum(values) : combinations(values);
    if (answers === null || sets.length * answers.length > mostSets) return null;
    sets = sets.flatMap((set) => answers.map((list) => new Map([...set, [name, list]])));
  }
  try {
    return new Set(sets.map((set) => Number(evaluate(code, lookupOf(set, computed)))));
  } catch {
    // A value that cannot be computed is reported as a mistake of its expression.
    return null;
  }
}

function lookupOf(answers: Answers, computed: Readonly<Record<string, Compute>>): (name: string) => Json {
  const lookup = (name: string): Json =>
    (answers.get(name) as Json | undefined) ?? evaluate(computed[name]?.value as Code, lookup);
  return lookup;
}

/** A code and those of the computed values that it reads; null if one of them is no plain value. */
function codesBehind(code: Code, computed: Readonly<Record<string, Compute>>): Code[] | null {
  const codes = [code];
  const seen = new Set<string>();
  for (const each of codes)
    for (const name of namesIn(each)) {
      if (!Object.hasOwn(computed, name) || seen.has(name)) continue;
      seen.add(name);
      const value = computed[name]?.value as Code | undefined;
      if (value === undefined) return null;
      codes.push(value);
    }
  return codes;
}

/** Whether a code reads a list only through its sum. */
function readsOnlySum(code: Code, name: string): boolean {
  if (!Array.isArray(code) || code[0] === '#') return true;
  if (code[0] === '$') return code[1] !== name;
  const [operation, operand] = code;
  if (operation === 'sum' && Array.isArray(operand) && operand[0] === '$') return true;
  return (code.slice(1) as Code[]).every((part) => readsOnlySum(part, name));
}

/** A set of answers for each possible sum. */
function onePerSum(options: readonly (readonly number[])[]): readonly (readonly number[])[] | null {
  const sums = sumsOf(options.map((values) => ({ kind: 'some', values })));
  return sums === null ? null : [...sums.values()];
}

function combinations(options: readonly (readonly number[])[]): number[][] | null {
  let sets: number[][] = [[]];
  for (const values of options) {
    if (sets.length * values.length > mostSets) return null;
    sets = sets.flatMap((set) => values.map((value) => [...set, value]));
  }
  return sets;
}
