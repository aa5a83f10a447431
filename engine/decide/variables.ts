/** What a condition reads, as independent variables with their domains. */
import type { Code, Json } from '../expressions/code.ts';
import type { Possible } from '../expressions/domain.ts';
import { sumDomain, sumsOf } from './domains.ts';
import { type Operation, operationOf, withOperands } from './operation.ts';

/** Finds the domain of a name. */
export type DomainOfName = (name: string) => Possible;

/** A value that a condition reads: a name, a member of it, or an aggregate of a list of answers. */
export interface Variable extends Possible {
  /** As authors write it. */
  readonly text: string;
  readonly root: string;
  /** The members that lead to it. */
  readonly path: readonly (string | number)[];
  /** The aggregate of the list at the path: its sum, or whether an answer is missing. Absent: the value itself. */
  readonly asks?: 'sum' | 'gap';
}

/** A condition over variables: `['$', text]` reads the variable with this text. */
export interface Reading {
  readonly code: Code;
  readonly variables: readonly Variable[];
}

interface Chain {
  readonly root: string;
  readonly path: readonly (string | number)[];
}

/** The name and members that code reads; null for code that does more. */
function chainOf(code: Code): Chain | null {
  const operation = operationOf(code);
  if (operation === null) return null;
  const { name, first, second } = operation;
  if (name === '$') return { root: String(first), path: [] };
  if (name !== '.' || (typeof second !== 'string' && typeof second !== 'number')) return null;
  const object = chainOf(first);
  return object === null ? null : { ...object, path: [...object.path, second] };
}

const textOf = ({ root, path }: Chain): string =>
  root +
  path.map((key) => (typeof key === 'string' && /^\w+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`)).join('');

/** The domain of a member; unknown for one that is not declared. */
function possibleAt({ root, path }: Chain, domainOf: DomainOfName): Possible {
  const unknown: Possible = { domain: { kind: 'unknown' }, orNull: true };
  return path.reduce<Possible>(({ domain, orNull }, key) => {
    const inner =
      domain.kind === 'record'
        ? Object.hasOwn(domain.fields, key) && domain.fields[key]
        : domain.kind === 'row' && typeof key === 'number' && domain.items[key] !== undefined
          ? { domain: domain.items[key], orNull: domain.hasGaps === true }
          : undefined;
    return inner ? { ...inner, orNull: inner.orNull || orNull } : unknown;
  }, domainOf(root));
}

/** Replaces what code reads by variables. */
export function readingOf(code: Code, domainOf: DomainOfName): Reading {
  const variables = new Map<string, Variable>();
  const read = (variable: Variable): Code => {
    variables.set(variable.text, variable);
    return ['$', variable.text];
  };
  const readOf = (part: Code): Code => {
    const operation = operationOf(part);
    if (operation === null) return part;
    const chain = chainOf(part);
    if (chain !== null) return read({ ...chain, ...possibleAt(chain, domainOf), text: textOf(chain) });
    const asked = askedOfRow(operation, domainOf);
    if (asked !== null) return typeof asked === 'number' ? asked : read(asked);
    const { name, first, second } = operation;
    if (name === 'has') return ['!=', readOf(['.', first, second]), null];
    return withOperands(operation, readOf);
  };
  return { code: readOf(code), variables: [...variables.values()] };
}

/** A sum or a gap of a row, which is a variable of its own, or its length; null for anything else. */
function askedOfRow({ name, first, second }: Operation, domainOf: DomainOfName): Variable | number | null {
  const isGap = name === 'in' && first === null;
  if (!isGap && name !== 'sum' && name !== 'size') return null;
  const chain = chainOf(isGap ? second : first);
  const possible = chain === null ? null : possibleAt(chain, domainOf);
  if (chain === null || possible?.domain.kind !== 'row') return null;
  const { items, hasGaps = false } = possible.domain;
  if (name === 'size') return items.length;
  if (isGap) {
    const domain = { kind: 'some', values: hasGaps ? [false, true] : [false] } as const;
    return { ...chain, domain, orNull: false, text: `null in ${textOf(chain)}`, asks: 'gap' };
  }
  const domain = sumDomain(items);
  return domain === null ? null : { ...chain, domain, orNull: false, text: `sum(${textOf(chain)})`, asks: 'sum' };
}

/** Whether two variables read the same row, so that their values depend on each other. */
export const isTangled = (a: Variable, b: Variable): boolean =>
  a.root === b.root && a.text !== b.text && a.asks !== 'gap' && b.asks !== 'gap' && isStart(a.path, b.path);

const isStart = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.slice(0, b.length).every((key, index) => key === b[index]);

/** The values of names in which each variable has its value. */
export function valuesWith(
  assignment: ReadonlyMap<string, Json>,
  variables: readonly Variable[],
  domainOf: DomainOfName,
): Record<string, Json> {
  const values: Record<string, Json> = {};
  for (const variable of variables) {
    const given = assignment.get(variable.text);
    if (given === undefined || variable.asks === 'gap') continue;
    const value = variable.asks === 'sum' ? rowWithSum(variable, given as number, domainOf) : given;
    values[variable.root] = withMember(values[variable.root], variable.path, value);
  }
  return values;
}

function rowWithSum(chain: Chain, sum: number, domainOf: DomainOfName): Json {
  const { domain } = possibleAt(chain, domainOf);
  const items = domain.kind === 'row' ? domain.items : [];
  return sumsOf(items)?.get(sum) ?? items.map((_, index) => (index === 0 ? sum : 0));
}

function withMember(object: Json | undefined, [key, ...rest]: readonly (string | number)[], value: Json): Json {
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list = Array.isArray(object) ? [...object] : [];
    while (list.length < key) list.push(null);
    list[key] = withMember(list[key], rest, value);
    return list;
  }
  const record = typeof object === 'object' && object !== null && !Array.isArray(object) ? object : {};
  return { ...record, [key]: withMember((record as Record<string, Json>)[key], rest, value) };
}
