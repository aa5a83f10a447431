/** Explores a flow: every place that its visitors can reach, with the shortest way to each. */
import type { Code, Json } from '../../schemas/compiled.ts';
import { loadedSteps } from '../flow/load-state.ts';
import type { CallEffect, Effect } from '../session/effects.ts';
import { leafOf, type Session, stateOf } from '../session/session.ts';
import { emptyHistory, type TabHistory } from '../session/tab-history.ts';
import { isOverAfter } from '../session/visit-end.ts';
import { reachedBy } from './goals.ts';
import { historyAfter, startsVisit } from './history.ts';
import { type Move, type MoveSource, movesFrom, startsOf } from './moves.ts';
import { type TakenMove, takeMove } from './take.ts';
import { namesGuarded, type WalkVisitor } from './visitors.ts';

/** A place of a visit: a state, with the values that guards read. */
export interface WalkPlace {
  readonly key: string;
  readonly visitor: number;
  readonly session: Session;
  /** The history on the way to it. */
  readonly history: TabHistory;
  /** The calls that are under way. */
  readonly pending: readonly CallEffect[];
  /** How often each watched event was sent in the visit, up to its limit. */
  readonly sent: SendCounts;
  /** Whether the visit has ended. */
  readonly isOver: boolean;
  /** The mark of the way to it; null unless marks are watched. */
  readonly mark: Json;
  /** The last move of the shortest way; its place before is null for a start. */
  readonly before: WalkPlace | null;
  readonly move: Move;
}

/** Counts of tracking events by name. */
export type SendCounts = Readonly<Record<string, number>>;

/** What an exploration distinguishes in addition to what guards read. */
export interface Watch {
  /** Conditions whose values matter. */
  readonly conditions: readonly Code[];
  /** Tracking events, with the count from which more make no difference. */
  readonly events: ReadonlyMap<string, number>;
  /** Called for each move, with the events that it sent and its effects. */
  readonly seen?: (way: Way, sent: readonly string[], effects: readonly Effect[]) => void;
  /**
   * What else to remember of the way to a place, of which places with other marks differ.
   * @param before the mark of the place before; null at the start
   */
  readonly mark?: (before: Json, from: Session | null, taken: TakenMove) => Json;
  /**
   * Places that differ only in which values a later call has are one: a visitor who returns by the history to a step after a form
   * that is empty again is not followed.
   */
  readonly mergesSent?: boolean;
}

const noWatch: Watch = { conditions: [], events: new Map() };

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

type PlaceDistinctions = Pick<Watch, 'conditions' | 'mergesSent'>;

/** The names whose values decide how a flow goes on, and those of which it only matters whether they are set. */
interface Facts {
  readonly values: readonly string[];
  readonly set: readonly string[];
  /** The names that calls send, of which it only matters whether they are empty. */
  readonly sent: readonly string[];
}

function factsOf({ watched, answers }: MoveSource, { conditions, mergesSent = false }: PlaceDistinctions): Facts {
  const { flow } = watched.compiled;
  const lists = Object.values(flow.questions ?? {}).map(({ saveAs }) => saveAs);
  const set = new Set([
    ...Object.values(flow.needs ?? {}).flat(),
    ...Object.values(flow.steps).flatMap(({ query = {} }) => Object.keys(query)),
    ...lists,
  ]);
  // What intakes answer depends on what is sent.
  const sent =
    answers === null || mergesSent ? [] : Object.values(flow.calls).flatMap(({ input }) => Object.keys(input));
  // A visitor gives the same answers to the same questions, so it only matters which of them are given.
  return { values: namesGuarded(flow, conditions).filter((name) => !lists.includes(name)), set: [...set], sent };
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
    facts.sent.map((name) => isGiven(context.values[name]) && context.values[name] !== ''),
    loadedSteps(source.watched.compiled.flow, context),
  ]);
}

/** Finds the key of the place that a visitor's session is at. @param distinctions what else tells places apart */
export function placeKeys(
  source: MoveSource,
  distinctions: PlaceDistinctions = noWatch,
): (visitor: number, session: Session, isOver: boolean) => string {
  const facts = factsOf(source, distinctions);
  return (visitor, session, isOver) => `${keyOf(source, facts, visitor, session)}${isOver ? ' over' : ''}`;
}

/** Whether a visit has ended after a move. A submission follows edits of its fields. */
export function isOverAt(from: WalkPlace | null, move: Move, session: Session): boolean {
  if (move.kind === 'open') return isOverAfter(move.how === 'reload' && from?.isOver === true, session, null);
  return isOverAfter(move.event.type !== 'SUBMIT' && from?.isOver === true, session, move.event);
}

function pendingAfter(from: WalkPlace | null, { effects, session }: TakenMove): CallEffect[] {
  const begun = effects.flatMap((effect) => (effect.kind === 'call' && !effect.background ? [effect] : []));
  const isSame = from !== null && stateOf(from.session) === stateOf(session);
  return isSame ? [...begun, ...from.pending] : begun;
}

