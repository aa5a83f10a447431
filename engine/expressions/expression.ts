import type { Node } from './ast.ts';
import { type CheckScope, checkCondition, checkTypes } from './check.ts';
import type { Code, Json } from './code.ts';
import { type Constants, compile, readsOf } from './compile.ts';
import { type Negation, negationsIn } from './condition.ts';
import { checkFits } from './fits.ts';
import { parse } from './parser.ts';
import { type Problem, SyntaxProblem } from './problems.ts';
import { type Type, type Types, typeOf } from './types.ts';

export type { Types } from './types.ts';

export interface Expression {
  code: Code;
  type: Type;
  problems: [];
  /** Root names that are read at run time, sorted, without constants. */
  reads: string[];
}

/**
 * Parses, checks and compiles an expression. It does not throw.
 * @param text at most 2,000 UTF-16 units, nested at most 64 levels deep
 * @param expected the type that its value must have; any type by default
 * @returns the code, or all mistakes found (a syntax error is reported alone)
 */
export function compileExpression(
  text: string,
  types: Types,
  expected?: Type,
  options: Constants = {},
): Expression | { problems: Problem[] } {
  return unlessSyntax(() => {
    const node = parse(text);
    const { type, problems, answers } = checkTypes(node, knownFrom(types, options));
    if (expected && problems.length === 0) problems.push(...checkFits(node, type, expected));
    if (problems.length > 0) return { problems };
    const compiled = compile(node, { ...options, answers });
    if (compiled.problems.length > 0) return { problems: compiled.problems };
    return { code: compiled.code, type, problems: [], reads: readsOf(compiled.code) };
  });
}

/** A compiled condition. */
export interface Condition extends Expression {
  /** What does not hold where a value is missing, though it is a negation. */
  negations: Negation[];
}

/**
 * Parses, checks and compiles a condition. It does not hold where a value that it needs is missing. It does not throw.
 * @param text as for `compileExpression`
 * @returns the code, or all mistakes found
 */
export function compileCondition(
  text: string,
  types: Types,
  options: Constants = {},
): Condition | { problems: Problem[] } {
  return unlessSyntax(() => {
    const node = parse(text);
    const { problems, answers, guards } = checkCondition(node, knownFrom(types, options));
    if (problems.length > 0) return { problems };
    const compiled = compile(node, { ...options, answers }, guards);
    if (compiled.problems.length > 0) return { problems: compiled.problems };
    const { code } = compiled;
    return { code, type: { kind: 'bool' }, problems: [], reads: readsOf(code), negations: negationsIn(node, guards) };
  });
}

/** The result of a compilation, or the mistake that stops the parser. */
function unlessSyntax<T>(compilation: () => T): T | { problems: Problem[] } {
  try {
    return compilation();
  } catch (error) {
    if (error instanceof SyntaxProblem) return { problems: [error.problem] };
    throw error;
  }
}

function knownFrom(types: Types, options: Constants): CheckScope {
  const { constants = {}, constantTypes = {} } = options;
  return {
    types: typesWith(types, constants, constantTypes),
    isEditable: (name) => Object.hasOwn(constants, name) && !Object.hasOwn(constantTypes, name),
    valueOf: (part) => constantOf(part, options),
    total: options.total === true,
    ...(options.functions === undefined ? {} : { functions: options.functions }),
  };
}

// A site has one record of facts and thousands of expressions that read it.
const typesOfConstants = new WeakMap<object, Types>();

function typesWith(types: Types, constants: { readonly [name: string]: Json }, declared: Types): Types {
  let own = typesOfConstants.get(constants);
  if (!own) {
    // A constant with a declared type is not read: its value may have to be tracked.
    own = Object.fromEntries(
      Object.keys(constants).map((name) => [name, declared[name] ?? typeOf(constants[name] as Json)]),
    );
    typesOfConstants.set(constants, own);
  }
  return { ...own, ...types };
}

/** The value of a part that reads only constants. A part that reads other names remains code. */
function constantOf(part: Node, options: Constants): unknown {
  const { code, problems } = compile(part, options);
  return problems.length > 0 || (Array.isArray(code) && code[0] !== '#') ? undefined : code;
}
