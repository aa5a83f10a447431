/** Authors' patterns as regular expressions without backtracking, for the server. Browsers do not fetch this file. */
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { RE2JS } from 're2js';

/** A part of a pattern that cannot be matched in linear time. Positions are UTF-16 units of the pattern. */
export interface IrregularPart {
  readonly kind: 'reference' | 'look' | 'repeat';
  readonly offset: number;
  readonly length: number;
}

/** Thrown for a pattern that cannot be matched in linear time. */
export class IrregularPattern extends RangeError {
  readonly part: IrregularPart;

  constructor(kind: IrregularPart['kind'], { raw, start, end }: AST.Node) {
    super(`The part ${raw} of a pattern cannot be matched in linear time.`);
    this.part = { kind, offset: start, length: end - start };
  }
}

/** More repetitions in all, those of nested parts multiplied, are refused by RE2. */
export const mostRepetitions = 1000;

/** RE2 has other ranges for `.`, `\s` and classes of Unicode than browsers, so that every class is written out as its ranges. */
const everything = '\\x{0}-\\x{10FFFF}';
/** The classes that most patterns have. The others take a tenth of a second, once. */
const known = new Map<string, string>([
  ['.', '\\x{0}-\\x{9}\\x{b}-\\x{c}\\x{e}-\\x{2027}\\x{202a}-\\x{10ffff}'],
  ['\\d', '0-9'],
  ['\\w', '0-9A-Za-z_'],
  ['\\s', '\\x{9}-\\x{d} \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'],
]);

/** Every character once, in order. */
let characters: string | undefined;

function everyCharacter(): string {
  const size = 0x800;
  return Array.from({ length: 0x110000 / size }, (_, chunk) =>
    // Half a surrogate pair is no character of a form.
    chunk * size === 0xd800
      ? ''
      : String.fromCodePoint(...Array.from({ length: size }, (_, index) => chunk * size + index)),
  ).join('');
}

/** The characters that match a class of a browser's regular expression, as ranges of RE2. */
function rangesOf(source: string): string {
  const before = known.get(source);
  if (before !== undefined) return before;
  characters ??= everyCharacter();
  const ranges = [...characters.matchAll(new RegExp(`${source}+`, 'gu'))].map(([run]) => {
    const last = run.codePointAt(run.length - (/[\udc00-\udfff]$/.test(run) ? 2 : 1));
    return `${character(run.codePointAt(0) as number)}-${character(last as number)}`;
  });
  known.set(source, ranges.join(''));
  return ranges.join('');
}

const classOf = (inside: string, negate = false): string => {
  if (inside === '') return negate ? `[${everything}]` : `[^${everything}]`;
  return negate ? `[^${inside}]` : `[${inside}]`;
};

const character = (value: number): string => `\\x{${value.toString(16)}}`;

/** Writes parts of a pattern in the syntax of RE2. */
function re2Of(nodes: readonly AST.Alternative[] | readonly AST.Element[]): string {
  const isAlternative = (node: AST.Alternative | AST.Element): node is AST.Alternative => node.type === 'Alternative';
  return nodes
    .map((node) => (isAlternative(node) ? re2Of(node.elements) : element(node)))
    .join(nodes.some(isAlternative) ? '|' : '');
}

function element(node: AST.Element): string {
  switch (node.type) {
    case 'Character':
      return character(node.value);
    case 'CharacterSet':
      return classOf(rangesOf(node.raw));
    case 'CharacterClass':
      return classOf(node.elements.map(member).join(''), node.negate);
    case 'CapturingGroup':
    case 'Group':
      return `(?:${re2Of(node.alternatives)})`;
    case 'Quantifier':
      return quantifier(node);
    case 'Assertion':
      if (node.kind === 'start') return '^';
      if (node.kind === 'end') return '$';
      if (node.kind === 'word') return node.negate ? '\\B' : '\\b';
      throw new IrregularPattern('look', node);
    default:
      throw new IrregularPattern('reference', node);
  }
}

function member(node: AST.CharacterClass['elements'][number]): string {
  if (node.type === 'Character') return character(node.value);
  if (node.type === 'CharacterClassRange') return `${character(node.min.value)}-${character(node.max.value)}`;
  return rangesOf(node.raw);
}

