/**
 * Decides whether a condition can be true, and whether it can be false, over the declared domains of what it reads. The
 * condition is searched as its disjunctive normal form, one conjunction of comparisons at a time.
 */
import type { Code, Json } from '../expressions/code.ts';
import type { Domain } from '../expressions/domain.ts';
import type { Assumption } from './assumption.ts';
import { findValues } from './find-values.ts';
import { choiceIn, holdsWith, isOfSite, type Literal } from './literal.ts';
import { isConstantCode, namesRead, operationOf } from './operation.ts';
import { type DomainOfName, isTangled, readingOf, type Variable, valuesWith } from './variables.ts';

/** A condition that has to have an outcome. */
export interface Demand {
  readonly code: Code;
  readonly outcome: boolean;
  /** What it follows from, unless the condition itself demands it. */
  readonly from?: Assumption | undefined;
}

/** Comparisons that exclude each other, or that the declared values exclude. */
export interface Conflict {
  /** As few as possible, each a part of a demand. */
  readonly demands: readonly Demand[];
  /** The variables whose declared values are part of the conflict. */
  readonly limits: readonly Variable[];
}

/** Whether demands can be met together. */
export type Possibility =
  /** `values` are those of names, with which they are. */
  | { readonly can: true; readonly values: Readonly<Record<string, Json>> }
  | { readonly can: false; readonly conflicts: readonly Conflict[] }
  /** `part` is the comparison that could not be decided; null if there are too many conjunctions. */
  | { readonly can: null; readonly part: Code | null };

/** The most conjunctions of a condition. */
const mostConjunctions = 512;

/** A comparison of a demand, over variables. */
interface Comparison extends Literal {
  readonly demand: Demand;
}

interface Search {
  readonly domainOf: DomainOfName;
  readonly variables: Map<string, Variable>;
  conjunctions: number;
}

/** Whether all demands can be met with values of the domains. */
export function possibility(demands: readonly Demand[], domainOf: DomainOfName): Possibility {
  const search: Search = { domainOf, variables: new Map(), conjunctions: 0 };
  return meet(demands, [], search);
}

/** The parts of a condition of which all (`every`) or some have to have an outcome; null for a comparison. */
function partsOf({
  code,
  outcome,
  from,
}: Demand): { readonly every: boolean; readonly parts: readonly Demand[][] } | null {
  const operation = operationOf(code);
  if (operation === null) return null;
  const { name, operands, first, second } = operation;
  if (name === '!') return { every: true, parts: [[{ code: first, outcome: !outcome, from }]] };
  if (name === '&&' || name === '||')
    return { every: (name === '&&') === outcome, parts: operands.map((part) => [{ code: part, outcome, from }]) };
  const choice = name === '?' ? { test: first, yes: second, no: operands[2] ?? null } : choiceIn(code);
  if (choice === null) return null;
  const parts = [
    { test: true, code: choice.yes },
    { test: false, code: choice.no },
  ].flatMap((each): readonly Demand[][] => {
    const test = { code: choice.test, outcome: each.test, from };
    if (isConstantCode(each.code)) return each.code === outcome ? [[test]] : [];
    const part = { code: each.code, outcome, from };
    return isExcluded(part) ? [] : [[test, part]];
  });
  return { every: parts.length === 1, parts };
}

/** Whether no value of a choice between constants has the outcome. */
const isExcluded = (demand: Demand): boolean => {
  const found = choiceIn(demand.code) === null ? null : partsOf(demand);
  return found !== null && !found.every && found.parts.length === 0;
};

