/** What a condition proves about numbers: that one is not zero, or that a list has at least some number of elements. */
import type { BinaryOperator, Node } from './ast.ts';
import { expressionText } from './expression-text.ts';
import { pathOf, settled } from './narrow.ts';

/** The text of an expression, by which what is proven about it is found again. A literal needs no proof. */
export const keyOf = (node: Node): string | undefined => {
  if (node.kind === 'literal') return undefined;
  const text = expressionText(node);
  return node.kind === 'binary' || node.kind === 'ternary' ? `(${text})` : text;
};

export const notZero = (key: string): string => `${key} !0`;
const longer = (key: string, than: number): string => `${key} >${than}`;

const minus = (left: Node, right: Node): Node => ({
  kind: 'binary',
  operator: '-',
  left,
  right,
  span: left.span,
  depth: 1 + Math.max(left.depth, right.depth),
});

/** Whether the proven facts include that a list has an element at an index. */
export function provesElement(proven: ReadonlySet<string>, list: Node, index: number): boolean {
  const key = keyOf(list);
  if (key === undefined) return false;
  return (provenLeast(proven, `size(${key})`) ?? Number.NEGATIVE_INFINITY) >= index;
}

/** The number that a value is proven to be above; undefined if there is none. */
export function provenLeast(proven: ReadonlySet<string>, key: string): number | undefined {
  const start = `${key} >`;
  const bounds = [...proven].filter((fact) => fact.startsWith(start)).map((fact) => Number(fact.slice(start.length)));
  return bounds.length === 0 ? undefined : Math.max(...bounds);
}

const mirrored: Partial<Record<BinaryOperator, BinaryOperator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};
const opposite: Partial<Record<BinaryOperator, BinaryOperator>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** The facts about numbers that hold when `node` evaluates to `outcome`. */
export function provenOfNumbers(node: Node, outcome: boolean): string[] {
  if (node.kind === 'unary') return node.operator === '!' ? provenOfNumbers(node.operand, !outcome) : [];
  const inner = settled(node);
  if (inner?.otherwise === !outcome) return provenOfNumbers(inner.condition, outcome);
  if (node.kind !== 'binary') return [];
  const { operator, left, right } = node;
  if (operator === (outcome ? '&&' : '||'))
    return [...provenOfNumbers(left, outcome), ...provenOfNumbers(right, outcome)];
  const holds = outcome ? operator : opposite[operator];
  if (holds === undefined || mirrored[operator] === undefined) return [];
  return [...compared(left, holds, right), ...compared(right, mirrored[holds] as BinaryOperator, left)];
}

function compared(node: Node, operator: BinaryOperator, other: Node): string[] {
  const key = keyOf(node);
  if (key === undefined) return [];
  // Two numbers that differ have a difference, also the smallest.
  if (other.kind !== 'literal')
    return ['>', '<', '!='].includes(operator) ? [notZero(`(${expressionText(minus(node, other))})`)] : [];
  const bound = other.value;
  if (typeof bound !== 'number') return [];
  const least = operator === '>' ? bound : operator === '>=' || operator === '==' ? bound - 1 : undefined;
  const apart =
    (operator === '!=' && bound === 0) ||
    (operator === '==' && bound !== 0) ||
    (operator === '>' && bound >= 0) ||
    (operator === '>=' && bound > 0) ||
    (operator === '<' && bound <= 0) ||
    (operator === '<=' && bound < 0);
  return [
    ...(apart ? [notZero(key)] : []),
    ...(least === undefined ? [] : [longer(key, least)]),
    ...ofPresent(node, operator, bound, other),
  ];
}

/** What a comparison proves about a value with a fallback, if the comparison does not hold for the fallback. */
function ofPresent(node: Node, operator: BinaryOperator, bound: number, other: Node): string[] {
  const [value, fallback] = node.kind === 'call' && node.name === 'default' ? node.args : [];
  const path = value === undefined ? undefined : pathOf(value);
  const instead = fallback?.kind === 'literal' ? fallback.value : undefined;
  if (value === undefined || path === undefined || typeof instead !== 'number' || holds(instead, operator, bound))
    return [];
  return [path, ...compared(value, operator, other)];
}

const holds = (value: number, operator: BinaryOperator, bound: number): boolean =>
  ({ '==': value === bound, '!=': value !== bound, '<': value < bound, '<=': value <= bound, '>': value > bound })[
    operator as string
  ] ?? value >= bound;
