/** Whether a number is above 0, for all values of the names that it is computed from. */
import type { Node } from './ast.ts';
import { keyOf, notZero, provenLeast, provenOfNumbers } from './proof.ts';
import type { Type } from './types.ts';

/** The lowest value of a number; `above` if it is only above that. */
interface Least {
  readonly value: number;
  readonly above: boolean;
}

const unknown: Least = { value: Number.NEGATIVE_INFINITY, above: false };
const lower = (a: Least, b: Least): Least => (a.value < b.value || (a.value === b.value && !a.above) ? a : b);
const higher = (a: Least, b: Least): Least => (lower(a, b) === a ? b : a);
const isPositive = ({ value, above }: Least): boolean => value > 0 || (value === 0 && above);

export interface Signs {
  /** The type of a part that was checked. */
  readonly typeOf: (node: Node) => Type | undefined;
  /** The value of a part that reads only constants; undefined for any other part. */
  readonly constantOf: (node: Node) => unknown;
}

/** Whether a number cannot be 0 where these facts are proven. */
export function isNeverZero(node: Node, proven: ReadonlySet<string>, signs: Signs): boolean {
  const key = keyOf(node);
  if (key !== undefined && proven.has(notZero(key))) return true;
  const value = signs.constantOf(node);
  if (typeof value === 'number') return value !== 0;
  if (node.kind === 'unary') return isNeverZero(node.operand, proven, signs);
  if (node.kind === 'ternary')
    return [true, false].every((outcome) =>
      isNeverZero(outcome ? node.then : node.otherwise, withFacts(proven, node.test, outcome), signs),
    );
  return isPositive(leastOf(node, proven, signs));
}

const withFacts = (proven: ReadonlySet<string>, test: Node, outcome: boolean): ReadonlySet<string> =>
  new Set([...proven, ...provenOfNumbers(test, outcome)]);

function leastOf(node: Node, proven: ReadonlySet<string>, signs: Signs): Least {
  const value = signs.constantOf(node);
  if (typeof value === 'number') return { value, above: false };
  const key = keyOf(node);
  const stated = key === undefined ? undefined : provenLeast(proven, key);
  const own = computedLeast(node, proven, signs);
  return stated === undefined ? own : higher(own, { value: stated, above: true });
}

function computedLeast(node: Node, proven: ReadonlySet<string>, signs: Signs): Least {
  const of = (part: Node, facts = proven): Least => leastOf(part, facts, signs);
  switch (node.kind) {
    case 'name':
    case 'member':
    case 'index': {
      const type = signs.typeOf(node);
      return type?.kind === 'number' && type.least !== undefined ? { value: type.least, above: false } : unknown;
    }
    case 'ternary':
      return lower(
        of(node.then, withFacts(proven, node.test, true)),
        of(node.otherwise, withFacts(proven, node.test, false)),
      );
    case 'binary': {
      const [a, b] = [of(node.left), of(node.right)];
      // A sum of a number below 0 can round to 0.
      if (node.operator === '+' && a.value >= 0 && b.value >= 0)
        return { value: a.value + b.value, above: a.above || b.above };
      // A product of fractions can be too small for a number.
      if (node.operator === '*' && a.value >= 0 && b.value >= 0)
        return { value: a.value * b.value, above: (isPositive(a) && b.value >= 1) || (isPositive(b) && a.value >= 1) };
      return unknown;
    }
    case 'call':
      return leastOfCall(
        node.name,
        node.args.map((arg) => of(arg)),
      );
    default:
      return unknown;
  }
}

function leastOfCall(name: string, args: readonly Least[]): Least {
  const [first = unknown, ...others] = args;
  switch (name) {
    case 'max':
      return others.reduce(higher, first);
    case 'min':
    case 'default':
      return others.reduce(lower, first);
    case 'numberOr':
      return unknown;
    case 'floor':
      return { value: Math.floor(first.value), above: false };
    case 'size':
      return { value: 0, above: false };
    default:
      return unknown;
  }
}
