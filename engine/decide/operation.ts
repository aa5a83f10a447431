/** The structure of compiled code. */
import type { Code, Json } from '../expressions/code.ts';

/** An operation and its operands; `first` and `second` are null where there are fewer. */
export interface Operation {
  readonly name: string;
  readonly operands: readonly Code[];
  readonly first: Code;
  readonly second: Code;
}

/** The operators that compare two values. */
export const comparisonSigns: ReadonlySet<unknown> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** The operation that code performs; null for a constant. Of `$`, the first operand is the name. */
export function operationOf(code: Code): Operation | null {
  if (!Array.isArray(code) || code[0] === '#') return null;
  const [name, ...operands] = code as readonly [string, ...Code[]];
  const [first = null, second = null] = operands;
  return { name, operands, first, second };
}

export const isConstantCode = (code: Code): boolean => operationOf(code) === null;

/** The value of constant code. */
export const constantOf = (code: Code): Json => (Array.isArray(code) ? (code[1] as Json) : code);

/** Code with other operands. */
export const withOperands = ({ name, operands }: Operation, change: (operand: Code) => Code): Code =>
  [name, ...operands.map(change)] as unknown as Code;

/** The name of the variable that code reads; null for any other code. */
export function nameRead(code: Code): string | null {
  const operation = operationOf(code);
  return operation?.name === '$' ? String(operation.first) : null;
}

/** The names that code reads. */
export function namesRead(code: Code, found = new Set<string>()): ReadonlySet<string> {
  const operation = operationOf(code);
  const name = nameRead(code);
  if (name !== null) found.add(name);
  else for (const operand of operation?.operands ?? []) namesRead(operand, found);
  return found;
}