function quantifier(node: AST.Quantifier): string {
  const { min, max } = node;
  if (repetitionsOf(node) > mostRepetitions) throw new IrregularPattern('repeat', node);
  const repeated = element(node.element);
  // A condition that is repeated says the same once, or nothing.
  if (node.element.type === 'Assertion') return min === 0 ? '' : repeated;
  return `(?:${repeated}){${min},${max === Number.POSITIVE_INFINITY ? '' : max}}`;
}

/** How many copies of a part RE2 makes. */
function repetitionsOf(node: AST.Node): number {
  switch (node.type) {
    case 'Quantifier': {
      const times = node.max === Number.POSITIVE_INFINITY ? node.min : node.max;
      return Math.max(1, times) * repetitionsOf(node.element);
    }
    case 'CapturingGroup':
    case 'Group':
      return Math.max(1, ...node.alternatives.flatMap(({ elements }) => elements.map(repetitionsOf)));
    default:
      return 1;
  }
}

/** A pattern whose conditions at the beginning, `(?=…)` and `(?!…)`, are regular expressions of their own. */
interface PatternParts {
  readonly conditions: readonly AST.LookaheadAssertion[];
  readonly rest: readonly AST.Alternative[] | readonly AST.Element[];
}

function partsOf(pattern: string): PatternParts {
  const { alternatives } = parsePattern(pattern);
  const [only, ...others] = alternatives;
  if (only === undefined || others.length > 0) return { conditions: [], rest: alternatives };
  const isFirst = (element: AST.Element): boolean =>
    element.type === 'Assertion' && (element.kind === 'lookahead' || element.kind === 'start');
  const end = only.elements.findIndex((element) => !isFirst(element));
  const first = end < 0 ? only.elements : only.elements.slice(0, end);
  return {
    conditions: first.filter((element) => element.type === 'Assertion' && element.kind === 'lookahead'),
    rest: only.elements.slice(first.length),
  };
}

const textOf = (pattern: string, nodes: readonly AST.Node[]): string =>
  pattern.slice(nodes[0]?.start ?? 0, nodes.at(-1)?.end ?? 0);

/**
 * The regular expressions that a pattern consists of: its conditions at the beginning, and the rest.
 * @throws SyntaxError if it is no regular expression
 */
export function expressionsIn(pattern: string): readonly string[] {
  const { conditions, rest } = partsOf(pattern);
  return [rest, ...conditions.map(({ alternatives }) => alternatives)].map((nodes) => textOf(pattern, nodes));
}

/** What RE2 is handed for a pattern. */
interface Re2Sources {
  readonly whole: string;
  readonly conditions: readonly { readonly source: string; readonly negate: boolean }[];
}

function re2Sources(pattern: string): Re2Sources {
  const { conditions, rest } = partsOf(pattern);
  return {
    whole: re2Of(rest),
    conditions: conditions.map(({ alternatives, negate }) => ({ source: re2Of(alternatives), negate })),
  };
}

/**
 * Parses a pattern, in Unicode mode.
 * @throws SyntaxError if it is no regular expression that the supported browsers know
 */
export const parsePattern = (pattern: string): AST.Pattern =>
  new RegExpParser({ ecmaVersion: 2022 }).parsePattern(pattern, 0, pattern.length, { unicode: true });

/**
 * The first part of a pattern that cannot be matched in linear time; undefined if all of it can.
 * @throws SyntaxError if it is no regular expression
 */
export function irregularPart(pattern: string): IrregularPart | undefined {
  try {
    re2Sources(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof IrregularPattern) return error.part;
    throw error;
  }
}

/**
 * Returns a function that matches whole texts like HTML's `pattern` attribute, with the verdict of a browser's regular
 * expression, in time that grows linearly with the text (RE2).
 * @throws IrregularPattern if the pattern has a part that cannot be matched so
 */
export function regularMatcher(pattern: string): (text: string) => boolean {
  const { whole, conditions } = re2Sources(pattern);
  const matcher = RE2JS.compile(`^(?:${whole})$`);
  const first = conditions.map(({ source, negate }) => ({ starts: RE2JS.compile(`^(?:${source})`), negate }));
  return (text) => first.every(({ starts, negate }) => starts.test(text) !== negate) && matcher.test(text);
}
