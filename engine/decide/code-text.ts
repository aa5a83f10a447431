/** Compiled code as authors write it. */
import type { Code, Json } from '../expressions/code.ts';
import { constantOf, type Operation, operationOf } from './operation.ts';

const precedence: Readonly<Record<string, number>> = {
  '?': 1,
  '||': 2,
  '&&': 3,
  '==': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  in: 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};
const opposites: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

const constantText = (value: Json): string => {
  if (typeof value === 'string') return `'${value}'`;
  return Array.isArray(value) ? `[${value.map(constantText).join(', ')}]` : JSON.stringify(value);
};

/** The text of an expression. @param outer the precedence of the operation around it */
export function codeText(code: Code, outer = 0): string {
  const operation = operationOf(code);
  if (operation === null) return constantText(constantOf(code));
  const text = operationText(operation);
  return (precedence[operation.name] ?? 9) <= outer ? `(${text})` : text;
}

function operationText({ name, operands, first, second }: Operation): string {
  const level = precedence[name];
  if (name === '$') return String(first);
  if (name === '!') return `!${codeText(first, 8)}`;
  if (name === 'neg') return `-${codeText(first, 8)}`;
  if (name === '.') return memberText(first, second);
  if (name === 'has') return `has(${memberText(first, second)})`;
  if (name === '?') return `${codeText(first, 1)} ? ${codeText(second, 1)} : ${codeText(operands[2] ?? null)}`;
  if (name === '[]') return `[${operands.map((operand) => codeText(operand)).join(', ')}]`;
  // Conditions of forms read texts without the white space around them.
  if (name === 'trim') return codeText(first);
  if (level !== undefined) return operands.map((operand) => codeText(operand, level)).join(` ${name} `);
  return `${name}(${operands.map((operand) => codeText(operand)).join(', ')})`;
}

const memberText = (object: Code, key: Code): string =>
  typeof key === 'string' && /^\w+$/.test(key)
    ? `${codeText(object, 8)}.${key}`
    : `${codeText(object, 8)}[${codeText(key)}]`;

/** The text of a comparison that has an outcome. */
export function outcomeText(code: Code, outcome: boolean): string {
  if (outcome) return codeText(code);
  const operation = operationOf(code);
  const opposite = opposites[operation?.name ?? ''];
  if (operation === null || opposite === undefined) return `!${codeText(code, 8)}`;
  return operationText({ ...operation, name: opposite });
}