function meet([first, ...rest]: readonly Demand[], met: readonly Comparison[], search: Search): Possibility {
  if (first === undefined) return possibilityOf(met, search);
  if (isConstantCode(first.code))
    return first.code === first.outcome
      ? meet(rest, met, search)
      : { can: false, conflicts: [{ demands: [first], limits: [] }] };
  const parts = partsOf(first);
  if (parts === null) return meetComparison(first, rest, met, search);
  if (!parts.every && parts.parts.length === 0) return { can: false, conflicts: [{ demands: [first], limits: [] }] };
  if (parts.every) return meet([...parts.parts.flat(), ...rest], met, search);
  const conflicts: Conflict[] = [];
  let undecided: Possibility | undefined;
  for (const part of parts.parts) {
    if (search.conjunctions > mostConjunctions) return { can: null, part: null };
    const found = meet([...part, ...rest], met, search);
    if (found.can === true) return found;
    if (found.can === null) undecided ??= found;
    else conflicts.push(...found.conflicts);
  }
  return undecided ?? { can: false, conflicts };
}

function meetComparison(
  demand: Demand,
  rest: readonly Demand[],
  met: readonly Comparison[],
  search: Search,
): Possibility {
  const { code, variables } = readingOf(demand.code, search.domainOf);
  for (const variable of variables) search.variables.set(variable.text, variable);
  const all = [...met, { code, outcome: demand.outcome, demand }];
  // What excludes these comparisons excludes all conjunctions with them.
  if (rest.length > 0) {
    const found = possibilityOf(all, search);
    if (found.can === false) return found;
  }
  return meet(rest, all, search);
}

function possibilityOf(met: readonly Comparison[], search: Search): Possibility {
  try {
    return knownPossibilityOf(met, search);
  } catch (error) {
    if (!isOfSite(error)) throw error;
    return { can: null, part: met.at(-1)?.demand.code ?? null };
  }
}

function knownPossibilityOf(met: readonly Comparison[], search: Search): Possibility {
  const { variables, domainOf } = search;
  search.conjunctions += 1;
  const found = findValues(met, variables);
  if (found === 'none') return { can: false, conflicts: [conflictIn(met, variables)] };
  if ('undecided' in found) return { can: null, part: comparisonOf(found.undecided, met) };
  const read = [...variables.values()].filter(({ text }) => found.values.has(text));
  const values = valuesWith(found.values, read, domainOf);
  const tangled = read.find((a) => read.some((b) => isTangled(a, b)));
  if (tangled !== undefined && !met.every(({ demand }) => holdsWith(demand, values)))
    return { can: null, part: comparisonOf(tangled.text, met) };
  return { can: true, values };
}

const comparisonOf = (variable: string, met: readonly Comparison[]): Code | null =>
  met.find(({ code }) => namesRead(code).has(variable))?.demand.code ?? null;

/** The comparisons that exclude each other, of those that do together. */
function conflictIn(met: readonly Comparison[], variables: ReadonlyMap<string, Variable>): Conflict {
  let needed = met;
  for (const each of met) {
    const without = needed.filter((other) => other !== each);
    if (findValues(without, variables) === 'none') needed = without;
  }
  const read = [...new Set(needed.flatMap(({ code }) => [...namesRead(code)]))];
  const limits = read.flatMap((name) => {
    const variable = variables.get(name) as Variable;
    const free = new Map([...variables, [name, { ...variable, domain: anyLike(variable.domain) }]]);
    return findValues(needed, free) === 'none' ? [] : [variable];
  });
  // What is assumed of a field matters because the condition reads it.
  const assumed = needed.flatMap(({ demand: { from } }) => (from === undefined ? [] : [from.name]));
  const told = met.filter(
    (each) =>
      needed.includes(each) ||
      (each.demand.from === undefined && assumed.some((name) => namesRead(each.code).has(name))),
  );
  return { demands: told.map(({ demand }) => demand), limits };
}

/** All values of the kind of a domain. */
function anyLike(domain: Domain): Domain {
  if (domain.kind !== 'some')
    return domain.kind === 'numbers' || domain.kind === 'texts' || domain.kind === 'days'
      ? { kind: domain.kind }
      : { kind: 'unknown' };
  const [first] = domain.values;
  return typeof first === 'number'
    ? { kind: 'numbers' }
    : typeof first === 'string'
      ? { kind: 'texts' }
      : { kind: 'unknown' };
}
