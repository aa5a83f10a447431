/** Linear comparisons of several numbers, solved by Fourier–Motzkin elimination. */
import type { Code } from '../expressions/code.ts';
import type { DomainOf } from '../expressions/domain.ts';
import { onGrid } from './domains.ts';
import { constantOf, operationOf } from './operation.ts';

/** A sum of multiples of variables, by their texts, and a constant. */
export interface Linear {
  readonly terms: ReadonlyMap<string, number>;
  readonly constant: number;
}

/** `linear < 0` if it is strict, otherwise `linear <= 0`. */
interface Bound extends Linear {
  readonly isStrict: boolean;
}

type Numbers = DomainOf<'numbers'>;

const scaled = ({ terms, constant }: Linear, by: number): Linear => ({
  terms: new Map([...terms].map(([name, factor]) => [name, factor * by])),
  constant: constant * by,
});

function added(a: Linear, b: Linear): Linear {
  const terms = new Map(a.terms);
  for (const [name, factor] of b.terms) {
    const sum = (terms.get(name) ?? 0) + factor;
    // What is left of decimal fractions that cancel each other.
    if (Math.abs(sum) < 1e-12) terms.delete(name);
    else terms.set(name, sum);
  }
  return { terms, constant: a.constant + b.constant };
}

/** The linear function that code computes; null if it computes another one. */
export function linearOf(code: Code): Linear | null {
  const operation = operationOf(code);
  if (operation === null) {
    const value = constantOf(code);
    return typeof value === 'number' ? { terms: new Map(), constant: value } : null;
  }
  const { name, first, second } = operation;
  if (name === '$') return { terms: new Map([[String(first), 1]]), constant: 0 };
  const left = linearOf(first);
  if (left === null) return null;
  if (name === 'neg') return scaled(left, -1);
  const right = linearOf(second);
  if (right === null) return null;
  if (name === '+') return added(left, right);
  if (name === '-') return added(left, scaled(right, -1));
  if (name === '*' && left.terms.size === 0) return scaled(right, left.constant);
  if (name === '*' && right.terms.size === 0) return scaled(left, right.constant);
  if (name === '/' && right.terms.size === 0 && right.constant !== 0) return scaled(left, 1 / right.constant);
  return null;
}

const opposites: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** The bounds of which one list has to hold, for a comparison to have an outcome; null if it is not linear. */
export function boundsOf(code: Code, outcome: boolean): readonly (readonly Bound[])[] | null {
  const comparison = operationOf(code);
  const opposite = opposites[comparison?.name ?? ''];
  if (comparison === null || opposite === undefined) return null;
  const [a, b] = [linearOf(comparison.first), linearOf(comparison.second)];
  if (a === null || b === null) return null;
  const difference = added(a, scaled(b, -1));
  const below = (isStrict: boolean): Bound => ({ ...difference, isStrict });
  const above = (isStrict: boolean): Bound => ({ ...scaled(difference, -1), isStrict });
  const sign = outcome ? comparison.name : opposite;
  switch (sign) {
    case '<':
    case '<=':
      return [[below(sign === '<')]];
    case '>':
    case '>=':
      return [[above(sign === '>')]];
    case '==':
      return [[below(false), above(false)]];
    default:
      return [[below(true)], [above(true)]];
  }
}

/** The bounds of a variable by its domain. */
function domainBounds(name: string, { least, most }: Numbers): Bound[] {
  return [
    ...(least === undefined ? [] : [{ terms: new Map([[name, -1]]), constant: least, isStrict: false }]),
    ...(most === undefined ? [] : [{ terms: new Map([[name, 1]]), constant: -most, isStrict: false }]),
  ];
}

/** The most bounds of an elimination: each step can square their number. */
const mostBounds = 400;
const tolerance = 1e-9;

/**
 * Values that meet all bounds.
 * @returns `none` if no real numbers do; null if some do, but none of the steps of their domains was found
 */
export function solveBounds(
  bounds: readonly Bound[],
  domains: ReadonlyMap<string, Numbers>,
): ReadonlyMap<string, number> | 'none' | null {
  const names = [...domains.keys()];
  const all = [...bounds, ...names.flatMap((name) => domainBounds(name, domains.get(name) as Numbers))];
  /** What remains before each variable is eliminated. */
  const stages: (readonly Bound[])[] = [];
  let open: readonly Bound[] = all;
  for (const name of names) {
    stages.push(open);
    open = without(name, open);
    if (open.length > mostBounds) return null;
  }
  if (open.some(({ constant, isStrict }) => (isStrict ? constant >= 0 : constant > tolerance))) return 'none';
  return assignBack(names.length - 1, names, stages, domains, new Map());
}

/** The bounds that remain when a variable can have any value between its own. */
function without(name: string, bounds: readonly Bound[]): readonly Bound[] {
  const factorOf = ({ terms }: Bound) => terms.get(name) ?? 0;
  const uppers = bounds.filter((bound) => factorOf(bound) > 0);
  const lowers = bounds.filter((bound) => factorOf(bound) < 0);
  return [
    ...bounds.filter((bound) => factorOf(bound) === 0),
    ...uppers.flatMap((upper) =>
      lowers.map((lower) => ({
        ...added(scaled(upper, 1 / factorOf(upper)), scaled(lower, -1 / factorOf(lower))),
        isStrict: upper.isStrict || lower.isStrict,
      })),
    ),
  ];
}

function assignBack(
  index: number,
  names: readonly string[],
  stages: readonly (readonly Bound[])[],
  domains: ReadonlyMap<string, Numbers>,
  chosen: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> | null {
  const name = names[index];
  if (name === undefined) return chosen;
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { terms, constant } of stages[index] as readonly Bound[]) {
    const factor = terms.get(name) ?? 0;
    if (factor === 0) continue;
    const others = [...terms].reduce(
      (sum, [other, by]) => (other === name ? sum : sum + by * (chosen.get(other) ?? 0)),
      constant,
    );
    const bound = -others / factor;
    if (factor > 0) high = Math.min(high, bound);
    else low = Math.max(low, bound);
  }
  for (const value of between(low, high, domains.get(name) as Numbers)) {
    const found = assignBack(index - 1, names, stages, domains, new Map([...chosen, [name, value]]));
    if (found !== null) return found;
  }
  return null;
}

/** Some values between two bounds, at most one of them infinite apart from a free variable. */
function between(low: number, high: number, { least = 0, step }: Numbers): readonly number[] {
  const from = Number.isFinite(low) ? low : Number.isFinite(high) ? high - 10 : 0;
  const to = Number.isFinite(high) ? high : from + 10;
  const middle = Number(((from + to) / 2).toPrecision(15));
  if (step === undefined) return to - from < tolerance ? [from, to] : [middle, from, to];
  const first = Math.ceil((from - least) / step - tolerance);
  const last = Math.floor((to - least) / step + tolerance);
  const indexes = new Set([Math.round((first + last) / 2), first + 1, last - 1, first, last]);
  return [...indexes].filter((at) => at >= first && at <= last).map((at) => onGrid(least, step, at));
}
