/** Searches the ways through a flow for the branches that no answers lead to. */
import type { Code } from '../../../schemas/compiled.ts';
import { withComputed } from '../../decide/computed.ts';
import { namesRead } from '../../decide/operation.ts';
import type { Conflict } from '../../decide/possibility.ts';
import type { BranchOverlap } from './branch-overlaps.ts';
import { branchesOf, type SearchedFlow, type WayPlace, WaySearch } from './way-search.ts';

/** A branch, and what is found about it. */
export interface BranchReach {
  readonly step: string;
  readonly index: number;
  /** `undecided`: the search stopped at a limit, or a condition could not be decided. */
  readonly status: 'taken' | 'never' | 'undecided';
  /** Why no way leads to it. */
  readonly conflicts: readonly Conflict[];
}

/** What is found about the ways through a flow. */
export interface FlowReach {
  readonly branches: readonly BranchReach[];
  readonly overlaps: readonly BranchOverlap[];
  /** The places that some way leads to, by their keys. */
  readonly places: ReadonlyMap<string, WayPlace>;
  /** False if the search stopped at its limit, so that there are more places. */
  readonly isComplete: boolean;
}

/** Searches the ways of a flow, and finds which branches some of them take. */
export function reachOf(searched: SearchedFlow): FlowReach {
  const { flow } = searched;
  const found = new Map<string, { status: BranchReach['status']; conflicts: Conflict[] }>();
  const conditions = Object.entries(flow.steps).flatMap(([step, each]) =>
    branchesOf(each).map(({ when }, index) => ({ step, index, when })),
  );
  const inlined = inlining(conditions, searched);
  const ways = new WaySearch(searched, inlined, relevantNames(conditions, inlined));
  const isComplete = ways.search((step, index, { can, conflicts }) => {
    const key = `${step} ${index}`;
    const known = found.get(key);
    const status =
      can === true || known?.status === 'taken' ? 'taken' : can === null ? 'undecided' : (known?.status ?? 'never');
    found.set(key, { status, conflicts: [...(known?.conflicts ?? []), ...conflicts] });
  });
  const branches = conditions.map(({ step, index }): BranchReach => {
    const { status = 'never', conflicts = [] } = found.get(`${step} ${index}`) ?? {};
    return { step, index, conflicts, status: status === 'never' && !isComplete ? 'undecided' : status };
  });
  return { branches, overlaps: ways.overlaps.found, places: ways.places, isComplete };
}

/** The names that decide which branches are taken: those that conditions read, and those that these are computed from. */
const relevantNames = (conditions: readonly { readonly when?: unknown }[], inlined: Inlining): ReadonlySet<string> =>
  new Set(
    conditions.flatMap(({ when }) =>
      when === undefined ? [] : [...namesRead(when as Code), ...namesRead(inlined(when as Code))],
    ),
  );

/** Replaces computed values in a condition by what they are computed from. */
type Inlining = (code: Code) => Code;

/** A value that is computed from more names stays a name, if nothing else reads them. */
const mostNames = 3;

/**
 * How the computed values of conditions are read. A score of many answers is not searched answer by answer: its type has
 * the values that it can have.
 */
function inlining(conditions: readonly { readonly when?: unknown }[], { flow, types }: SearchedFlow): Inlining {
  const { computed = {} } = flow;
  const read = [...new Set(conditions.flatMap(({ when }) => [...namesRead((when ?? true) as Code)]))];
  const behind = new Map(read.map((name) => [name, namesRead(withComputed(['$', name], computed))] as const));
  const isApart = (name: string): boolean => {
    const names = behind.get(name);
    const isListed = Object.hasOwn(types, name) && types[name]?.accepted?.kind === 'some';
    if (names === undefined || names.size <= mostNames || !isListed) return false;
    return [...behind].every(([other, others]) => other === name || [...others].every((each) => !names.has(each)));
  };
  const apart = new Set(read.filter(isApart));
  return (code) => withComputed(code, computed, (name) => apart.has(name));
}
