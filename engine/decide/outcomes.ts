/** The values that code can have: what a score, a range or another computed value comes to. */
import type { Code } from '../expressions/code.ts';
import { ExpressionError } from '../expressions/error.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { candidatesOf } from './candidates.ts';
import { listedValues } from './domains.ts';
import { isOfSite, withValue } from './literal.ts';
import { comparisonSigns, nameRead, namesRead, type Operation, operationOf } from './operation.ts';
import { type DomainOfName, isTangled, readingOf, type Variable } from './variables.ts';

/** A value without parts. */
type Outcome = string | number | boolean | null;

/** The values that are computed before a count gives up. */
const mostTries = 100_000;

interface Count {
  readonly variables: ReadonlyMap<string, Variable>;
  tries: number;
}

type Outcomes = ReadonlySet<Outcome> | null;

/**
 * All values that code can have. Parts that share no name are counted apart and then combined, so that a sum of many
 * answers takes as many steps as it has values.
 * @returns null if they are not known, too many, or lists and records
 */
export function outcomesOf(code: Code, domainOf: DomainOfName): Outcomes {
  const reading = readingOf(code, domainOf);
  // A row of which the sum and an answer are read counts as a whole.
  const isWhole = reading.variables.some((a) => reading.variables.some((b) => isTangled(a, b)));
  const variables = isWhole
    ? [...namesRead(code)].map((name): Variable => ({ text: name, root: name, path: [], ...domainOf(name) }))
    : reading.variables;
  const count: Count = { variables: new Map(variables.map((each) => [each.text, each])), tries: mostTries };
  return outcomesIn(isWhole ? code : reading.code, count);
}

function outcomesIn(code: Code, count: Count): Outcomes {
  const names = namesRead(code);
  const [first = ''] = names;
  if (names.size < 2) return names.size === 0 ? evaluated(code, count) : byValue(code, first, count);
  const { name, operands } = operationOf(code) as Operation;
  const parts = name === '+' ? independentSums(code) : operands;
  const shared = sharedName(parts);
  if (shared !== null) return byValue(code, shared, count);
  const outcomes = parts.map((part) => outcomesIn(part, count));
  return name === '+'
    ? outcomes.reduce((sums, part) => combined(name, [sums, part], count))
    : combined(name, outcomes, count);
}

function evaluated(code: Code, count: Count): Outcomes {
  count.tries -= 1;
  if (count.tries < 0) return null;
  try {
    const value = evaluate(code, {});
    return typeof value === 'object' && value !== null ? null : new Set([value]);
  } catch (error) {
    // Where code has no value, it is not evaluated.
    if (error instanceof ExpressionError) return isOfSite(error) ? null : new Set();
    throw error;
  }
}

function united(parts: Iterable<Outcomes>): Outcomes {
  const all = new Set<Outcome>();
  for (const part of parts) {
    if (part === null) return null;
    for (const each of part) all.add(each);
  }
  return all;
}

/** The outcomes of an operation for all combinations of those of its operands. */
function combined(name: string, parts: readonly Outcomes[], count: Count): Outcomes {
  let codes: Code[][] = [[]];
  for (const part of parts) {
    if (part === null || codes.length * part.size > count.tries) return null;
    codes = codes.flatMap((operands) => [...part].map((value) => [...operands, value]));
  }
  return united(codes.map((operands) => evaluated([name, ...operands] as unknown as Code, count)));
}

/** The outcomes of code for each value of one of its variables. */
function byValue(code: Code, name: string, count: Count): Outcomes {
  const variable = count.variables.get(name);
  const tests = testsOf(code, name);
  // Each value of what is not only compared can give another outcome.
  if (variable === undefined || (tests === null && listedValues(variable.domain) === null)) return null;
  const { values, isComplete } = candidatesOf(name, variable, tests ?? []);
  if (!isComplete || values.length > count.tries) return null;
  return united(values.map((value) => outcomesIn(withValue(code, name, value), count)));
}

/** The comparisons of a variable alone; null if it is read in another way too. */
function testsOf(code: Code, name: string): readonly Code[] | null {
  const operation = operationOf(code);
  const names = namesRead(code);
  if (operation === null || !names.has(name)) return [];
  if (nameRead(code) === name) return null;
  if (names.size === 1 && (comparisonSigns.has(operation.name) || operation.name === 'in')) return [code];
  const tests = operation.operands.map((operand) => testsOf(operand, name));
  return tests.every((each) => each !== null) ? tests.flat() : null;
}

/** The terms of a sum, where those that share names are one. */
function independentSums(code: Code): readonly Code[] {
  const sums: { code: Code; names: ReadonlySet<string> }[] = [];
  for (const term of termsOf(code)) {
    let sum = { code: term, names: namesRead(term) };
    for (const other of sums.filter(({ names }) => [...names].some((name) => sum.names.has(name)))) {
      sum = { code: ['+', other.code, sum.code], names: new Set([...other.names, ...sum.names]) };
      sums.splice(sums.indexOf(other), 1);
    }
    sums.push(sum);
  }
  // One sum that is left shares names among its terms. The caller then counts it by the values of such a name.
  return sums.length === 1 ? termsOf(code) : sums.map((sum) => sum.code);
}

function termsOf(code: Code): readonly Code[] {
  const operation = operationOf(code);
  return operation?.name === '+' ? operation.operands.flatMap(termsOf) : [code];
}

/** A name that more than one code reads; null if there is none. */
export function sharedName(codes: readonly Code[]): string | null {
  const all = codes.flatMap((code) => [...namesRead(code)]);
  return all.find((name, index) => all.indexOf(name) !== index) ?? null;
}
