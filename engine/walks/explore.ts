/** Explores a flow: every place that its visitors can reach, with the shortest way to each. */
import type { Json } from '../../schemas/compiled.ts';
import { loadedSteps } from '../flow/loaded.ts';
import { leafOf, type Session, stateOf } from '../session/session.ts';
import { reachedBy } from './goals.ts';
import { type Move, type MoveSource, movesFrom, startsOf } from './moves.ts';
import { takeMove } from './take.ts';
import { namesGuarded, type WalkVisitor } from './visitors.ts';

/** A place of a visit: a state, with the values that guards read. */
export interface WalkPlace {
  readonly key: string;
  readonly visitor: number;
  readonly session: Session;
  /** The screens that were shown on the way. */
  readonly visited: ReadonlySet<string>;
  /** The last move of the shortest way; its place before is null for a start. */
  readonly before: WalkPlace | null;
  readonly move: Move;
}

/** A move between two places, and the goals that it reaches. */
export interface Way {
  readonly from: WalkPlace | null;
  readonly move: Move;
  readonly to: WalkPlace;
  readonly reaches: readonly string[];
}

export interface Exploration {
  readonly places: ReadonlyMap<string, WalkPlace>;
  readonly ways: readonly Way[];
  /** The shortest way that reaches each goal. */
  readonly shortest: ReadonlyMap<string, Way>;
  /** Whether the exploration stopped at its limit, so that more may be reachable. */
  readonly isCut: boolean;
  /** Errors of expressions, with the shortest way to each. */
  readonly errors: ReadonlyMap<string, Way>;
}

/** The names whose values decide how a flow goes on, and those of which it only matters whether they are set. */
interface Facts {
  readonly values: readonly string[];
  readonly set: readonly string[];
}

function factsOf({ watched }: MoveSource): Facts {
  const { flow } = watched.compiled;
  const lists = Object.values(flow.questions ?? {}).map(({ saveAs }) => saveAs);
  const set = new Set([
    ...Object.values(flow.needs ?? {}).flat(),
    ...Object.values(flow.steps).flatMap(({ query = {} }) => Object.keys(query)),
    ...lists,
  ]);
  // A visitor gives the same answers to the same questions, so it only matters which of them are given.
  return { values: namesGuarded(flow).filter((name) => !lists.includes(name)), set: [...set] };
}

const isGiven = (value: Json | undefined): boolean => value !== undefined && value !== null;

/**
 * Whether a value is set. Of a list at a question: whether that answer, all before it and all after it are set. With a
 * fact for each answer, the number of places would double with each question.
 */
function isSet(value: Json | undefined, question: number | null): Json {
  if (!Array.isArray(value)) return isGiven(value);
  if (question === null) return value.every(isGiven);
  return [isGiven(value[question]), value.slice(0, question).every(isGiven), value.slice(question + 1).every(isGiven)];
}

/** What distinguishes a session from others of the same visitor. */
function keyOf(source: MoveSource, facts: Facts, visitor: number, session: Session): string {
  const { context } = session.snapshot;
  const { question } = leafOf(session);
  return JSON.stringify([
    visitor,
    stateOf(session),
    facts.values.map((name) => context.values[name] ?? null),
    facts.set.map((name) => isSet(context.values[name], question)),
    loadedSteps(source.watched.compiled.flow, context),
  ]);
}

/** Finds the key of the place that a visitor's session is at. */
export function placeKeys(source: MoveSource): (visitor: number, session: Session) => string {
  const facts = factsOf(source);
  return (visitor, session) => keyOf(source, facts, visitor, session);
}

/**
 * Explores a flow breadth first.
 * @param mostPlaces the number of places at which the exploration stops
 * @param isPossible whether a move can be taken
 */
export function exploreFlow(
  source: MoveSource,
  visitors: readonly WalkVisitor[],
  mostPlaces: number,
  isPossible: (move: Move) => boolean = () => true,
): Exploration {
  const places = new Map<string, WalkPlace>();
  const ways: Way[] = [];
  const shortest = new Map<string, Way>();
  const errors = new Map<string, Way>();
  const keyAt = placeKeys(source);
  let isCut = false;
  let next: WalkPlace[] = [];

  const follow = (from: WalkPlace | null, visitor: number, move: Move): void => {
    if (!isPossible(move)) return;
    const taken = takeMove(source.watched, from?.session ?? null, move);
    const key = keyAt(visitor, taken.session);
    let to = places.get(key);
    if (to === undefined) {
      if (places.size >= mostPlaces) {
        isCut = true;
        return;
      }
      const { screen } = leafOf(taken.session);
      const visited = new Set([...(move.kind === 'open' ? [] : (from?.visited ?? [])), screen]);
      to = { key, visitor, session: taken.session, visited, before: from, move };
      places.set(key, to);
      next.push(to);
    }
    const way: Way = { from, move, to, reaches: reachedBy(source, from?.session ?? null, move, taken) };
    ways.push(way);
    for (const goal of way.reaches) if (!shortest.has(goal)) shortest.set(goal, way);
    if (taken.threw !== null && !errors.has(taken.threw)) errors.set(taken.threw, way);
  };

  visitors.forEach((visitor, index) => {
    for (const move of startsOf(source, visitor)) follow(null, index, move);
  });
  while (next.length > 0) {
    const front = next;
    next = [];
    for (const place of front)
      for (const move of movesFrom(source, visitors[place.visitor] as WalkVisitor, place.session, place.visited))
        follow(place, place.visitor, move);
  }
  return { places, ways, shortest, isCut, errors };
}

/** The moves of the shortest way to a place and along a way. */
export function movesTo(way: Way): Move[] {
  const moves = [way.move];
  for (let place = way.from; place !== null; place = place.before) moves.unshift(place.move);
  return moves;
}
