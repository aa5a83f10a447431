/** Whether one condition holds only where another one holds. */
import { compile } from '../../expressions/compile.ts';
import { parse } from '../../expressions/parser.ts';

/** The conditions that all hold where a condition holds, as text. Empty for a mistaken one. */
function conjunctsOf(condition: string): ReadonlySet<string> {
  const parts = new Set<string>();
  const add = (code: unknown): void => {
    if (Array.isArray(code) && code[0] === '&&') for (const part of code.slice(1)) add(part);
    else parts.add(JSON.stringify(code));
  };
  try {
    add(compile(parse(condition)).code);
  } catch {
    // It is reported as a mistaken expression.
  }
  return parts;
}

/** Whether `condition` contains each part of `other`: `a && b` implies `b`. */
export function implies(condition: string, other: string): boolean {
  if (condition === other) return true;
  const [parts, needed] = [conjunctsOf(condition), conjunctsOf(other)];
  return needed.size > 0 && [...needed].every((part) => parts.has(part));
}
