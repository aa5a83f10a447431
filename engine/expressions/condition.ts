/**
 * Conditions. A comparison of a missing value is unknown, `!`, `&&` and `||` pass that on as in Kleene's logic, and what is unknown
 * does not hold. The compiled code is two-valued: it is true where the condition is definitely true.
 */
import type { Node, Span } from './ast.ts';
import type { Code } from './code.ts';
import { expressionText } from './expression-text.ts';
import { settled } from './narrow.ts';

/** A value that a comparison needs. */
export interface Guard {
  readonly node: Node;
  /** The items of the list are needed. */
  readonly items?: true;
  /** The comparison has a value without it: it is an operand of `==`, `!=` or `in`. */
  readonly operand?: true;
}

/** The values that may be missing, by the comparison that needs them. */
export type Guards = ReadonlyMap<Node, readonly Guard[]>;

/** The conditions that a condition consists of; none for a comparison. */
function partsOf(node: Node): readonly Node[] {
  if (node.kind === 'unary' && node.operator === '!') return [node.operand];
  if (node.kind === 'binary' && (node.operator === '&&' || node.operator === '||')) return [node.left, node.right];
  if (node.kind === 'ternary') return [node.test, node.then, node.otherwise];
  const inner = settled(node);
  return inner === undefined ? [] : [inner.condition];
}

const joined = (operator: '&&' | '||', parts: readonly Code[]): Code => {
  const deciding = operator === '||';
  if (parts.includes(deciding)) return deciding;
  const others = parts.filter((part) => part !== !deciding);
  return others.length > 1 ? [operator, ...others] : (others[0] ?? !deciding);
};
const negated = (code: Code): Code => (typeof code === 'boolean' ? !code : ['!', code]);

/**
 * The code of a condition, which is true exactly where the condition is definitely true.
 * @param codeOf the code of a part whose values are all present
 */
export function conditionCode(root: Node, guards: Guards, codeOf: (node: Node) => Code): Code {
  const isKnown = (node: Node): boolean =>
    !guards.has(node) && settled(node) === undefined && partsOf(node).every(isKnown);

  const present = ({ node, items }: Guard): Code =>
    items === true ? ['!', ['in', null, codeOf(node)]] : ['!=', codeOf(node), null];

  /** The code of a comparison, where it is `outcome`. */
  const compared = (node: Node, outcome: boolean): Code => {
    const code = codeOf(node);
    const needed = neededFor(node, guards.get(node) ?? [], outcome);
    const tests = new Map(needed.map((guard) => [`${expressionText(guard.node)} ${guard.items}`, present(guard)]));
    return joined('&&', [...tests.values(), outcome ? code : negated(code)]);
  };

  const where = (node: Node, outcome: boolean): Code => {
    if (isKnown(node)) return outcome ? codeOf(node) : negated(codeOf(node));
    if (node.kind === 'unary' && node.operator === '!') return where(node.operand, !outcome);
    if (node.kind === 'binary' && (node.operator === '&&' || node.operator === '||')) {
      const operator = (node.operator === '&&') === outcome ? '&&' : '||';
      return joined(operator, [where(node.left, outcome), where(node.right, outcome)]);
    }
    if (node.kind === 'ternary') {
      const [then, otherwise] = [where(node.then, outcome), where(node.otherwise, outcome)];
      if (isKnown(node.test)) return ['?', codeOf(node.test), then, otherwise];
      const taken = joined('&&', [where(node.test, true), then]);
      return joined('||', [taken, joined('&&', [where(node.test, false), otherwise])]);
    }
    const inner = settled(node);
    if (inner === undefined) return compared(node, outcome);
    const code = where(inner.condition, !inner.otherwise);
    return inner.otherwise === outcome ? negated(code) : code;
  };
  return where(root, true);
}

/** The values that must be present for a comparison to be `outcome`. Two values of which one is missing are not equal. */
function neededFor(node: Node, guards: readonly Guard[], outcome: boolean): readonly Guard[] {
  const isEqual = node.kind === 'binary' && (node.operator === '!=' ? !outcome : outcome);
  const operands = guards.filter(({ operand }) => operand === true);
  if (!isEqual || operands.length === 0) return guards;
  return guards.filter((guard) => guard.operand !== true || (operands.length > 1 && guard !== operands[0]));
}

/** A comparison whose negation does not hold without a value either. */
export interface Negation extends Span {
  /** The value that may be missing. */
  readonly name: string;
  /** What is asked: the comparison, negated where the condition negates it. */
  readonly test: string;
}

/** The negations of a condition that do not hold where a value is missing. */
export function negationsIn(root: Node, guards: Guards): Negation[] {
  const found: Negation[] = [];
  const visit = (node: Node, outcome: boolean): void => {
    if (settled(node) !== undefined) return;
    const missing = guards.get(node);
    const isUnequal = node.kind === 'binary' && node.operator === '!=';
    if (missing?.[0] !== undefined && outcome === isUnequal) {
      const { node: value } = missing[0];
      const name = expressionText(value);
      const text = expressionText(node);
      const isNegated = !outcome;
      const test = !isNegated ? text : `!${node.kind === 'binary' || node.kind === 'ternary' ? `(${text})` : text}`;
      found.push({ ...node.span, name, test });
    }
    partsOf(node).forEach((part, index) => {
      const isTest = node.kind === 'ternary' && index === 0;
      if (!isTest) visit(part, node.kind === 'unary' ? !outcome : outcome);
    });
  };
  visit(root, true);
  return found;
}
