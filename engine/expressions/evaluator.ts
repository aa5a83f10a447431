import type { Code, FormatDate, Json, Scope } from './code.ts';
import { ExpressionError, isForbiddenName } from './error.ts';
import { add, divisor, exact, fail, type Implementation, number, wrongType } from './operands.ts';

type Members = { readonly [key: string]: Json };

function read(scope: Scope, name: string): Json {
  const value = typeof scope === 'function' ? scope(name) : Object.hasOwn(scope, name) ? scope[name] : undefined;
  return value === undefined ? fail('unknown-name', `no value for ${name}`) : value;
}

/** The member or element; undefined if there is none. Null and scalars have no members. */
function member(object: Json, key: Json): Json | undefined {
  if (Array.isArray(object)) {
    const index = number(key);
    return Number.isInteger(index) ? object[index] : fail('wrong-type', 'an index must be a whole number');
  }
  if (typeof object !== 'object' || object === null) return wrongType('a record or list', object);
  if (typeof key === 'string' && isForbiddenName(key)) fail('forbidden-name', `${key} is not a member`);
  if (typeof key === 'object') return wrongType('a key', key);
  return typeof key === 'string' && Object.hasOwn(object, key) ? (object as Members)[key] : undefined;
}

function equal(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = Object.keys(a);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal((a as Members)[key] as Json, (b as Members)[key] as Json))
  );
}

function within(item: Json, where: Json): boolean {
  if (Array.isArray(where)) return where.some((other) => equal(item, other));
  if (typeof where !== 'object' || where === null) return wrongType('a list or record', where);
  return typeof item === 'object' ? wrongType('a key', item) : typeof item === 'string' && Object.hasOwn(where, item);
}

/** Whether a < b, for two values of one scalar type. */
function less(a: Json, b: Json): boolean {
  if (typeof a !== typeof b || a === null || typeof a === 'object')
    fail('wrong-type', 'only values of one type can be compared');
  return sortable(a) < sortable(b);
}

// CEL orders text by code point, JavaScript by UTF-16 unit. U+FFFF before each surrogate pair sorts it after all
// characters of the Basic Multilingual Plane.
const sortable = (value: Json) =>
  (typeof value === 'string' ? value.replace(/[\ud800-\udbff]/g, '\uffff$&') : value) as number;

const bool = (value: Json): boolean => (typeof value === 'boolean' ? value : wrongType('true or false', value));

const binary: { [operator: string]: (a: Json, b: Json) => Json } = Object.assign(Object.create(null), {
  '+': (a: Json, b: Json) => {
    if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
    return typeof a === 'string' && typeof b === 'string' ? a + b : add(number(a), number(b));
  },
  '-': (a: Json, b: Json) => exact(number(a) - number(b), number(a), number(b)),
  '*': (a: Json, b: Json) => exact(number(a) * number(b), number(a), number(b)),
  '/': (a: Json, b: Json) => number(number(a) / divisor(b)),
  '%': (a: Json, b: Json) => number(a) % divisor(b),
  '==': equal,
  '!=': (a: Json, b: Json) => !equal(a, b),
  '<': less,
  '>': (a: Json, b: Json) => less(b, a),
  '<=': (a: Json, b: Json) => !less(b, a),
  '>=': (a: Json, b: Json) => !less(a, b),
  in: within,
});

type Functions = Readonly<Record<string, Implementation>>;

export type Evaluate = (code: Code, scope: Scope, formatDate?: FormatDate) => Json;

/** Functions by name, without a prototype, so that an operation called "toString" is unknown. */
export type NamedFunctions = { [name: string]: Implementation | undefined };

export const named = (functions: Functions): NamedFunctions => Object.assign(Object.create(null), functions);

/** Creates the evaluator of a language with these functions. */
export function evaluatorWith(functions: NamedFunctions): Evaluate {
  // Without closures: a function whose arguments a closure reads allocates memory for them at each call.
  function evaluate(code: Code, scope: Scope, formatDate?: FormatDate): Json {
    if (!Array.isArray(code)) return code;
    const operation = code[0] as string;
    const a = code[1] as Code;
    const b = code[2] as Code;
    // The most frequent operation.
    if (operation === '$') return read(scope, a as string);
    const operator = binary[operation];
    if (operator) return operator(evaluate(a, scope, formatDate), evaluate(b, scope, formatDate));
    switch (operation) {
      case '#':
        return a;
      case '!':
        return !bool(evaluate(a, scope, formatDate));
      case 'neg':
        return -number(evaluate(a, scope, formatDate));
      case '?':
        return evaluate(bool(evaluate(a, scope, formatDate)) ? b : (code[3] as Code), scope, formatDate);
      case 'has':
        return (member(evaluate(a, scope, formatDate), evaluate(b, scope, formatDate)) ?? null) !== null;
      case '.': {
        const object = evaluate(a, scope, formatDate);
        const key = evaluate(b, scope, formatDate);
        const value = member(object, key);
        if (value !== undefined) return value;
        return Array.isArray(object)
          ? fail('index-out-of-range', `no element ${key} in a list of ${object.length}`)
          : fail('missing-key', `no member ${key}`);
      }
      case '&&':
      case '||': {
        const deciding = operation === '||';
        let error: ExpressionError | undefined;
        for (let index = 1; index < code.length; index += 1) {
          try {
            if (bool(evaluate(code[index] as Code, scope, formatDate)) === deciding) return deciding;
          } catch (thrown) {
            if (!(thrown instanceof ExpressionError)) throw thrown;
            error ??= thrown;
          }
        }
        if (error) throw error;
        return !deciding;
      }
    }
    const values: Json[] = [];
    for (let index = 1; index < code.length; index += 1) values.push(evaluate(code[index] as Code, scope, formatDate));
    if (operation === '[]') return values;
    const result = (functions[operation] ?? fail('unknown-operation', `unknown operation ${operation}`))(
      values,
      formatDate,
    );
    return typeof result === 'number' ? number(result) : result;
  }
  return evaluate;
}
