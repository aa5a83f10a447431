/** The shortest walks of a flow as cases of scenarios, each with what it claims to reach. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { createIntakeAnswers } from '../../engine/intakes/answers.ts';
import { caseOfWalk } from '../../engine/scenarios/from-walk.ts';
import type { Goal } from '../../engine/walks/goals.ts';
import { findFlowPaths } from '../../engine/walks/paths.ts';
import { witnessOf } from '../../engine/walks/witness.ts';
import { goalWords } from '../../engine/walks/words.ts';
import type { ScenarioCase } from '../../schemas/generated/types.ts';
import { casesOf } from '../../server/cli/walk-scenarios.ts';
import { compiledFlow } from '../../server/definitions/flow-machine.ts';
import { redirectOf } from '../../server/intakes/redirect.ts';
import { type KnownClaim, randomClaims } from './random-claims.ts';
import type { Random } from './random-form.ts';
import { type Moment, meets } from './replayed-case.ts';

export interface ClaimedCase {
  readonly kind: 'screen' | 'transition' | 'outcome' | 'witness';
  readonly given: ScenarioCase;
  /** Whether a visit reaches what the case claims. */
  isReached(moments: readonly Moment[]): boolean;
}

export interface ClaimedCases {
  readonly cases: readonly ClaimedCase[];
  /** Claims of which a walk is known, but that no witness was found for, or only one with more moves. */
  readonly missed: readonly KnownClaim[];
}

/** The places at which a search for goals stops. */
const mostPlaces = 1000;
/** The claims that are tried of one flow. */
const claimsOfFlow = 30;

/** The shortest walks to all goals of a flow, and to what random claims say of it. */
export function claimedCases(site: SiteDefinition, id: string, random: Random): ClaimedCases {
  const flow = site.flows[id] as SiteDefinition['flows'][string];
  const compiled = compiledFlow(site, flow);
  const answers = createIntakeAnswers(site, redirectOf, true);
  const paths = findFlowPaths(compiled, answers, mostPlaces);
  const cases = paths.goals.flatMap((result): ClaimedCase[] => {
    const { goal, shortest } = result;
    if (shortest === null) return [];
    const { kind } = goal;
    const isOfCommand = kind === 'screen' || kind === 'transition';
    const own = isOfCommand
      ? casesOf({ compiled, paths: { ...paths, goals: [result] } })
      : (caseOfWalk(compiled, shortest, goalWords(flow, goal)) ?? []);
    return [own].flat().map((given) => ({
      ...{ kind: isOfCommand ? kind : 'outcome', given },
      isReached: (moments) => reaches(goal, moments),
    }));
  });
  const missed: KnownClaim[] = [];
  for (const known of randomClaims(compiled, answers, random, claimsOfFlow)) {
    const { claim, moves } = known;
    const walk = witnessOf(compiled, claim, answers);
    if (walk === null || walk.length > moves) missed.push(known);
    const given = walk === null ? null : caseOfWalk(compiled, walk, JSON.stringify(claim).slice(0, 160));
    if (given !== null) cases.push({ kind: 'witness', given, isReached: (moments) => meets(compiled, moments, claim) });
  }
  return { cases, missed };
}

/** Whether a visit reaches a goal. */
function reaches(goal: Goal, moments: readonly Moment[]): boolean {
  const taken = moments.flatMap(({ transitions }) => transitions);
  switch (goal.kind) {
    // The case expects it.
    case 'screen':
      return true;
    case 'transition':
      return taken.some(({ id }) => id === goal.transition.id);
    case 'guard': {
      const { state, event, branch } = goal.transition;
      const others = taken.filter((each) => each.state === state && each.event === event);
      return event === 'SELECT' || others.some((each) => each.branch > branch);
    }
    case 'rule':
      return Object.hasOwn(moments.at(-1)?.after.errors ?? {}, goal.field);
    case 'failure':
      return taken.some(({ event }) => event === `xstate.error.actor.${goal.call}`);
  }
}
