/** Searches the ways through a flow for the branches that no answers lead to. */
import type { Code, Json } from '../../../schemas/compiled.ts';
import type { FlowFile, Step } from '../../../schemas/generated/types.ts';
import type { Assumption } from '../../decide/assumption.ts';
import { withComputed } from '../../decide/computed.ts';
import { domainsOf } from '../../decide/domains.ts';
import { isConstantCode, namesRead } from '../../decide/operation.ts';
import { type Conflict, type Demand, possibility } from '../../decide/possibility.ts';
import type { Types } from '../../expressions/index.ts';
import type { FieldDefinition, FormDefinition } from '../../forms/types.ts';
import { demandsValue } from '../../rules/demands.ts';
import { waysOn } from '../link/ways.ts';
import type { DataPath } from '../source/source.ts';
import { emptyTest, shownDemands } from './where-shown.ts';

/** A lowered flow whose ways are searched. */
export interface SearchedFlow {
  readonly flow: FlowFile;
  readonly forms: readonly FormDefinition[];
  readonly types: Types;
  /** The names that a visitor needs to enter a step by its address. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** Where a value of the file is: "line 12". */
  placeOf(path: DataPath): string;
}

/** A branch, and what is found about it. */
export interface BranchReach {
  readonly step: string;
  readonly index: number;
  /** `undecided`: the search stopped at a limit, or a condition could not be decided. */
  readonly status: 'taken' | 'never' | 'undecided';
  /** Why no way leads to it. */
  readonly conflicts: readonly Conflict[];
}

/** Two branches of a step that some visitors could both take, while others could take only one of them. */
export interface BranchOverlap {
  readonly step: string;
  /** The branch that is taken. */
  readonly first: number;
  readonly later: number;
  /** Answers with which both conditions hold. */
  readonly values: Readonly<Record<string, Json>>;
}

/** Where a visitor is, and what is known of the answers. */
interface Place {
  readonly step: string;
  readonly known: readonly Demand[];
}

/** The most places of a search. */
const mostPlaces = 300;

const keyOf = ({ code, outcome }: Demand): string => JSON.stringify([code, outcome]);

/** Demands without those that are among others. */
const besides = (demands: readonly Demand[], others: readonly Demand[]): readonly Demand[] => {
  const keys = new Set(others.map(keyOf));
  return demands.filter((demand) => !keys.has(keyOf(demand)));
};

type BranchOf = { readonly when?: unknown; readonly to: string };

const branchesOf = (step: Step | undefined): readonly BranchOf[] => step?.branch ?? [];

/** What is found about the ways through a flow. */
export interface FlowReach {
  readonly branches: readonly BranchReach[];
  readonly overlaps: readonly BranchOverlap[];
  /** The steps that some way enters. */
  readonly entered: ReadonlySet<string>;
}

