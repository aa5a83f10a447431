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

/**
 * The outcome that the condition of a choice has to have where a choice between two constants is compared with a
 * constant: `(a ? 0 : 1) <= 0` holds where `a` does. Null for all else, also where both constants compare alike.
 */
export function choiceIn({ code, outcome }: Literal): Literal | null {
  const comparison = operationOf(code);
  const choice = operationOf(comparison?.operands.find((operand) => operationOf(operand)?.name === '?') ?? null);
  if (comparison === null || choice === null || !choice.operands.slice(1).every(isConstantCode)) return null;
  const isMetWith = (constant: Code): boolean =>
    isMet({
      code: withOperands(comparison, (operand) => (operationOf(operand)?.name === '?' ? constant : operand)),
      outcome,
    });
  if (comparison.operands.filter((operand) => !isConstantCode(operand)).length !== 1) return null;
  const [yes, no] = [isMetWith(choice.second), isMetWith(choice.operands[2] ?? null)];
  return yes === no ? null : { code: choice.first, outcome: yes };
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
