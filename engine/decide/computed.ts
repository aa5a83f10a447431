/** Computed values in place of their names. */
import type { Code } from '../expressions/code.ts';
import { nameRead, operationOf, withOperands } from './operation.ts';

/** How a value is computed, with compiled expressions. */
export interface ComputedValue {
  readonly value?: unknown;
  /** A number, and the ranges that name its value, the first one that applies. */
  readonly classify?: unknown;
  readonly ranges?: Readonly<Record<string, string>>;
  /** Numbers, of which the first lowest one names the value. */
  readonly lowest?: Readonly<Record<string, unknown>>;
}

/** The code of a computed value; undefined if it has none. */
export function codeOfComputed({ value, classify, ranges, lowest }: ComputedValue): Code | undefined {
  // A mistaken expression is null.
  if (value !== undefined) return value === null ? undefined : (value as Code);
  if (classify !== undefined && ranges !== undefined)
    return Object.entries(ranges).reduceRight<Code>((otherwise, [name, range]) => {
      const [sign = '', limit = ''] = range.split(' ');
      return limit === '' ? name : ['?', [sign, classify as Code, Number(limit)], name, otherwise];
    }, '');
  if (lowest === undefined) return undefined;
  const entries = Object.entries(lowest) as [string, Code][];
  return entries.reduceRight<Code>((otherwise, [name, code], index) => {
    // Of equal numbers, the first one counts: those before were not the lowest.
    const tests = entries.slice(index + 1).map(([, other]): Code => ['<=', code, other]);
    return tests.length === 0 ? name : ['?', ['&&', ...tests], name, otherwise];
  }, '');
}

/** Computed values of more operations are left as names. */
const mostOperations = 400;

/** Code that reads what values are computed from in place of them. @param isOpen whether the value of a name is known otherwise */
export function withComputed(
  code: Code,
  computed: Readonly<Record<string, ComputedValue>>,
  isOpen: (name: string) => boolean = () => false,
): Code {
  let count = 0;
  const replaced = (part: Code): Code => {
    const operation = operationOf(part);
    if (operation === null) return part;
    count += 1;
    const name = nameRead(part);
    if (name === null) return withOperands(operation, replaced);
    if (count > mostOperations || !Object.hasOwn(computed, name) || isOpen(name)) return part;
    const inner = codeOfComputed(computed[name] as ComputedValue);
    return inner === undefined ? part : replaced(inner);
  };
  const result = replaced(code);
  return count > mostOperations ? code : result;
}

/** Code with the names of computed values in place of what they are computed from, for messages. */
export function withComputedNames(code: Code, computed: Readonly<Record<string, ComputedValue>>): Code {
  const names = new Map(
    Object.keys(computed).map((name) => [JSON.stringify(withComputed(['$', name], computed)), name] as const),
  );
  const named = (part: Code): Code => {
    const operation = operationOf(part);
    const name = operation === null ? undefined : names.get(JSON.stringify(part));
    if (name !== undefined) return ['$', name];
    return operation === null || operation.name === '$' ? part : withOperands(operation, named);
  };
  return named(code);
}
