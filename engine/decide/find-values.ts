/** Finds values that give comparisons their outcomes. */
import type { Code, Json } from '../expressions/code.ts';
import type { DomainOf } from '../expressions/domain.ts';
import { type Candidates, candidatesOf, isEquality } from './candidates.ts';
import { isDayIn, isNumberIn, isTextIn, listedValues } from './domains.ts';
import { boundsOf, solveBounds } from './linear.ts';
import { isMet, type Literal, ofPresent, withValue } from './literal.ts';
import { constantOf, isConstantCode, nameRead, namesRead, type Operation, operationOf } from './operation.ts';
import type { Variable } from './variables.ts';

/** Values by the texts of variables. */
export type Assignment = ReadonlyMap<string, Json>;

/** `none`: no values exist. An undecided search names a variable whose comparisons it could not decide. */
export type Solution = { readonly values: Assignment } | 'none' | { readonly undecided: string };

/** The comparisons that are evaluated before a search gives up. */
const mostTries = 20_000;

interface Search {
  readonly variables: ReadonlyMap<string, Variable>;
  tries: number;
}

/** Finds values of variables for which each literal has its outcome. */
export function findValues(literals: readonly Literal[], variables: ReadonlyMap<string, Variable>): Solution {
  const search: Search = { variables, tries: mostTries };
  return solveParts(literals, new Map(), search);
}

/** Solves comparisons that share variables together, and the others apart. */
function solveParts(literals: readonly Literal[], given: Assignment, search: Search): Solution {
  const constant = literals.filter(({ code }) => namesRead(code).size === 0);
  search.tries -= constant.length;
  if (!constant.every(isMet)) return 'none';
  let values: Assignment = given;
  let undecided: string | undefined;
  for (const part of partsOf(literals.filter((literal) => !constant.includes(literal)))) {
    const found = solvePart(part, search);
    if (found === 'none') return 'none';
    if ('undecided' in found) undecided ??= found.undecided;
    else values = new Map([...values, ...found.values]);
  }
  return undecided === undefined ? { values } : { undecided };
}

function partsOf(literals: readonly Literal[]): Literal[][] {
  const parts: { literals: Literal[]; names: Set<string> }[] = [];
  for (const literal of literals) {
    const names = new Set(namesRead(literal.code));
    const joined = parts.filter((part) => [...names].some((name) => part.names.has(name)));
    for (const part of joined) {
      for (const name of part.names) names.add(name);
      parts.splice(parts.indexOf(part), 1);
    }
    parts.push({ literals: [...joined.flatMap((part) => part.literals), literal], names });
  }
  return parts.map((part) => part.literals);
}

/** Solves comparisons that share variables: first those with few values, then the others by their regions. */
function solvePart(literals: readonly Literal[], search: Search): Solution {
  const names = [...new Set(literals.flatMap(({ code }) => [...namesRead(code)]))];
  const sizes = names.map((name) => ({ name, values: valuesOfVariable(search.variables.get(name) as Variable) }));
  const listed = sizes.filter(({ values }) => values !== null).sort((a, b) => sizeOf(a) - sizeOf(b))[0];
  const [only = ''] = names;
  const fixed = fixedIn(literals, search);
  if (fixed !== undefined) return tryEach(literals, fixed.name, { values: fixed.values, isComplete: true }, search);
  if (listed !== undefined)
    return tryEach(literals, listed.name, { values: listed.values ?? [], isComplete: true }, search);
  if (names.length === 1) return tryEach(literals, only, candidatesIn(only, literals, search), search);
  const nullable = names.find((name) => search.variables.get(name)?.orNull === true);
  if (nullable !== undefined) return splitPresence(literals, nullable, search);
  return solveLinear(literals, names, search) ?? solveEqual(literals, names, search);
}

/** A variable that an equality or `in` restricts to a list of values. */
function fixedIn(
  literals: readonly Literal[],
  { variables }: Search,
): { name: string; values: readonly Json[] } | undefined {
  for (const { code, outcome } of literals) {
    const { name: sign, first, second } = operationOf(code) as Operation;
    const [part, other] = sign === '==' && isConstantCode(first) ? [second, first] : [first, second];
    const name = nameRead(part);
    if (!outcome || name === null || !isConstantCode(other) || (sign !== '==' && sign !== 'in')) continue;
    const value = constantOf(other);
    const values = sign === 'in' ? value : [value];
    // Lists and records are compared by their content.
    if (!Array.isArray(values) || values.some((each) => typeof each === 'object' && each !== null)) continue;
    return { name, values: values.filter((each) => isAllowed(each, variables.get(name) as Variable)) };
  }
  return undefined;
}

