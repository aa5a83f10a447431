/** The ways through a flow, by the answers that decide its branches. */
import type { Code } from '../../../schemas/compiled.ts';
import type { FlowFile, Step } from '../../../schemas/generated/types.ts';
import type { Assumption } from '../../decide/assumption.ts';
import { domainsOf } from '../../decide/domains.ts';
import { namesRead } from '../../decide/operation.ts';
import { type Conflict, type Demand, possibility } from '../../decide/possibility.ts';
import type { Types } from '../../expressions/index.ts';
import type { FieldDefinition, FormDefinition } from '../../forms/types.ts';
import { demandsValue } from '../../rules/demands.ts';
import { waysOn } from '../link/ways.ts';
import type { DataPath } from '../source/source.ts';
import { BranchOverlaps } from './branch-overlaps.ts';
import { demandsAbout, namesAhead } from './names-ahead.ts';
import { emptyTest, shownDemands } from './where-shown.ts';

/** A lowered flow whose ways are searched. */
export interface SearchedFlow {
  readonly flow: FlowFile;
  readonly forms: readonly FormDefinition[];
  /** Without those of names of which any value is possible. */
  readonly types: Types;
  /** The names that a visitor needs to enter a step by its address. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** Where a value of the file is: "line 12". */
  placeOf(path: DataPath): string;
}

/** Where a visitor is, and what is known of the answers. */
interface Place {
  readonly step: string;
  readonly known: readonly Demand[];
}

/** A place that some way leads to. */
export interface WayPlace {
  readonly step: string;
  /** The keys of the places that visitors go on to, without those to which they go back. */
  readonly ahead: readonly string[];
}

/** The most places of a search. */
const mostPlaces = 300;

const keyOf = ({ code, outcome }: Demand): string => JSON.stringify([code, outcome]);
const placeKey = ({ step, known }: Place): string => JSON.stringify([step, known.map(keyOf).sort()]);

/** Demands without those that are among others. */
const besides = (demands: readonly Demand[], others: readonly Demand[]): readonly Demand[] => {
  const keys = new Set(others.map(keyOf));
  return demands.filter((demand) => !keys.has(keyOf(demand)));
};

type BranchOf = { readonly when?: unknown; readonly to: string };

/** The branches of a step. */
export const branchesOf = (step: Step | undefined): readonly BranchOf[] => step?.branch ?? [];

interface BranchVerdict {
  readonly can: boolean | null;
  readonly conflicts: readonly Conflict[];
}

type ReportBranch = (step: string, index: number, verdict: BranchVerdict) => void;

/** A search of the ways. */
export class WaySearch {
  private readonly searched: SearchedFlow;
  private readonly inlined: (code: Code) => Code;
  /** The fields that decide branches, by the step that asks for them. */
  private readonly asked: ReadonlyMap<string, readonly FieldDefinition[]>;
  private readonly fields: ReadonlyMap<string, FieldDefinition>;
  private readonly namesAhead: (step: string) => ReadonlySet<string>;
  /** By their keys. */
  readonly places = new Map<string, WayPlace>();
  readonly overlaps = new BranchOverlaps();

  /**
   * @param inlined replaces computed values in a condition by what they are computed from
   * @param relevant the names that decide branches
   */
  constructor(searched: SearchedFlow, inlined: (code: Code) => Code, relevant: ReadonlySet<string>) {
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
    this.namesAhead = namesAhead(flow, (id) => [
      ...branchesOf(flow.steps[id]).flatMap(({ when = true }) => [
        ...namesRead(when as Code),
        ...namesRead(inlined(when as Code)),
      ]),
      ...(this.asked.get(id) ?? []).flatMap(({ when = true }) => [...namesRead(when)]),
    ]);
  }

  /** @returns false if the search stopped at its limit */
  search(report: ReportBranch): boolean {
    const open: Place[] = this.entries().map((place) => this.withoutPast(place));
    for (let place = open.shift(); place !== undefined; place = open.shift()) {
      const key = placeKey(place);
      if (this.places.has(key)) continue;
      if (this.places.size >= mostPlaces) return false;
      const ways = this.waysFrom(place, report);
      const [ahead, others] = [ways.ahead, ways.others].map((all) => all.map((each) => this.withoutPast(each))) as [
        Place[],
        Place[],
      ];
      this.places.set(key, { step: place.step, ahead: ahead.map(placeKey) });
      open.push(...ahead, ...others);
    }
    return true;
  }

  /** A place without what decides nothing from here on: places that differ in nothing else are one. */
  private withoutPast({ step, known }: Place): Place {
    return { step, known: demandsAbout(known, this.namesAhead(step)) };
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

  private waysFrom({ step: id, known }: Place, report: ReportBranch): { ahead: Place[]; others: Place[] } {
    const step = Object.hasOwn(this.searched.flow.steps, id) ? this.searched.flow.steps[id] : undefined;
    if (step === undefined) return { ahead: [], others: [] };
    const branches = branchesOf(step);
    if (branches.length > 0) return { ahead: this.branched(id, branches, known, report), others: [] };
    const asks = step.form !== undefined || step.ask !== undefined;
    const submitted = step.next === undefined ? [] : [{ step: step.next, known: this.answered(id, known) }];
    const { back, ...reactions } = step.on ?? {};
    const placesOn = (on: Step['on']): Place[] => waysOn({ on } as unknown as Step).map((to) => ({ step: to, known }));
    const fallback = step.fallback === undefined ? [] : [{ step: step.fallback.to, known }];
    // From questions, visitors go on with their answers.
    const events = placesOn(reactions);
    const before = [...(back === undefined ? [] : placesOn({ back })), ...fallback];
    return { ahead: [...submitted, ...(asks ? [] : events)], others: [...(asks ? events : []), ...before] };
  }

  private branched(id: string, branches: readonly BranchOf[], known: readonly Demand[], report: ReportBranch): Place[] {
    const { types, placeOf } = this.searched;
    const domainOf = domainsOf(types);
    const conditions = branches.map(({ when, to }) => ({
      code: when === undefined ? true : this.inlined(when as Code),
      to,
    }));
    this.overlaps.compare(id, conditions, known, domainOf);
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
    // Of a mistaken field, nothing is known.
    if (!Object.hasOwn(this.searched.types, name)) return [];
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
