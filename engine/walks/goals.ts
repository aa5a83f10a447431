/** What the walks of a flow have to cover: its screens, transitions and the outcomes of its guards. */

import type { Code } from '../../schemas/compiled.ts';
import type { FlowDefinition } from '../definition.ts';
import { stepOf } from '../flow/context.ts';
import { hasPaths } from '../flow/step-query.ts';
import type { FlowTransition } from '../flow/transitions.ts';
import { leafOf, type Session, stateOf } from '../session/session.ts';
import { stepRole } from '../steps/machines.ts';
import { callPlace } from '../steps/parts/call-id.ts';
import type { CallFailure, Move, MoveSource } from './moves.ts';
import type { TakenMove } from './take.ts';
import { isConstant } from './visitors.ts';

export type Goal =
  | { readonly kind: 'screen'; readonly id: string; readonly screen: string; readonly step: string }
  | { readonly kind: 'transition'; readonly id: string; readonly transition: FlowTransition }
  /** A guard that does not hold. That it holds is a transition. */
  | { readonly kind: 'guard'; readonly id: string; readonly transition: FlowTransition }
  /** A rule of a form that refuses a value. */
  | { readonly kind: 'rule'; readonly id: string; readonly step: string; readonly field: string; readonly rule: number }
  /** A way in which a call fails. */
  | {
      readonly kind: 'failure';
      readonly id: string;
      readonly step: string;
      readonly call: string;
      readonly failure: CallFailure;
    };

/** The step that a goal belongs to; null for one of the flow as a whole. */
export function stepOfGoal(goal: Goal): string | null {
  if ('step' in goal) return goal.step;
  const { state, guard } = goal.transition;
  if (state !== '' && state !== 'boot') return stepOf(state);
  const screen = guard?.params['screen'];
  return typeof screen === 'string' ? stepOf(screen) : null;
}

/** Whether the engine, and not the author, makes the transition, and no visitor can cause it in this flow. */
function isUnused(flow: FlowDefinition, { state, event, guard, branch }: FlowTransition): boolean {
  if (state.endsWith('.chooseDelay')) return true;
  const screen = guard?.params['screen'];
  if (state === '' || state === 'boot') {
    if (typeof screen !== 'string') return false;
    const step = flow.steps[stepOf(screen)];
    const isStep = !screen.includes('.');
    const hasPath = step?.path !== undefined;
    const asks = step?.kind === 'ask';
    if (!hasPaths(flow) || (asks && isStep && !hasPath)) return true;
    // A pause is replaced in the history by the screen after it.
    if (state === '') return stepRole(step) !== 'screen';
    // Only Back or Forward while the code of a reloaded page starts; otherwise the page continues the visit of the server.
    if (hasPath && isStep && guard?.params['loaded'] !== undefined) return true;
    if (flow.resume === false && (!hasPath || !isStep)) return true;
    // A visit that has ended is not restored there.
    if (!hasPath && step?.final === true && step.kind !== 'form') return true;
    const needs = [...Object.keys(step?.query ?? {}), ...(flow.needs?.[stepOf(screen)] ?? [])];
    return guard?.type === 'startsAt' && needs.length === 0;
  }
  const step = flow.steps[stepOf(state)];
  // The last question is shown without an earlier answer only to a visitor who returns to it.
  if (step?.kind !== 'ask' || event !== 'NEXT' || branch !== 1 || guard === null) return false;
  const { length } = flow.questions?.[step.ask]?.items ?? [];
  return length === 1 || flow.resume === false || step.path === undefined;
}

const whenOf = ({ guard }: FlowTransition): Code => (guard?.params['when'] ?? null) as Code;

/** Whether the condition of a branch compares only facts and phases, so that it is the same for every visitor. */
const isFixed = (transition: FlowTransition): boolean =>
  transition.guard?.type === 'isTrue' && isConstant(whenOf(transition));

