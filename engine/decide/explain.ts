/** Why a condition never or always holds, for authors. */
import type { Json } from '../expressions/code.ts';
import type { Domain, DomainOf } from '../expressions/domain.ts';
import { codeText, outcomeText } from './code-text.ts';
import { namesRead, operationOf } from './operation.ts';
import type { Conflict, Demand } from './possibility.ts';
import type { Variable } from './variables.ts';

/** Finds where a name is declared: "line 12". */
export type PlaceOfName = (name: string) => string | undefined;

/** More reasons would not be read. */
const mostReasons = 2;

const quoted = (text: string): string => `\`${text}\``;
const inBrackets = (place: string | undefined): string => (place === undefined ? '' : ` (${place})`);

/** Why the demands of conflicts cannot be met, in sentences. @param outcome that of the condition which is impossible */
export function reasonsOf(conflicts: readonly Conflict[], outcome: boolean, placeOf: PlaceOfName): string {
  const telling = conflicts.filter((conflict) => !conflict.demands.some(isAbsence));
  const sentences = new Set(
    (telling.length > 0 ? telling : conflicts).map((conflict) => sentenceOf(conflict, outcome, placeOf)),
  );
  const more = sentences.size - mostReasons;
  const rest = more > 0 ? ` There ${more === 1 ? 'is one more reason' : `are ${more} more reasons`}.` : '';
  return [...sentences].slice(0, mostReasons).join(' ') + rest;
}

function sentenceOf({ demands, limits }: Conflict, outcome: boolean, placeOf: PlaceOfName): string {
  const own = withoutGuards(demands.filter(({ from }) => from === undefined));
  const texts = [...new Set(own.map((demand) => quoted(outcomeText(demand.code, demand.outcome === outcome))))];
  const assumed = [...new Set(demands.flatMap((demand) => assumptionText(demand)))];
  // The assumptions alone exclude each other, so the condition itself gives no reason.
  if (texts.length === 0) return assumed.length === 0 ? '' : `${capital(listed(assumed))}.`;
  const one = outcome ? 'is never true' : 'is always true';
  const several = outcome ? 'are never true together' : 'are the only cases';
  const reasons = [...limits.map((limit) => limitText(limit, placeOf)), ...assumed];
  return `${listed(texts)} ${texts.length === 1 ? one : several}${reasons.length === 0 ? '' : `: ${listed(reasons)}`}.`;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Demands without the tests that a value is present where another demand is about this value. */
function withoutGuards(demands: readonly Demand[]): readonly Demand[] {
  const isGuard = ({ code }: Demand): boolean => operationOf(code)?.operands.includes(null) === true;
  return demands.filter((demand) => {
    const names = namesRead(demand.code);
    return (
      !isGuard(demand) ||
      !demands.some((other) => !isGuard(other) && [...namesRead(other.code)].some((name) => names.has(name)))
    );
  });
}

/** Whether a demand only says that a field which is not shown has no value. */
const isAbsence = ({ code, from }: Demand): boolean =>
  from !== undefined && from.isComplete !== true && namesRead(code).has(from.name);

function assumptionText({ code, outcome, from }: Demand): string[] {
  if (from === undefined) return [];
  if (from.isComplete === true) return [`${from.words}${inBrackets(from.place)}`];
  return [`${from.words} ${quoted(outcomeText(code, outcome))}${inBrackets(from.place)}`];
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

function limitText(variable: Variable, placeOf: PlaceOfName): string {
  const { domain, root, asks, orNull } = variable;
  if (asks === 'gap') return `no answer of ${quoted(root)} is missing`;
  return `${quoted(variable.text)} ${domainText(domain, orNull)}${inBrackets(placeOf(root))}`;
}

const mostValues = 6;
const valueText = (value: Json): string => (value === '' ? 'empty' : codeText(value as string));

function domainText(domain: Domain, orNull: boolean): string {
  switch (domain.kind) {
    case 'some':
      return someText(domain);
    case 'numbers':
      return numbersText(domain);
    case 'texts':
      return `has ${rangeText(domain.shortest, domain.longest)} characters`;
    case 'days':
      return `is ${rangeText(domain.first, domain.last)}`;
    case 'choices':
      return `has ${domain.fewest === undefined && domain.most === undefined ? 'only its options' : `${rangeText(domain.fewest, domain.most)} choices`}`;
    default:
      return orNull ? 'may be missing' : 'is never null';
  }
}

function someText({ values }: DomainOf<'some'>): string {
  if (values.length === 0) return 'is always null';
  const [first] = values;
  if (values.length === 1) return `is always ${valueText(first as Json)}`;
  if (values.length <= mostValues) return `is one of ${values.map(valueText).join(', ')}`;
  if (values.every((value) => typeof value === 'number'))
    return `is one of ${values.length} numbers from ${Math.min(...values)} to ${Math.max(...values)}`;
  return `is one of its ${values.length} options`;
}

function numbersText({ least, most, step }: DomainOf<'numbers'>): string {
  const range = rangeText(least, most);
  const kind = step === 1 ? 'a whole number' : step === undefined ? 'a number' : `a multiple of ${step}`;
  if (least === undefined && most === undefined) return `is ${kind}`;
  return step === 1 || step === undefined ? `is ${range}` : `is ${kind}, ${range}`;
}

function rangeText(least: Json | undefined, most: Json | undefined): string {
  if (least === undefined) return most === undefined ? 'anything' : `at most ${most}`;
  return most === undefined ? `at least ${least}` : `from ${least} to ${most}`;
}