function isAllowed(value: Json, { domain, orNull }: Variable): boolean {
  if (value === null) return orNull;
  if (domain.kind === 'some') return domain.values.includes(value);
  if (domain.kind === 'texts') return isTextIn(value, domain);
  if (domain.kind === 'days') return isDayIn(value, domain);
  return domain.kind !== 'numbers' || isNumberIn(value, domain);
}

const sizeOf = ({ values }: { values: readonly Json[] | null }): number => values?.length ?? 0;

const valuesOfVariable = ({ domain, orNull }: Variable): readonly Json[] | null => {
  const values = listedValues(domain);
  return values === null ? null : orNull ? [...values, null] : values;
};

const candidatesIn = (name: string, literals: readonly Literal[], { variables }: Search, count = 1): Candidates =>
  candidatesOf(
    name,
    variables.get(name) as Variable,
    literals.flatMap(({ code }) => (namesRead(code).has(name) ? [code] : [])),
    count,
  );

function tryEach(
  literals: readonly Literal[],
  name: string,
  { values, isComplete }: Candidates,
  search: Search,
): Solution {
  let undecided: string | undefined;
  for (const value of values) {
    if (search.tries <= 0) return { undecided: name };
    const rest = literals.map(({ code, outcome }) => ({ code: withValue(code, name, value), outcome }));
    const found = solveParts(rest, new Map([[name, value]]), search);
    if (found === 'none') continue;
    if (!('undecided' in found)) return found;
    undecided ??= found.undecided;
  }
  if (undecided !== undefined) return { undecided };
  return isComplete ? 'none' : { undecided: name };
}

/** A value is missing, or it is present and no comparison asks for it any more. */
function splitPresence(literals: readonly Literal[], name: string, search: Search): Solution {
  const missing = tryEach(literals, name, { values: [null], isComplete: true }, search);
  if (missing !== 'none' && 'values' in missing) return missing;
  const variable = search.variables.get(name) as Variable;
  const inner: Search = {
    variables: new Map([...search.variables, [name, { ...variable, orNull: false }]]),
    tries: search.tries,
  };
  const rest = literals.map(({ code, outcome }) => ({ code: ofPresent(code, name), outcome }));
  const present = solveParts(rest, new Map(), inner);
  search.tries = inner.tries;
  return present === 'none' ? missing : present;
}

/** Linear comparisons of several numbers; undefined if there are others, or if no values were found. */
function solveLinear(
  literals: readonly Literal[],
  names: readonly string[],
  { variables }: Search,
): Solution | undefined {
  const domains = new Map<string, DomainOf<'numbers'>>();
  for (const name of names) {
    const domain = variables.get(name)?.domain;
    if (domain?.kind !== 'numbers') return undefined;
    domains.set(name, domain);
  }
  let isNone = true;
  for (const bounds of choicesOf(literals)) {
    if (bounds === null) return undefined;
    const found = solveBounds(bounds, domains);
    if (found === 'none') continue;
    isNone = false;
    if (found !== null && literals.every(({ code, outcome }) => isMet({ code: withValues(code, found), outcome })))
      return { values: found };
  }
  return isNone ? 'none' : undefined;
}

/** The most lists of bounds that are tried: each inequality of two values doubles their number. */
const mostChoices = 128;

/** The lists of bounds of which one has to hold; null in place of what is not linear, or beyond the limit. */
function choicesOf(literals: readonly Literal[]): readonly (readonly Bounds[number][] | null)[] {
  let choices: readonly (readonly Bounds[number][])[] = [[]];
  for (const { code, outcome } of literals) {
    const either = boundsOf(code, outcome);
    if (either === null || choices.length * either.length > mostChoices) return [null];
    choices = choices.flatMap((bounds) => either.map((more) => [...bounds, ...more]));
  }
  return choices;
}

type Bounds = NonNullable<ReturnType<typeof boundsOf>>[number];

const withValues = (code: Code, values: Assignment): Code =>
  [...values].reduce((rest, [name, value]) => withValue(rest, name, value), code);

/** Texts that are compared with each other, and everything else by trial. */
function solveEqual(literals: readonly Literal[], names: readonly string[], search: Search): Solution {
  const shared = names.map((name) => candidatesIn(name, literals, search, names.length));
  const isText = names.every((name) => ['texts', 'days'].includes(search.variables.get(name)?.domain.kind ?? ''));
  const isKnown = isText && literals.every(({ code }) => namesRead(code).size === 1 || isEquality(code));
  const [first = ''] = names;
  const values = [
    ...new Set(
      shared.flatMap((each) =>
        each.values.filter((value) => isAllowed(value, search.variables.get(first) as Variable)),
      ),
    ),
  ];
  const isComplete = isKnown && shared.every((each) => each.isComplete);
  return tryEach(literals, first, { values, isComplete }, search);
}
