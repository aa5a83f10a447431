/** How an edit of a flow changes what follows from the answers of its visitors. */
import type { Code, Json } from '../../schemas/compiled.ts';
import type { FlowDefinition } from '../definition.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { FlowContext } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { type Lookup, scopeOf } from '../flow/scope.ts';
import { answersFor, conditionsOf, mostCombinations, type WalkVisitor } from '../walks/visitors.ts';

/** A computed value or a branch that has another outcome for some answers. */
export interface AnswerChange {
  readonly kind: 'computed' | 'branch';
  /** The computed value, or the step that branches. */
  readonly name: string;
  /** The number of answer sets with another outcome, and of all that were tried. */
  readonly moved: number;
  readonly of: number;
  /** Whether there are more answer sets than can be tried. */
  readonly isSample: boolean;
  /** The most frequent changes of the outcome first. */
  readonly from: readonly { readonly before: string; readonly after: string; readonly count: number }[];
}

function lookupOf(flow: FlowDefinition, { values, source }: WalkVisitor): Lookup {
  const context = { values, visit: source, at: 0, error: null, reply: null } as unknown;
  return scopeOf(flow, context as FlowContext);
}

const valueText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

interface Branching {
  readonly branch?: readonly { readonly when?: Code; readonly to: string }[];
}

/** The step that a branch leads to; `?` if a condition has no value yet. */
function targetOf({ branch = [] }: Branching, lookup: Lookup): string {
  try {
    return branch.find(({ when }) => when === undefined || evaluate(when, lookup) === true)?.to ?? '?';
  } catch {
    return '?';
  }
}

/** The outcome of each computed value and branch for one visitor. */
function outcomesOf(flow: FlowDefinition, visitor: WalkVisitor): Map<string, string> {
  const lookup = lookupOf(flow, visitor);
  return new Map([
    ...Object.keys(flow.computed ?? {}).map((name) => [`computed ${name}`, valueText(lookup(name))] as const),
    ...Object.entries(flow.steps).flatMap(([id, step]) =>
      'branch' in step ? [[`branch ${id}`, targetOf(step as Branching, lookup)] as const] : [],
    ),
  ]);
}

/** Compares the outcomes of all answers under two versions of a flow. Answers are those that fit the one before. */
export function answerChanges(before: CompiledFlow, after: CompiledFlow): AnswerChange[] {
  const computed = [...Object.keys(before.flow.computed ?? {})].map((name): Code => ['$', name]);
  const codes = [...conditionsOf(before.flow), ...conditionsOf(after.flow), ...computed];
  const moved = new Map<string, Map<string, number>>();
  let of = 0;
  for (const visitor of answersFor(before, codes)) {
    of += 1;
    const [old, now] = [outcomesOf(before.flow, visitor), outcomesOf(after.flow, visitor)];
    for (const [key, outcome] of now) {
      const was = old.get(key);
      if (was === undefined || was === outcome) continue;
      const counts = moved.get(key) ?? new Map<string, number>();
      const change = JSON.stringify([was, outcome]);
      moved.set(key, counts.set(change, (counts.get(change) ?? 0) + 1));
    }
  }
  return [...moved].map(([key, counts]): AnswerChange => {
    const [kind, name] = key.split(' ') as ['computed' | 'branch', string];
    const from = [...counts]
      .map(([change, count]) => {
        const [was, outcome] = JSON.parse(change) as [string, string];
        return { before: was, after: outcome, count };
      })
      .sort((a, b) => b.count - a.count);
    return {
      kind,
      name,
      moved: from.reduce((sum, { count }) => sum + count, 0),
      of,
      isSample: of >= mostCombinations,
      from,
    };
  });
}
