import type { NumberSigns } from '../values/number-text.ts';
import type { Node, Span } from './ast.ts';
import { type ExtensionFunctions, extensionFunction, signatureOf } from './catalogue.ts';
import type { ShownAnswers } from './check.ts';
import type { Code, FormatDate, Json } from './code.ts';
import { conditionCode, type Guards } from './condition.ts';
import type { DayFormat } from './dates.ts';
import { ExpressionError } from './error.ts';
import { evaluate } from './evaluate.ts';
import './answer-display.ts';
import { type Problem, problem } from './problems.ts';
import type { Labels, Types } from './types.ts';

/** What is known at load time in addition to types. */
export interface Constants {
  /**
   * Values by root name. Parts that read only constants are evaluated at load, so the constants are not sent to
   * browsers.
   */
  readonly constants?: { readonly [name: string]: Json };
  /** Types of the constants whose value changes over time. The type of any other constant is derived from its value. */
  readonly constantTypes?: Types;
  /** Formats dates. Without it, a date in a constant part is formatted at run time. */
  readonly formatDate?: FormatDate;
  /** Whether a part must have a value for all values of its names. */
  readonly total?: boolean;
  /** The number separators of the site's locale; `1,234.5` by default. */
  readonly signs?: NumberSigns;
  /** How the site's locale writes amounts of its currency; as Brazilians write reais by default. */
  readonly money?: MoneySigns;
  /** The functions of the site's own. */
  readonly functions?: ExtensionFunctions;
  /** The formats of days; without them, a day is shown as it is stored. */
  readonly dayFormat?: DayFormat;
  /** The parts that show answers in another form. */
  readonly answers?: ShownAnswers;
}

/** The signs of a currency's amounts, and the places after the decimal sign. */
export interface MoneySigns extends NumberSigns {
  readonly places: number;
  readonly before: string;
  readonly after: string;
}

/** The functions that write amounts: of any currency, and of reais. */
const amounts = {
  money: { any: 'money', reais: 'brl' },
  moneyShort: { any: 'moneyShort', reais: 'brlShort' },
  brl: { any: 'money', reais: 'brl' },
  brlShort: { any: 'moneyShort', reais: 'brlShort' },
} as const;

/**
 * The code of a syntax tree. Parts that read only constants are replaced by their values; `problems` lists those that
 * can be reached but have no value.
 * @param guards of a condition, which does not hold where a value that it needs is missing
 */
export function compile(
  node: Node,
  { constants = {}, formatDate, signs, money, functions = {}, dayFormat, answers }: Constants = {},
  guards?: Guards,
): { code: Code; problems: Problem[] } {
  const failures = new Map<Code, { span: Span; why: string }>();

  const fold = (code: Code, span: Span): Code => {
    if (
      typeof code !== 'object' ||
      code === null ||
      code[0] === '#' ||
      !code.slice(1).every((part) => isConstant(part as Code))
    )
      return code;
    try {
      return quote(evaluate(code, {}, formatDate));
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      if (error.code !== 'no-dates') failures.set(code, { span, why: error.message });
      return code;
    }
  };

  const signsFor = (name: string): string[] =>
    signs !== undefined && signatureOf(name)?.takesSigns === true ? [signs.group, signs.point] : [];

  const amountCode = (name: keyof typeof amounts, operands: readonly Code[]): Code =>
    money === undefined
      ? [amounts[name].reais, ...operands]
      : [amounts[name].any, ...operands, money.places, money.group, money.point, money.before, money.after];

  const codeOf = (at: Node): Code => {
    switch (at.kind) {
      case 'literal':
        return at.value;
      case 'name':
        return Object.hasOwn(constants, at.name) ? quote(constants[at.name] as Json) : ['$', at.name];
      case 'list':
        return fold(['[]', ...at.items.map(codeOf)], at.span);
      case 'member': {
        if (answers?.stored.has(at)) return codeOf(at.object);
        const looked = answers?.labels.get(at);
        if (looked !== undefined) return fold(labelCode(codeOf(at.object), looked), at.span);
        return fold(['.', codeOf(at.object), at.name], at.span);
      }
      case 'index':
        return fold(['.', codeOf(at.object), codeOf(at.key)], at.span);
      case 'has':
        return fold(['has', codeOf(at.object), at.name], at.span);
      case 'unary':
        return fold([at.operator === '-' ? 'neg' : '!', codeOf(at.operand)], at.span);
      case 'binary': {
        const [left, right] = [codeOf(at.left), codeOf(at.right)];
        const deciding = at.operator === '||' ? true : at.operator === '&&' ? false : undefined;
        if (deciding !== undefined && (left === deciding || right === deciding)) return deciding;
        return fold([at.operator, left, right], at.span);
      }
      case 'ternary': {
        const test = codeOf(at.test);
        if (typeof test === 'boolean') return codeOf(test ? at.then : at.otherwise);
        return ['?', test, codeOf(at.then), codeOf(at.otherwise)];
      }
      case 'call': {
        const operands = at.args.map(codeOf);
        const [day = null, style = null] = operands;
        if (answers?.days.has(at) && typeof style === 'string')
          return dayFormat === undefined ? day : ['day', day, quote(dayFormat(style) as unknown as Json)];
        const own = extensionFunction(at.name, functions);
        if (Object.hasOwn(amounts, at.name))
          return fold(amountCode(at.name as keyof typeof amounts, operands), at.span);
        if (own === undefined) return fold([at.name, ...operands, ...signsFor(at.name)], at.span);
        // Its file is mistaken, so that nothing is loaded.
        if (own === null) return [at.name, ...operands];
        if (!operands.every(isConstant)) return [own.address, ...operands];
        return quote(own.implementation(operands.map(constantIn)));
      }
    }
  };

  const code = guards === undefined ? codeOf(node) : conditionCode(node, guards, codeOf);
  const problems: Problem[] = [];
  walk(code, (part) => {
    const failure = failures.get(part);
    if (failure) problems.push(problem('expression-always-fails', failure.span, failure.why));
  });
  return { code, problems };
}

/** The code of the label of a value, or of each value of a list. */
export const labelCode = (code: Code, labels: Labels): Code => ['label', code, quote(labels)];

const isConstant = (code: Code): boolean => !Array.isArray(code) || code[0] === '#';
/** The value of constant code. */
const constantIn = (code: Code): Json => (Array.isArray(code) ? (code[1] as Json) : code);
const quote = (value: Json): Code => (typeof value === 'object' && value !== null ? ['#', value] : value);

function walk(code: Code, visit: (part: Code) => void): void {
  visit(code);
  if (!Array.isArray(code) || code[0] === '#' || code[0] === '$') return;
  for (const part of code.slice(1)) walk(part as Code, visit);
}

/** The root names that a compiled expression reads, sorted. */
export function readsOf(code: Code): string[] {
  const names = new Set<string>();
  walk(code, (part) => {
    if (Array.isArray(part) && part[0] === '$') names.add(part[1] as string);
  });
  return [...names].sort();
}
