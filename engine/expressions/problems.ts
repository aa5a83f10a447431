import { soleNearest } from '../errors/nearest.ts';
import type { ProblemFix } from '../errors/problem.ts';
import { renamedNames } from '../vocabulary/renames.ts';
import type { Span } from './ast.ts';

/** A mistake in an expression: `offset` and `length` in UTF-16 units of the text. */
export interface Problem {
  code: ProblemCode;
  message: string;
  hint?: string;
  fix?: ProblemFix;
  /** The name that is unknown. */
  name?: string;
  offset: number;
  length: number;
}

const didYouMean = (near: string | undefined) => (near === undefined ? undefined : `Did you mean ${near}?`);
const renamed = (name: string) =>
  Object.hasOwn(renamedNames, name)
    ? `\`${name}\` is now \`${renamedNames[name]}\`. \`npx funnel migrate funnels\` rewrites it.`
    : undefined;
/** The constants and operators as other languages write them. */
const spellings: Record<string, string> = {
  true: 'true',
  yes: 'true',
  false: 'false',
  no: 'false',
  null: 'null',
  none: 'null',
  nil: 'null',
  undefined: 'null',
  not: '!',
  and: '&&',
  or: '||',
};
const written = (name: string): string | undefined => {
  const word = name.toLowerCase();
  return Object.hasOwn(spellings, word) ? `Write ${spellings[word]}.` : undefined;
};
const listed = (names: readonly string[]) => names.join(', ');

/** The correction of a misspelt name; undefined if several are possible. */
function respelt(name: string, near: string | undefined, known: readonly string[]): ProblemFix | undefined {
  const sole = near === undefined || Object.hasOwn(renamedNames, name) ? undefined : soleNearest(name, known);
  return sole === undefined ? undefined : { was: name, now: sole };
}

