/** Everything that a flow can do, with the shortest walk to each, and the walks that cover it. */
import type { CompiledFlow } from '../flow/index.ts';
import { watchFlow } from '../flow/transitions.ts';
import type { IntakeAnswers } from '../intakes/answers.ts';
import { leafOf } from '../session/session.ts';
import { coverGoals, type Walk } from './cover.ts';
import { type Exploration, exploreFlow, movesTo, type Way } from './explore.ts';
import { type Goal, goalsOf, stepOfGoal, switchedOff } from './goals.ts';
import { type Move, movesSource } from './moves.ts';
import { type Proof, proveInvariants } from './prove.ts';
import { type RefusedSubmission, refusedSubmissions } from './submissions.ts';
import { takeMove } from './take.ts';
import { findVisitors } from './visitors.ts';

/**
 * `reached`: a walk reaches it. `off`: a fact of the site or the phase of an event switches it off. `unreached`: no
 * visitor can reach it.
 */
export type GoalStatus = 'reached' | 'off' | 'unreached';

/** One thing to cover, and the shortest walk to it. */
export interface GoalResult {
  readonly goal: Goal;
  readonly status: GoalStatus;
  /** Null unless it is reached. */
  readonly shortest: readonly { readonly move: Move; readonly screen: string }[] | null;
}

export interface FlowPaths {
  readonly flow: string;
  readonly goals: readonly GoalResult[];
  /** Walks that together reach all that can be reached. */
  readonly walks: readonly Walk[];
  /** The goals that the walks missed, although they can be reached. Empty unless the engine has a mistake. */
  readonly missed: readonly Goal[];
  /** What the site's intakes refuse of what the flow leads visitors to send. */
  readonly refused: readonly RefusedSubmission[];
  /** Errors of expressions, with a walk to each. */
  readonly errors: readonly { readonly message: string; readonly moves: GoalResult['shortest'] & {} }[];
  /** Fields for which no accepted value was found, so that no walk can submit their form. */
  readonly unfilled: readonly { readonly form: string; readonly field: string }[];
  /** Rules that no tried value breaks on its own. */
  readonly unbroken: readonly { readonly form: string; readonly field: string; readonly rule: number }[];
  /** Combinations of the answers that branches depend on. */
  readonly combinations: { readonly all: number; readonly tried: number };
  /** What the author states about the flow, proved or not. */
  readonly proofs: readonly Proof[];
  /** Whether the exploration stopped at its limit. */
  readonly isCut: boolean;
}

/** The most places that an exploration visits. */
const mostPlaces = 20_000;

/** The screen that Back or Forward leads to by a transition; null for any other goal. */
const screenGoneTo = (goal: Goal): string | null => {
  if (goal.kind !== 'transition' || goal.transition.event !== 'GO') return null;
  return (goal.transition.guard?.params['screen'] as string | undefined) ?? null;
};

const screensGoneTo = (goals: readonly Goal[], { shortest }: Exploration): ReadonlySet<string | null> =>
  new Set(goals.flatMap((goal) => (shortest.has(goal.id) ? [screenGoneTo(goal)] : [])));

/**
 * Whether a goal is the way back to a screen that visitors see, but that has no other screen beside it in the history: the engine
 * makes this transition for every screen.
 * @param gone the screens that some visitor goes back to
 */
function isNeverLeft(goal: Goal, { shortest }: Exploration, gone: ReadonlySet<string | null>): boolean {
  const screen = screenGoneTo(goal);
  return screen !== null && shortest.has(`screen ${screen}`) && !gone.has(screen);
}

/**
 * Explores a flow on the machine that its visitors get.
 * @param answers those of the site's intakes, which reply to its calls; without them, replies are examples
 * @param limit the number of places at which the exploration stops
 */
export function findFlowPaths(
  compiled: CompiledFlow,
  answers: IntakeAnswers | null = null,
  limit = mostPlaces,
): FlowPaths {
  const source = movesSource(watchFlow(compiled), answers);
  const { visitors, combinations, tried } = findVisitors(compiled);
  const exploration = exploreFlow(source, visitors, limit);
  const all = goalsOf(source);
  const gone = screensGoneTo(all, exploration);
  const goals = all.filter((goal) => !isNeverLeft(goal, exploration, gone));
  const off = switchedOff(source, goals);
  const { walks, reached } = coverGoals(
    source,
    exploration,
    goals.map(({ id }) => id),
  );

  const withScreens = (way: Way): NonNullable<GoalResult['shortest']> => {
    let session: Parameters<typeof takeMove>[1] = null;
    return movesTo(way).map((move) => {
      session = takeMove(source.watched, session, move).session;
      return { move, screen: leafOf(session).screen };
    });
  };
  const results = goals.map((goal): GoalResult => {
    const way = exploration.shortest.get(goal.id);
    if (way !== undefined) return { goal, status: 'reached', shortest: withScreens(way) };
    return { goal, status: off.has(goal.id) ? 'off' : 'unreached', shortest: null };
  });
  return {
    flow: compiled.flow.flow,
    goals: results,
    walks,
    missed: results.flatMap(({ goal, status }) => (status === 'reached' && !reached.has(goal.id) ? [goal] : [])),
    errors: [...exploration.errors].map(([message, way]) => ({ message, moves: withScreens(way) })),
    unfilled: [...source.forms].flatMap(([form, { refused }]) => refused.map((field) => ({ form, field }))),
    unbroken: compiled.forms.flatMap((form) =>
      form.fields.flatMap((field) =>
        field.rules.flatMap((_, rule) => {
          const isBroken = source.forms
            .get(form.id)
            ?.faults.some((each) => each.field === field.name && each.rule === rule);
          // The rules of the first entry of a group are those of all of them.
          return isBroken === true || (field.row?.index ?? 0) > 0 ? [] : [{ form: form.id, field: field.name, rule }];
        }),
      ),
    ),
    combinations: { all: combinations, tried },
    refused: answers === null ? [] : refusedSubmissions(compiled, answers),
    proofs: proveInvariants(compiled, answers, limit),
    isCut: exploration.isCut,
  };
}

/** The goals that are not reached. Of a step without any reached goal, only its screen is listed. */
export function unreachedOf({ goals }: FlowPaths): readonly Goal[] {
  const unreached = goals.filter(({ status }) => status === 'unreached').map(({ goal }) => goal);
  const steps = new Set(unreached.flatMap((goal) => (goal.kind === 'screen' ? [goal.step] : [])));
  const isStepReached = (step: string): boolean =>
    goals.some(({ goal, status }) => status === 'reached' && stepOfGoal(goal) === step);
  // The goals of an unreached step are unreached because the step is.
  const isImplied = (goal: Goal): boolean => {
    const step = stepOfGoal(goal);
    return goal.kind !== 'screen' && step !== null && steps.has(step) && !isStepReached(step);
  };
  return unreached.filter((goal) => !isImplied(goal));
}
