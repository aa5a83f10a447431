/** Random claims about a flow that a known walk shows. */
import type { Claim } from '../../engine/errors/problem.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { namesIn, scopeOf } from '../../engine/flow/scope.ts';
import { watchFlow } from '../../engine/flow/transitions.ts';
import type { IntakeAnswers } from '../../engine/intakes/answers.ts';
import { exploreFlow, movesTo } from '../../engine/walks/explore.ts';
import { isSmooth, type Move, movesSource } from '../../engine/walks/moves.ts';
import { type TakenMove, takeMove } from '../../engine/walks/take.ts';
import { conditionsOf, findVisitors, namesGuarded } from '../../engine/walks/visitors.ts';
import type { Code, Json } from '../../schemas/compiled.ts';
import { pick, type Random } from './random-form.ts';
import { isTrueAt, placesOf } from './replayed-case.ts';

/** A claim, and the number of moves of a walk that shows it. */
export interface KnownClaim {
  readonly claim: Claim;
  readonly moves: number;
}

/** The most places that are searched for walks. */
const mostPlaces = 600;

/** A step or question that a walk enters, and what is known there. */
interface Entered {
  readonly place: string;
  /** The number of the move. */
  readonly move: number;
  readonly taken: TakenMove;
}

/** Random claims, each of which a walk from the start of the flow shows on which nothing fails. */
export function randomClaims(
  compiled: CompiledFlow,
  answers: IntakeAnswers | null,
  random: Random,
  count: number,
): KnownClaim[] {
  const source = movesSource(watchFlow(compiled), answers);
  const { visitors } = findVisitors(compiled);
  const some = Array.from({ length: Math.min(6, visitors.length) }, () => pick(random, visitors));
  const { ways } = exploreFlow(
    source,
    some,
    mostPlaces,
    (move) => isSmooth(move) && (move.kind !== 'open' || move.input.screen === null),
  );
  const movesOf = (): readonly Move[] => movesTo(pick(random, ways));
  return Array.from({ length: count }, () => claimShownBy(compiled, movesOf(), random, movesOf));
}

function enteredOn(compiled: CompiledFlow, moves: readonly Move[]): Entered[] {
  const watched = watchFlow(compiled);
  let before: TakenMove['session'] | null = null;
  return moves.flatMap((each, move) => {
    const taken = takeMove(watched, before, each);
    before = taken.session;
    return taken.transitions.flatMap((transition) =>
      placesOf(compiled, transition).map((place) => ({ place, move, taken })),
    );
  });
}

/** @param another the moves of other walks, which may come to the same step on another way */
function claimShownBy(
  compiled: CompiledFlow,
  moves: readonly Move[],
  random: Random,
  another: () => readonly Move[],
): KnownClaim {
  const { flow } = compiled;
  const entered = enteredOn(compiled, moves);
  const end = Math.ceil(random() * entered.length);
  const chosen = entered.slice(0, end).filter((_, index) => index === end - 1 || random() < 1 / end);
  const last = chosen.at(-1) as Entered;
  const from = entered.findIndex(({ place }) => place === chosen[0]?.place);
  const passed = new Set(entered.slice(from + 1, end).map(({ place }) => place));
  const others = Array.from({ length: 8 }, () => enteredOn(compiled, another()).map(({ place }) => place))
    .filter((places) => places.includes(last.place))
    .flatMap((places) => places.slice(1, places.indexOf(last.place)).filter((place) => !passed.has(place)));
  const conditions = random() < 0.3 ? [] : conditionsAt(compiled, last, random);
  const values = valuesRead(compiled, conditions, last);
  return {
    moves: last.move + 1,
    claim: {
      flow: flow.flow,
      through: chosen.map(({ place }) => place),
      ...(others.length > 0 && random() < 0.5 ? { without: [pick(random, others), pick(random, others)] } : {}),
      ...(conditions.length === 0 ? {} : { when: ['&&', ...conditions] }),
      ...(Object.keys(values).length > 0 && random() < 0.5 ? { values } : {}),
    },
  };
}

/** Two conditions of branches, or their opposites, that are true at a place. */
function conditionsAt(compiled: CompiledFlow, { place, taken }: Entered, random: Random): Code[] {
  const { context } = taken.session.snapshot;
  const step = place.split('.')[0] as string;
  const all = conditionsOf(compiled.flow)
    .flatMap((when): Code[] => [when, ['!', when]])
    .filter((when) => isTrueAt(compiled, when, context, step));
  return all.length === 0 ? [] : [pick(random, all), pick(random, all)];
}

/** The values that conditions read, as they read them. */
function valuesRead({ flow }: CompiledFlow, conditions: readonly Code[], { taken }: Entered): Record<string, Json> {
  const lookup = scopeOf(flow, taken.session.snapshot.context);
  const read = conditions.flatMap((when) => {
    const names = namesIn(when);
    return namesGuarded(flow, [when]).filter((name) => names.includes(name));
  });
  return Object.fromEntries(read.map((name) => [name, lookup(name) ?? null]));
}
