/** A comparison that a condition consists of, and the outcome that is wanted of it. */
import type { Code, Json } from '../expressions/code.ts';
import { ExpressionError } from '../expressions/error.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { isConstantCode, nameRead, operationOf, withOperands } from './operation.ts';

export interface Literal {
  readonly code: Code;
  readonly outcome: boolean;
}

/** The code with a value in place of a variable. */
export function withValue(code: Code, name: string, value: Json): Code {
  const operation = operationOf(code);
  if (operation === null) return code;
  if (operation.name !== '$') return folded(withOperands(operation, (operand) => withValue(operand, name, value)));
  if (operation.first !== name) return code;
  return typeof value === 'object' && value !== null ? ['#', value] : value;
}

/** The value of an operation whose operands are constant; the operation itself if it has none. */
function folded(code: Code): Code {
  const operation = operationOf(code);
  if (operation === null || !operation.operands.every(isConstantCode)) return code;
  try {
    const value = evaluate(code, {});
    return typeof value === 'object' && value !== null ? ['#', value] : value;
  } catch (error) {
    if (error instanceof ExpressionError) return code;
    throw error;
  }
}

/** Whether code has an outcome with values of names. A comparison without a value has none. */
export function holdsWith({ code, outcome }: Literal, values: Readonly<Record<string, Json>>): boolean {
  try {
    return evaluate(code, values) === outcome;
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

/** Whether a literal without variables has its outcome. */
export const isMet = (literal: Literal): boolean => holdsWith(literal, {});

/** A comparison of a choice `test ? a : b`, as the comparisons of its two values. */
interface Choice {
  readonly test: Code;
  readonly yes: Code;
  readonly no: Code;
}

/** The choice that code compares; null if it compares none. */
export function choiceIn(code: Code): Choice | null {
  const comparison = operationOf(code);
  if (comparison === null || comparison.name === '?') return null;
  const index = comparison.operands.findIndex((operand) => operationOf(operand)?.name === '?');
  const choice = operationOf(comparison.operands[index] ?? null);
  if (choice === null) return null;
  const withPart = (part: Code): Code =>
    folded([comparison.name, ...comparison.operands.with(index, part)] as unknown as Code);
  return { test: choice.first, yes: withPart(choice.second), no: withPart(choice.operands[2] ?? null) };
}

/** The code where a variable is present: no comparison asks whether it is missing. */
export function ofPresent(code: Code, name: string): Code {
  const operation = operationOf(code);
  if (operation === null || operation.name === '$') return code;
  const { first, second } = operation;
  if (operation.name === 'default' && nameRead(first) === name) return first;
  const isTest = (operation.name === '==' || operation.name === '!=') && (first === null || second === null);
  if (isTest && (nameRead(first) === name || nameRead(second) === name)) return operation.name === '!=';
  return withOperands(operation, (operand) => ofPresent(operand, name));
}
