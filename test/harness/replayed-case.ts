/** Runs a case of a scenario, and records what its machine does. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { Claim } from '../../engine/errors/problem.ts';
import { evaluate } from '../../engine/expressions/evaluate.ts';
import type { FlowContext } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { onItsWay } from '../../engine/flow/on-its-way.ts';
import { scopeOf } from '../../engine/flow/scope.ts';
import type { Snapshot, Transition } from '../../engine/flow/stepper.ts';
import { type FlowTransition, watchFlow } from '../../engine/flow/transitions.ts';
import type { ScenarioStep } from '../../engine/scenarios/run.ts';
import type { Code } from '../../schemas/compiled.ts';
import type { ScenarioCase } from '../../schemas/generated/types.ts';
import { runSiteCase } from '../../server/cli/scenario-case.ts';

/** One event of a visit: the transitions that it took, and the values before and after it. */
export interface Moment {
  readonly transitions: readonly FlowTransition[];
  readonly before: FlowContext;
  readonly after: FlowContext;
}

export interface ReplayedCase {
  readonly steps: readonly ScenarioStep[];
  readonly moments: readonly Moment[];
}

/** Runs a case on the machine of its flow. */
export function replayCase(site: SiteDefinition, compiled: CompiledFlow, given: ScenarioCase): ReplayedCase {
  const watched = watchFlow(compiled);
  const moments: Moment[] = [];
  const { stepper } = watched.compiled;
  const recorded = (before: Snapshot | null, run: () => Transition): Transition => {
    watched.taken();
    const transition = run();
    const [{ context }] = transition;
    moments.push({ transitions: watched.taken(), before: before?.context ?? context, after: context });
    return transition;
  };
  const steps = runSiteCase(site, compiled.flow.flow, given, {
    ...watched.compiled,
    stepper: {
      begin: (input) => recorded(null, () => stepper.begin(input)),
      step: (snapshot, event) => recorded(snapshot, () => stepper.step(snapshot, event)),
    },
  });
  return { steps, moments };
}

/** The steps and screens of questions that a transition leads to. */
export function placesOf({ leaves }: CompiledFlow, { state, target }: FlowTransition): string[] {
  if (target === null) return [];
  const [from, to] = [state.split('.')[0], target.split('.')[0] as string];
  const screen = leaves.get(target)?.screen ?? to;
  return [...(from === to ? [] : [to]), ...(screen === to ? [] : [screen])];
}

/** Whether a condition is true at a step. */
export function isTrueAt({ flow, forms }: CompiledFlow, when: Code, context: FlowContext, step: string): boolean {
  const isJunction = flow.steps[step]?.kind === 'branch';
  try {
    return evaluate(when, scopeOf(flow, onItsWay({ flow, forms }, context, step, isJunction))) === true;
  } catch {
    return false;
  }
}

/** Whether a visit meets what a claim says. */
export function meets(compiled: CompiledFlow, moments: readonly Moment[], claim: Claim): boolean {
  const { through, without = [], when = true } = claim;
  const last = through.at(-1) as string;
  let passed = 0;
  let at = '';
  for (const { transitions, before, after } of moments) {
    const places = transitions.flatMap((each) => placesOf(compiled, each));
    let isThere = passed === through.length && (at === last || at.split('.')[0] === last);
    for (const place of places) {
      if (passed > 0 && without.includes(place)) passed = 0;
      else if (through[passed] === place) passed += 1;
      isThere ||= passed === through.length && place === last;
    }
    if (isThere) {
      const emptied = { ...after, values: { ...after.values, ...before.values, ...filled(after) } };
      const step = last.split('.')[0] as string;
      if ([after, emptied].some((context) => isTrueAt(compiled, when, context, step))) return true;
    }
    at = places.at(-1) ?? at;
  }
  return false;
}

const filled = ({ values }: FlowContext): FlowContext['values'] =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null));
