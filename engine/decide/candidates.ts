/**
 * Candidates for the value of a variable: one from each region in which every comparison has the same outcome.
 */
import type { Code, Json } from '../expressions/code.ts';
import type { Domain, DomainOf, Possible } from '../expressions/domain.ts';
import { canChoose, isTextIn, listedValues, onGrid, subsetsOf } from './domains.ts';
import { linearOf } from './linear.ts';
import {
  comparisonSigns,
  constantOf,
  isConstantCode,
  nameRead,
  namesRead,
  type Operation,
  operationOf,
} from './operation.ts';

export interface Candidates {
  readonly values: readonly Json[];
  /** Whether no other value can have another outcome. */
  readonly isComplete: boolean;
}

/**
 * @param codes comparisons that read this variable and no other
 * @param count how many different values are needed of those that no comparison names
 */
export function candidatesOf(
  name: string,
  { domain, orNull }: Possible,
  codes: readonly Code[],
  count = 1,
): Candidates {
  const { values, isComplete } = presentCandidates(name, domain, codes, count);
  return { values: orNull ? [...values, null] : values, isComplete };
}

function presentCandidates(name: string, domain: Domain, codes: readonly Code[], count: number): Candidates {
  const all = listedValues(domain);
  if (all !== null) return { values: all, isComplete: true };
  switch (domain.kind) {
    case 'numbers':
      return numbersAround(
        domain,
        codes.map((code) => thresholdsOf(code, name)),
      );
    case 'texts':
      return textsAround(domain, name, codes, count);
    case 'days':
      return daysAround(domain, name, codes);
    case 'choices':
      return selectionsAround(domain, name, codes);
    default:
      return { values: [...constantsIn(codes), '', 'x', 0, 1, true, false, []], isComplete: false };
  }
}

/** The numbers at which a comparison of one variable changes; null if they are not known. */
function thresholdsOf(code: Code, name: string): readonly number[] | null {
  const operation = operationOf(code);
  if (operation === null) return [];
  const { name: sign, first: left, second: right } = operation;
  if (sign === 'in' && isConstantCode(right)) {
    const items = constantOf(right);
    return Array.isArray(items) ? whereEqual(left, name, numbersAmong(items)) : null;
  }
  if (!comparisonSigns.has(sign)) return null;
  if (isConstantCode(right)) return whereEqual(left, name, numbersAmong([constantOf(right)]));
  if (isConstantCode(left)) return whereEqual(right, name, numbersAmong([constantOf(left)]));
  const difference = linearOf(['-', left, right]);
  const factor = difference?.terms.get(name) ?? 0;
  return difference === null || factor === 0 ? null : [-difference.constant / factor];
}

const numbersAmong = (values: readonly Json[]): number[] => values.filter((value) => typeof value === 'number');

/** The values of the variable around which code passes one of some values; null if they are not known. */
function whereEqual(code: Code, name: string, values: readonly number[]): readonly number[] | null {
  const linear = linearOf(code);
  if (linear !== null) {
    const factor = linear.terms.get(name) ?? 0;
    return factor === 0 ? [] : values.map((value) => (value - linear.constant) / factor);
  }
  const { name: operation, first, second } = operationOf(code) as Operation;
  const halves = values.flatMap((value) => [value - 0.5, value + 0.5]);
  if (operation === 'round') return whereEqual(first, name, halves);
  if (operation === 'floor')
    return whereEqual(
      first,
      name,
      values.flatMap((value) => [value, value + 1]),
    );
  const by = isConstantCode(second) ? constantOf(second) : null;
  if (operation === 'percent' && typeof by === 'number')
    return whereEqual(
      first,
      name,
      halves.map((value) => (value * by) / 100),
    );
  // A value that is missing is a candidate of its own.
  if (operation === 'default' && isConstantCode(second)) return whereEqual(first, name, values);
  return null;
}

function numbersAround(domain: DomainOf<'numbers'>, thresholds: readonly (readonly number[] | null)[]): Candidates {
  const { least, most, step } = domain;
  const borders = [...new Set(thresholds.flatMap((each) => each ?? []))].sort((a, b) => a - b);
  const reach = step ?? 1;
  const start = least ?? (borders[0] ?? 0) - reach;
  const end = most ?? Math.max(start, borders.at(-1) ?? 0) + reach;
  const near = (value: number): number[] => {
    if (step === undefined) return [value];
    const index = Math.floor((value - (least ?? 0)) / step + 1e-9);
    return [-1, 0, 1].map((by) => onGrid(least ?? 0, step, index + by));
  };
  const points = [start, ...borders, end];
  const between = points.slice(1).map((point, index) => ((points[index] as number) + point) / 2);
  const values = [...points, ...between].flatMap(near);
  const inside = values.filter((value) => value >= (least ?? -Infinity) && value <= (most ?? Infinity));
  return { values: [...new Set(inside)], isComplete: !thresholds.includes(null) };
}

/** The constants of comparisons, also those in lists. */
function constantsIn(codes: readonly Code[]): Json[] {
  return codes.flatMap((code): Json[] => {
    const operation = operationOf(code);
    if (operation !== null) return operation.name === '$' ? [] : constantsIn(operation.operands);
    const value = constantOf(code);
    return Array.isArray(value) ? [...value] : [value];
  });
}

const isString = (value: Json): value is string => typeof value === 'string';

/** Whether code is the text of a variable, with or without the white space around it. */
function isText(code: Code, name: string): boolean {
  const operation = operationOf(code);
  return nameRead(code) === name || (operation?.name === 'trim' && isText(operation.first, name));
}

