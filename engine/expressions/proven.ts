/** What a condition proves about numbers: that one is not zero, or that a list has at least some number of elements. */
import type { BinaryOperator, Node } from './ast.ts';
import { pathOf } from './narrow.ts';

/** The path that a node reads, or a call with paths as arguments: `size(canais)`. */
export function keyOf(node: Node): string | undefined {
  if (node.kind !== 'call') return pathOf(node);
  const args = node.args.map(keyOf);
  return args.includes(undefined) ? undefined : `${node.name}(${args.join()})`;
}

export const notZero = (key: string): string => `${key} !0`;
const longer = (key: string, than: number): string => `${key} >${than}`;

/** Whether the proven facts include that a list has an element at an index. */
export function provesElement(proven: ReadonlySet<string>, list: Node, index: number): boolean {
  const key = keyOf(list);
  if (key === undefined) return false;
  const start = `size(${key}) >`;
  return [...proven].some((fact) => fact.startsWith(start) && Number(fact.slice(start.length)) >= index);
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
  const bound = other.kind === 'literal' ? other.value : undefined;
  if (key === undefined || typeof bound !== 'number') return [];
  const least = operator === '>' ? bound : operator === '>=' || operator === '==' ? bound - 1 : undefined;
  const apart =
    (operator === '!=' && bound === 0) ||
    (operator === '==' && bound !== 0) ||
    (operator === '>' && bound >= 0) ||
    (operator === '>=' && bound > 0) ||
    (operator === '<' && bound <= 0) ||
    (operator === '<=' && bound < 0);
  return [...(apart ? [notZero(key)] : []), ...(least === undefined ? [] : [longer(key, least)])];
}