/** Everything that the walks of a flow have to cover. */
export function goalsOf({ watched, calls, forms }: MoveSource): Goal[] {
  const { flow, leaves } = watched.compiled;
  const screens = new Map(
    [...leaves.values()].flatMap(({ screen, step }) =>
      stepRole(flow.steps[step]) === 'junction' ? [] : [[screen, step] as const],
    ),
  );
  const transitions = watched.transitions.filter((each) => !isUnused(flow, each));
  const guards = transitions.filter((transition) => {
    const { state, event, branch, guard } = transition;
    if (guard === null || state === '' || state === 'boot' || isFixed(transition)) return false;
    const hasOther = transitions.some((each) => each.state === state && each.event === event && each.branch > branch);
    return hasOther || guard.type === 'isOption';
  });
  const formSteps = Object.entries(flow.steps).flatMap(([step, each]) =>
    each.kind === 'form' ? [[step, each.form] as const] : [],
  );
  return [
    ...[...screens].map(([screen, step]): Goal => ({ kind: 'screen', id: `screen ${screen}`, screen, step })),
    ...transitions.map((transition): Goal => ({ kind: 'transition', id: `take ${transition.id}`, transition })),
    ...guards.map((transition): Goal => ({ kind: 'guard', id: `refuse ${transition.id}`, transition })),
    ...formSteps.flatMap(([step, form]) =>
      (forms.get(form)?.faults ?? []).map(
        ({ field, rule }): Goal => ({ kind: 'rule', id: `rule ${step} ${field} ${rule}`, step, field, rule }),
      ),
    ),
    ...[...calls.keys()].flatMap((call) =>
      (['refused', 'error', 'network'] as const).map(
        (failure): Goal => ({
          kind: 'failure',
          id: `fail ${call} ${failure}`,
          step: callPlace(call)?.step as string,
          call,
          failure,
        }),
      ),
    ),
  ];
}

/**
 * The ids of the goals that a move reaches.
 * @param before the session before the move; null for the first one
 */
export function reachedBy(source: MoveSource, before: Session | null, move: Move, taken: TakenMove): string[] {
  const { session, transitions, handled, threw } = taken;
  if (threw !== null) return [];
  const reached = [`screen ${leafOf(session).screen}`];
  for (const { id, state, event, branch } of transitions) {
    reached.push(`take ${id}`);
    for (const other of source.transitionsAt.get(state) ?? [])
      if (other.event === event && other.branch < branch) reached.push(`refuse ${other.id}`);
  }
  if (move.kind === 'open' || before === null) return reached;
  const { event, fault, failure } = move;
  if (!handled && event.type === 'SELECT')
    for (const other of source.transitionsAt.get(stateOf(before)) ?? [])
      if (other.event === 'SELECT') reached.push(`refuse ${other.id}`);
  const { step } = leafOf(before);
  if (fault !== undefined && fault.rule !== null && Object.hasOwn(session.snapshot.context.errors, fault.field))
    reached.push(`rule ${step} ${fault.field} ${fault.rule}`);
  if (failure !== undefined && event.type === 'FAILED') reached.push(`fail ${event.id} ${failure}`);
  return reached;
}

/** The states and steps that a flow can reach if its constant conditions are what they are, or anything. */
function stepsAhead({ watched }: MoveSource, isOpen: (transition: FlowTransition) => boolean): ReadonlySet<string> {
  const { flow } = watched.compiled;
  const reached = new Set<string>();
  const open = [flow.start, ...Object.keys(flow.steps).filter((id) => flow.steps[id]?.path !== undefined)];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const each of watched.transitions)
      if (each.target !== null && stepOf(each.state) === id && isOpen(each)) open.push(stepOf(each.target));
    const fallback = flow.steps[id]?.fallback?.to;
    if (fallback !== undefined) open.push(fallback);
  }
  return reached;
}

/**
 * The goals that a constant condition switches off: a fact of the site, or the phase of an event, decides that their
 * branch is not taken.
 */
export function switchedOff(source: MoveSource, goals: readonly Goal[]): ReadonlySet<string> {
  const { transitions } = source.watched;
  const shut = new Set<FlowTransition>();
  for (const each of transitions) {
    if (!isFixed(each)) continue;
    if (whenOf(each) !== true) shut.add(each);
    else
      for (const other of transitions)
        if (other.state === each.state && other.event === each.event && other.branch > each.branch) shut.add(other);
  }
  if (shut.size === 0) return new Set();
  const possible = stepsAhead(source, () => true);
  const ahead = stepsAhead(source, (transition) => !shut.has(transition));
  return new Set(
    goals.flatMap((goal) => {
      const step = stepOfGoal(goal);
      const isOff =
        ('transition' in goal && shut.has(goal.transition)) ||
        (step !== null && possible.has(step) && !ahead.has(step));
      return isOff ? [goal.id] : [];
    }),
  );
}

/** The steps that a constant condition switches off. */
export function stepsOff(source: MoveSource): ReadonlySet<string> {
  const screens = goalsOf(source).flatMap((goal) => (goal.kind === 'screen' ? [goal] : []));
  const off = switchedOff(source, screens);
  return new Set(screens.flatMap(({ id, step }) => (off.has(id) ? [step] : [])));
}