/** Whether a text is compared as a whole, or by its length, or for its order, with constants. */
function isPlainComparison(code: Code, name: string): boolean {
  const isPart = (part: Code): boolean => {
    const operation = operationOf(part);
    if (operation === null || isText(part, name)) return true;
    const isOwn = isText(operation.first, name);
    return isOwn && (operation.name === 'size' || (operation.name === 'default' && isConstantCode(operation.second)));
  };
  const comparison = operationOf(code);
  return (
    comparison !== null &&
    (comparisonSigns.has(comparison.name) || comparison.name === 'in') &&
    comparison.operands.every(isPart)
  );
}

const filler = 'abcdefghijklmnopqrstuvwxyz';

/** Texts of a length that differ from each other. */
const textsOfLength = (length: number, count: number): string[] =>
  length <= 0 ? [''] : [...filler].slice(-count).map((sign) => sign.repeat(length));

/** The text that follows another one in their order, among those of a domain. */
function textAfter(text: string, { shortest = 0, longest = Number.POSITIVE_INFINITY }: DomainOf<'texts'>): string {
  if (text.length < longest) return text.padEnd(Math.max(shortest, text.length + 1), '!');
  const kept = text.slice(0, longest);
  return kept.slice(0, -1) + String.fromCharCode(kept.charCodeAt(kept.length - 1) + 1);
}

function textsAround(domain: DomainOf<'texts'>, name: string, codes: readonly Code[], count: number): Candidates {
  const { shortest = 0, longest = Number.POSITIVE_INFINITY } = domain;
  const constants = [...new Set(constantsIn(codes).filter(isString))];
  const limits = numbersAmong(constantsIn(codes)).flatMap((limit) => [limit - 1, limit, limit + 1]);
  const lengths = [...new Set([1, 8, shortest, longest, ...limits.map(Math.floor)])].filter(
    (length) => length <= 5_000,
  );
  const around = constants.flatMap((text) => [text, `${text} `, `${text}!`, `x${text}`, `x${text}x`]);
  const after = constants.map((text) => textAfter(text, domain));
  const later = after.map((text) => textAfter(text, domain));
  const pairs = constants.length > 6 ? [] : constants.flatMap((a) => constants.map((b) => a + b));
  const cases = constants.flatMap((text) => [text.toLowerCase(), text.toUpperCase()]);
  const digits = lengths.map((length) => '1'.repeat(Math.max(0, length)));
  const all = [
    '',
    ...around,
    ...after,
    ...later,
    ...pairs,
    ...cases,
    ...lengths.flatMap((at) => textsOfLength(at, count + 1)),
    ...digits,
  ];
  return {
    values: [...new Set(all.filter((text) => isTextIn(text, domain)))],
    isComplete: codes.every((code) => isPlainComparison(code, name)) && lengths.every((length) => length <= 500),
  };
}

const dayLength = 86_400_000;
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);

function daysAround({ first, last }: DomainOf<'days'>, name: string, codes: readonly Code[]): Candidates {
  const constants = constantsIn(codes).filter(isString);
  const named = constants.filter(isDay);
  const ends = [first ?? '1900-01-01', last ?? '2999-12-31'];
  const all = [...named, ...ends].flatMap((day) => [day, dayAfter(day, -1), dayAfter(day, 1)]);
  const inside = all.filter((day) => day >= (first ?? '') && day <= (last ?? '9999-12-31'));
  return {
    values: ['', ...new Set(inside)],
    isComplete:
      codes.every((code) => isPlainComparison(code, name)) && constants.every((text) => text === '' || isDay(text)),
  };
}

/** Selections by which of the named values they contain, and by how many of the others. */
function selectionsAround(domain: DomainOf<'choices'>, name: string, codes: readonly Code[]): Candidates {
  const constants = new Set(constantsIn(codes));
  const named = domain.of.filter((value) => constants.has(value));
  const others = domain.of.filter((value) => !constants.has(value));
  if (named.length > 9) return { values: [[], domain.of], isComplete: false };
  const counts = Array.from({ length: others.length + 1 }, (_, count) => count);
  return {
    values: subsetsOf(named)
      .flatMap((selection) => counts.map((count) => [...selection, ...others.slice(0, count)]))
      .filter(({ length }) => canChoose(domain, length)),
    isComplete: codes.every((code) => isAboutChoices(code, name)),
  };
}

/** Whether a comparison asks for a constant among the choices, for their number, or whether there are any. */
function isAboutChoices(code: Code, name: string): boolean {
  const comparison = operationOf(code);
  if (comparison === null) return true;
  const { first, second } = comparison;
  if (comparison.name === 'in') return isConstantCode(first) && nameRead(second) === name;
  const isNone = (part: Code) =>
    isConstantCode(part) && (constantOf(part) === null || (constantOf(part) as Json[]).length === 0);
  const isEmptyTest = [first, second].some((part) => nameRead(part) === name) && [first, second].some(isNone);
  const isSize = (part: Code) =>
    operationOf(part)?.name === 'size' && nameRead(operationOf(part)?.first ?? null) === name;
  const isOfSize = [first, second].every((part) => isConstantCode(part) || isSize(part));
  return comparisonSigns.has(comparison.name) && (isEmptyTest || isOfSize);
}

/** Whether a comparison of two variables only asks whether they are equal. */
export function isEquality(code: Code): boolean {
  const comparison = operationOf(code);
  if (comparison === null || (comparison.name !== '==' && comparison.name !== '!=')) return false;
  return comparison.operands.every(
    (part) => isConstantCode(part) || [...namesRead(part)].some((name) => isText(part, name)),
  );
}
