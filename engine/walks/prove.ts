/** Proves what an author states about a flow over everything that its visitors can do. */
import type { Code, Json } from '../../schemas/compiled.ts';
import type { InvariantDefinition } from '../definition.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { emptyOf } from '../fields/field.ts';
import type { FlowContext } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { scopeOf } from '../flow/scope.ts';
import { watchFlow } from '../flow/transitions.ts';
import type { IntakeAnswers } from '../intakes/answers.ts';
import { leafOf, type Session } from '../session/session.ts';
import { stepRole } from '../steps/machines.ts';
import { exploreFlow, type SendCounts, type Way, walkTo } from './explore.ts';
import { type Move, movesSource } from './moves.ts';
import { findVisitors } from './visitors.ts';

/**
 * `proved`: true wherever a visitor can be. `broken`: a walk is a counterexample. `bounded`: the search stopped at a
 * limit before it found a counterexample, so nothing is proved. `idle`: no visitor can be where it applies.
 */
export type ProofStatus = 'proved' | 'broken' | 'bounded' | 'idle';

export interface Proof {
  readonly invariant: InvariantDefinition;
  readonly status: ProofStatus;
  /** The shortest counterexample; null unless it is broken. */
  readonly counterexample: readonly { readonly move: Move; readonly screen: string }[] | null;
  /** The number of moves after which it was checked. */
  readonly checked: number;
}

/**
 * Proves the invariants of a flow.
 * @param answers those of the site's intakes
 * @param mostPlaces the number of places at which the search stops
 */
export function proveInvariants(
  compiled: CompiledFlow,
  answers: IntakeAnswers | null,
  mostPlaces: number,
): readonly Proof[] {
  const { invariants = [] } = compiled.flow;
  if (invariants.length === 0) return [];
  const source = movesSource(watchFlow(compiled), answers);
  const conditions = invariants.flatMap(({ when }) => (when === null ? [] : [when]));
  const events = new Map<string, number>();
  for (const { event, times } of invariants)
    if (event !== null) events.set(event, Math.max(times, events.get(event) ?? 0));
  const { visitors, combinations, tried } = findVisitors(compiled, conditions);

  const broken = new Map<InvariantDefinition, Way>();
  const checked = new Map<InvariantDefinition, number>();
  const seen = (way: Way, sent: readonly string[]): void => {
    for (const invariant of invariants) {
      if (broken.has(invariant) || !applies(invariant, way, sent)) continue;
      checked.set(invariant, (checked.get(invariant) ?? 0) + 1);
      if (!isTrue(compiled, invariant, way)) broken.set(invariant, way);
    }
  };
  const { isCut } = exploreFlow(source, visitors, mostPlaces, () => true, {
    ...{ conditions, events, seen, mergesSent: true },
  });
  const isBounded = isCut || tried < combinations;

  return invariants.map((invariant) => {
    const way = broken.get(invariant);
    const count = checked.get(invariant) ?? 0;
    const status = way !== undefined ? 'broken' : isBounded ? 'bounded' : count === 0 ? 'idle' : 'proved';
    return { invariant, status, checked: count, counterexample: way === undefined ? null : walkTo(way) };
  });
}

/** Whether a move leads to where an invariant is about the visitor. */
function applies({ kind, at, event }: InvariantDefinition, { to }: Way, sent: readonly string[]): boolean {
  // That an event never happens is also checked where none is sent.
  if (kind === 'never' && event !== null) return sent.includes(event) || to.before === null;
  const { step, status } = leafOf(to.session);
  // Visitors see the content of a step only with its data.
  if (status === 'loading' || status === 'failed' || stepRole(to.session.compiled.flow.steps[step]) === 'junction')
    return false;
  return at === null || at.includes(step);
}

/** Whether an invariant is true after a move. */
function isTrue(compiled: CompiledFlow, { kind, when, event, times }: InvariantDefinition, { from, to }: Way): boolean {
  if (event === null) return isTrueIn(compiled, when, to.session.snapshot.context) === (kind === 'always');
  if (kind === 'always') return countOfEvent(to.sent, event) >= times;
  const isMeant = when === null || isTrueIn(compiled, when, sentWith(from?.session ?? null, to.session));
  return !(isMeant && countOfEvent(to.sent, event) >= times);
}

const countOfEvent = (sent: SendCounts, event: string): number => sent[event] ?? 0;

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

/** The context in which an event was sent: with what a reply has set, and with the fields that were emptied after it. */
export function sentWith(before: Session | null, { snapshot: { context } }: Session): FlowContext {
  const emptied = Object.entries(before?.snapshot.context.values ?? {}).filter(([name]) =>
    isEmpty(context.values[name]),
  );
  return { ...context, values: { ...context.values, ...Object.fromEntries(emptied) } };
}

/** The value of a condition. A field that was not filled in is empty. */
export function isTrueIn({ flow, forms }: CompiledFlow, when: Code | null, context: FlowContext): boolean {
  const lookup = scopeOf(flow, context);
  const empty = (name: string): Json => {
    const field = forms.flatMap(({ fields }) => fields).find((each) => each.name === name);
    return field === undefined || field.submitAs === 'number' ? null : (emptyOf(field) as Json);
  };
  return evaluate(when, (name) => lookup(name) ?? empty(name)) === true;
}