/** All mistakes an author can make in an expression. Codes are permanent. */
export const expressionErrors = {
  'expression-too-long': (most: number) => ({
    message: `This expression is longer than ${most} characters.`,
    hint: 'Name a part of it under `computed:` and use the name here.',
  }),
  'expression-too-deep': (most: number) => ({
    message: `This expression is nested more than ${most} levels deep.`,
    hint: 'Name a part of it under `computed:` and use the name here.',
  }),
  'expression-empty': () => ({ message: 'The expression is empty.', hint: 'Write a value, such as a name.' }),
  'expression-unexpected': (found: string, wanted: string, hint?: string) => ({
    message: `Expected ${wanted}, but found ${found}.`,
    hint,
  }),
  'expression-unclosed-text': () => ({
    message: 'This text is not closed.',
    hint: "Close it with the same quote that opens it; write a quote inside it as \\'.",
  }),
  'expression-bad-escape': (written: string) => ({
    message: `${written} is not a valid escape sequence.`,
    hint: 'Write \\\\ for a backslash. Valid escape sequences: \\n \\r \\t \\\' \\" \\` and \\u with four or \\U with eight hexadecimal digits.',
  }),
  'expression-lone-surrogate': () => ({
    message: 'This is only half of a character.',
    hint: 'Write the character itself, or \\U with eight hexadecimal digits, such as \\U0001F600.',
  }),
  'expression-bad-number': (written: string) => ({
    message: `${written} is not a number.`,
    hint: 'Write 1, 0.5 or 1e3, with a point for decimals and no thousands separator.',
  }),
  'expression-inexact-number': (written: string) => ({
    message: `${written} is too large to be calculated exactly.`,
    hint: `The largest whole number is ${Number.MAX_SAFE_INTEGER}. Write an identifier as a text, in quotes.`,
  }),
  'expression-unclosed-braces': () => ({
    message: '{{ is not closed.',
    hint: "End the expression with }}. To show the braces themselves, write {{ '{{' }}.",
  }),
  /** @param isText whether a text is wanted there */
  'expression-unknown-name': (name: string, near: string | undefined, known: readonly string[], isText = false) => ({
    name,
    message: `There is no value called ${name} here.`,
    fix: respelt(name, near, known),
    hint:
      renamed(name) ??
      written(name) ??
      didYouMean(near) ??
      (isText ? `If it is a text, write it in quotes: '${name}'.` : undefined) ??
      (known.length ? `Available here: ${listed(known)}.` : 'No values are available here.'),
  }),
  'expression-unknown-field': (name: string, near: string | undefined, known: readonly string[]) => ({
    name,
    message: `There is no field ${name} here.`,
    fix: respelt(name, near, known),
    hint: didYouMean(near) ?? (known.length ? `Its fields: ${listed(known)}.` : 'It has no fields.'),
  }),
  'expression-unknown-function': (name: string, near: string | undefined, known: readonly string[]) => ({
    message: `There is no function called ${name}.`,
    fix: respelt(name, near, known),
    hint: written(name) ?? didYouMean(near) ?? `Known functions: ${listed(known)}.`,
  }),
  'expression-forbidden-name': (name: string) => ({
    message: `${name} cannot be used as a name.`,
    hint: 'Rename the field.',
  }),
  'expression-wrong-type': (wanted: string, found: string, hint?: string) => ({
    message: `This should be ${wanted}, but it is ${found}.`,
    hint,
  }),
  'expression-wrong-count': (name: string, signature: string, given: number) => ({
    message: `${name} is called with ${given} value${given === 1 ? '' : 's'}.`,
    hint: `Write it as ${signature}.`,
  }),
  'expression-maybe-null': (path: string | undefined, why?: string) => ({
    message: why === undefined ? `${path ?? 'This'} may be null.` : `${path ?? 'This'} may be missing here: ${why}.`,
    hint: `Check it first: ${path === undefined ? 'default(…, …)' : `${path} != null && …, or default(${path}, …)`}.${
      why === undefined
        ? ''
        : ' Or provide the value on this step: in its address (`query:`) or with a call (`fetch:`).'
    }`,
  }),
  'expression-maybe-empty': (path: string | undefined, why: string) => ({
    message: `${path ?? 'This'} may still be empty here: ${why}.`,
    hint: `Write what to show until then: ${path ?? '…'} != '' ? … : ….`,
  }),
  'expression-missing-fields': (names: readonly string[], found: readonly string[]) => ({
    message: `The record has no ${listed(names)}, which is required here.`,
    hint: found.length > 0 ? `It has ${listed(found)}.` : 'It has no fields.',
  }),
  'expression-may-fail': (why: string, instead: string) => ({
    message: `This can fail for some visitors: ${why}.`,
    hint: instead,
  }),
  'expression-never-equal': (left: string, right: string, near: string | undefined) => ({
    message: `These can never be equal: ${left}, and ${right}.`,
    hint: didYouMean(near && `'${near}'`),
  }),
  'expression-mixed-types': (types: readonly string[]) => ({
    message: `These values have different types: ${types.join('; ')}.`,
    hint: 'Use only texts, only numbers, or only records with the same fields.',
  }),
  'expression-missing-keys': (missing: readonly string[]) => ({
    message: `The key may be ${listed(missing)}, which the record does not have.`,
    hint: `Add ${listed(missing)} to the record.`,
  }),
  'expression-out-of-range': (length: number) => ({
    message: `The list has only ${length} element${length === 1 ? '' : 's'}, numbered from 0.`,
    hint: length > 0 ? `The last is [${length - 1}].` : undefined,
  }),
  'expression-always-fails': (why: string) => ({
    message: `This has no value: ${why}.`,
    hint: 'It reads only constants, so it fails on every visit. Change the expression or the constants.',
  }),
} satisfies Record<string, (...args: never[]) => { message: string; hint?: string | undefined }>;

export type ProblemCode = keyof typeof expressionErrors;

/** Creates a problem. */
export function problem<C extends ProblemCode>(
  code: C,
  span: Span,
  ...args: Parameters<(typeof expressionErrors)[C]>
): Problem {
  const describe = expressionErrors[code] as (...args: unknown[]) => {
    message: string;
    hint?: string | undefined;
    fix?: ProblemFix | undefined;
    name?: string;
  };
  const { message, hint, fix, name } = describe(...args);
  return {
    ...{ code, message, offset: span.offset, length: span.length },
    ...(hint === undefined ? {} : { hint }),
    ...(fix === undefined ? {} : { fix }),
    ...(name === undefined ? {} : { name }),
  };
}

/** Stops parsing at the first mistake. The compiler catches it. */
export class SyntaxProblem extends Error {
  readonly problem: Problem;
  constructor(found: Problem) {
    super(found.message);
    this.problem = found;
  }
}

/** @throws SyntaxProblem always */
export function throwSyntax<C extends ProblemCode>(
  code: C,
  span: Span,
  ...args: Parameters<(typeof expressionErrors)[C]>
): never {
  throw new SyntaxProblem(problem(code, span, ...args));
}