/** The watched events that a move sends. @param known the counts before it */
const eventsSent = ({ events }: Watch, known: SendCounts, { effects }: TakenMove): string[] =>
  effects.flatMap((effect) => {
    if (effect.kind !== 'track' || !events.has(effect.event)) return [];
    return effect.once === true && (known[effect.event] ?? 0) > 0 ? [] : [effect.event];
  });

/**
 * Explores a flow breadth first.
 * @param mostPlaces the number of places at which the exploration stops
 * @param isPossible whether a move can be taken from a place; null before the start
 * @param watch what else to distinguish
 */
export function exploreFlow(
  source: MoveSource,
  visitors: readonly WalkVisitor[],
  mostPlaces: number,
  isPossible: (move: Move, from: WalkPlace | null) => boolean = () => true,
  watch: Watch = noWatch,
): Exploration {
  const places = new Map<string, WalkPlace>();
  const ways: Way[] = [];
  const shortest = new Map<string, Way>();
  const errors = new Map<string, Way>();
  const keyAt = placeKeys(source, watch);
  /** The screens that the moves back and forward from a place lead to, by its key. */
  const returns = new Map<string, Set<string>>();
  let isCut = false;
  /** The places to go on from, and the screens to go back to; null for all moves. */
  let next: (readonly [place: WalkPlace, to: ReadonlySet<string> | null])[] = [];

  const follow = (from: WalkPlace | null, visitor: number, move: Move): void => {
    if (!isPossible(move, from)) return;
    const taken = takeMove(source.watched, from?.session ?? null, move);
    const known = startsVisit(move) ? {} : (from?.sent ?? {});
    const sent = eventsSent(watch, known, taken);
    const counts = { ...known };
    for (const name of sent) counts[name] = Math.min((counts[name] ?? 0) + 1, watch.events.get(name) ?? 0);
    const history = historyAfter(from?.history ?? emptyHistory, from?.session ?? null, move, taken.session);
    const mark = watch.mark?.(from?.mark ?? null, from?.session ?? null, taken) ?? null;
    const isOver = isOverAt(from, move, taken.session);
    const place = keyAt(visitor, taken.session, isOver);
    const key =
      watch.events.size === 0 && watch.mark === undefined
        ? place
        : JSON.stringify([place, [...watch.events.keys()].map((name) => counts[name] ?? 0), mark]);
    let to = places.get(key);
    if (to === undefined) {
      if (places.size >= mostPlaces) {
        isCut = true;
        return;
      }
      const pending = pendingAfter(from, taken);
      to = { key, visitor, session: taken.session, history, pending, isOver, sent: counts, mark, before: from, move };
      places.set(key, to);
      returns.set(key, new Set(history.entries));
      next.push([to, null]);
    } else {
      // On another way to the same place, the history has other screens.
      const known = returns.get(key) ?? new Set();
      const more = new Set(history.entries.filter((screen) => !known.has(screen)));
      for (const screen of more) known.add(screen);
      if (more.size > 0) next.push([{ ...to, session: taken.session, history, before: from, move }, more]);
    }
    const way: Way = { from, move, to, reaches: reachedBy(source, from?.session ?? null, move, taken) };
    ways.push(way);
    watch.seen?.(way, sent, taken.effects);
    for (const goal of way.reaches) if (!shortest.has(goal)) shortest.set(goal, way);
    if (taken.threw !== null && !errors.has(taken.threw)) errors.set(taken.threw, way);
  };

  visitors.forEach((visitor, index) => {
    for (const move of startsOf(source, visitor)) follow(null, index, move);
  });
  while (next.length > 0) {
    const front = next;
    next = [];
    for (const [place, screens] of front)
      for (const move of movesFrom(
        source,
        visitors[place.visitor] as WalkVisitor,
        place.session,
        place.history.entries,
        place.pending,
        place.isOver,
      )) {
        const isReturn = move.kind === 'send' && move.event.type === 'GO' && screens?.has(move.event.screen);
        if (screens === null || isReturn) follow(place, place.visitor, move);
      }
  }
  return { places, ways, shortest, isCut, errors };
}

/** The moves of the shortest way to a place and along a way. */
export function movesTo(way: Way): Move[] {
  const moves = [way.move];
  for (let place = way.from; place !== null; place = place.before) moves.unshift(place.move);
  return moves;
}

/** The moves of the shortest way to a place and along a way, each with the screen that it leads to. */
export function walkTo(way: Way): { readonly move: Move; readonly screen: string }[] {
  const screens: string[] = [leafOf(way.to.session).screen];
  for (let place = way.from; place !== null; place = place.before) screens.unshift(leafOf(place.session).screen);
  return movesTo(way).map((move, index) => ({ move, screen: screens[index] as string }));
}