/** Finds which branches of a flow some way takes; null for a flow without conditions. */
export function reachOf(searched: SearchedFlow): FlowReach | null {
  const { flow } = searched;
  const found = new Map<string, { status: BranchReach['status']; conflicts: Conflict[] }>();
  const conditions = Object.entries(flow.steps).flatMap(([step, each]) =>
    branchesOf(each).map(({ when }, index) => ({ step, index, when })),
  );
  if (!conditions.some(({ when }) => when !== undefined && !isConstantCode(when as Code))) return null;
  const inlined = inlining(conditions, searched);
  const ways = new Ways(searched, inlined, relevantNames(conditions, inlined));
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
  return { branches, overlaps: [...ways.overlaps.values()], entered: ways.entered };
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

interface BranchVerdict {
  readonly can: boolean | null;
  readonly conflicts: readonly Conflict[];
}

/** The ways through a flow, by the answers that decide its branches. */
class Ways {
  private readonly searched: SearchedFlow;
  private readonly inlined: Inlining;
  /** The fields that decide branches, by the step that asks for them. */
  private readonly asked: ReadonlyMap<string, readonly FieldDefinition[]>;
  private readonly fields: ReadonlyMap<string, FieldDefinition>;
  readonly entered = new Set<string>();
  /** By their steps and branches. */
  readonly overlaps = new Map<string, BranchOverlap>();

  constructor(searched: SearchedFlow, inlined: Inlining, relevant: ReadonlySet<string>) {
    this.searched = searched;
    this.inlined = inlined;
    const { flow, forms } = searched;
    this.asked = new Map(
      Object.entries(flow.steps).map(([id, { form }]) => [
        id,
        (forms.find((each) => each.id === form)?.fields ?? []).filter(({ name }) => relevant.has(name)),
      ]),
    );
    this.fields = new Map([...this.asked.values()].flat().map((field) => [field.name, field]));
  }

  /** @returns false if the search stopped at its limit */
  search(report: (step: string, index: number, verdict: BranchVerdict) => void): boolean {
    const seen = new Set<string>();
    const open: Place[] = this.entries();
    for (let place = open.shift(); place !== undefined; place = open.shift()) {
      const key = JSON.stringify([place.step, place.known.map(keyOf).sort()]);
      if (seen.has(key)) continue;
      if (seen.size >= mostPlaces) return false;
      seen.add(key);
      this.entered.add(place.step);
      open.push(...this.waysFrom(place, report));
    }
    return true;
  }

  /** Where visitors begin: at the start, or at an address that they can open without having answered anything. */
  private entries(): Place[] {
    const { flow, needs } = this.searched;
    // A field with a default has a value before it is shown.
    const known = [...this.fields.values()].flatMap((field) =>
      field.default === undefined ? [this.unanswered(field)] : [],
    );
    const opened = Object.entries(flow.steps).flatMap(([id, { path }]) =>
      path !== undefined && (needs[id] ?? []).length === 0 ? [id] : [],
    );
    return [...new Set([flow.start, ...opened])].map((step) => ({ step, known }));
  }

  private waysFrom(
    { step: id, known }: Place,
    report: (step: string, index: number, verdict: BranchVerdict) => void,
  ): Place[] {
    const step = Object.hasOwn(this.searched.flow.steps, id) ? this.searched.flow.steps[id] : undefined;
    if (step === undefined) return [];
    const branches = branchesOf(step);
    if (branches.length > 0) return this.branched(id, branches, known, report);
    const submitted = step.next === undefined ? [] : [{ step: step.next, known: this.answered(id, known) }];
    const others = waysOn({ ...step, next: undefined } as unknown as Step).map((to) => ({ step: to, known }));
    const fallback = step.fallback === undefined ? [] : [{ step: step.fallback.to, known }];
    return [...submitted, ...others, ...fallback];
  }

  private branched(
    id: string,
    branches: readonly BranchOf[],
    known: readonly Demand[],
    report: (step: string, index: number, verdict: BranchVerdict) => void,
  ): Place[] {
    const { types, placeOf } = this.searched;
    const domainOf = domainsOf(types);
    this.findOverlaps(id, branches, known);
    const before: Demand[] = [];
    return branches.flatMap(({ when, to }, index) => {
      // A mistaken condition may be anything.
      const code: Code = when === null ? ['$', `${id} ${index}`] : ((when ?? true) as Code);
      const full = this.inlined(code);
      const found = possibility([{ code: full, outcome: true }, ...before, ...known], domainOf);
      report(id, index, { can: found.can, conflicts: found.can === false ? found.conflicts : [] });
      const place = placeOf(['steps', id, 'branch', index, 'when']);
      const leaves: Assumption = { name: '', words: 'the branches above leave only visitors with', place };
      const came: Assumption = { name: '', words: 'only visitors come here with', place };
      const taken: Demand[] = [
        ...before.map((demand) => ({ ...demand, from: came })),
        { code: full, outcome: true, from: came },
      ];
      before.push({ code: full, outcome: false, from: leaves });
      if (found.can === false) return [];
      const telling = taken.filter((demand) => this.isTelling(demand));
      return [{ step: to, known: [...known, ...besides(telling, known)] }];
    });
  }

  private findOverlaps(step: string, branches: readonly BranchOf[], known: readonly Demand[]): void {
    const codes = branches.map(({ when }) => ((when ?? true) === true ? true : this.inlined((when ?? null) as Code)));
    const pairs = codes.flatMap((_, later) => codes.slice(0, later).map((__, first) => ({ first, later })));
    const domainOf = domainsOf(this.searched.types);
    for (const { first, later } of pairs) {
      const key = `${step} ${first} ${later}`;
      const [one, two] = [codes[first] ?? null, codes[later] ?? null];
      const isSame = branches[first]?.to === branches[later]?.to;
      if (isSame || isConstantCode(one) || isConstantCode(two) || this.overlaps.has(key)) continue;
      const rest = [...codes.slice(0, first).map((code) => ({ code, outcome: false })), ...known];
      const where = (a: boolean, b: boolean) =>
        possibility([{ code: one, outcome: a }, { code: two, outcome: b }, ...rest], domainOf);
      const both = where(true, true);
      // A condition that contains the other one is a limit below it.
      if (both.can !== true || where(true, false).can !== true || where(false, true).can !== true) continue;
      this.overlaps.set(key, { step, first, later, values: both.values });
    }
  }

  /** Whether a demand is about answers: what else a condition reads can change on the way. */
  private isTelling({ code }: Demand): boolean {
    const names = [...namesRead(code)];
    const lists = Object.values(this.searched.flow.questions ?? {}).map(({ saveAs }) => saveAs);
    return names.length > 0 && names.every((name) => this.fields.has(name) || lists.includes(name));
  }

  /** What is known after the answers of a step were given, again or for the first time. */
  private answered(id: string, known: readonly Demand[]): readonly Demand[] {
    const { flow } = this.searched;
    const fields = this.asked.get(id) ?? [];
    const list = flow.questions?.[flow.steps[id]?.ask ?? '']?.saveAs;
    const names = new Set([...fields.map(({ name }) => name), ...(list === undefined ? [] : [list])]);
    if (names.size === 0) return known;
    const others = known.filter(({ code }) => [...namesRead(code)].every((name) => !names.has(name)));
    return [...others, ...fields.flatMap((field) => this.demandOf(field, id))];
  }

  /** A field that a form demands is not empty, unless it is not shown. */
  private demandOf(field: FieldDefinition, step: string): readonly Demand[] {
    const { name, when } = field;
    const empty = emptyTest(field);
    const place = this.searched.placeOf(['steps', step]);
    const shown = shownDemands(field, place);
    if (!demandsValue(field.rules) || field.rules.some((rule) => rule.when !== undefined)) return shown;
    const from: Assumption = { name, words: `\`${name}\` has to be answered`, isComplete: true, place };
    const code: Code = when === undefined ? empty : ['&&', empty, when];
    return [...shown, { code, outcome: false, from }];
  }

  private unanswered(field: FieldDefinition): Demand {
    const { name } = field;
    return {
      code: emptyTest(field),
      outcome: true,
      from: { name, words: `\`${name}\` is not asked before`, isComplete: true },
    };
  }
}
