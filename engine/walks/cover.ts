/** A few walks that reach every goal: each goes on to the nearest goal that is left. */
import type { Session } from '../session/session.ts';
import { leafOf, stateOf } from '../session/session.ts';
import { emptyHistory, type TabHistory } from '../session/tab-history.ts';
import { type Exploration, isOverAt, movesTo, placeKeys, type WalkPlace, type Way } from './explore.ts';
import { reachedBy } from './goals.ts';
import { historyAfter } from './history.ts';
import { isInHistory, type Move, type MoveSource } from './moves.ts';
import { takeMove } from './take.ts';

/** A move of a walk, and where it leads. */
export interface WalkStep {
  readonly move: Move;
  /** The state after the move, such as `quiz.profile`. */
  readonly state: string;
  readonly screen: string;
  /** The kinds of the effects, in order. */
  readonly effects: readonly string[];
  /** The place of the current entry among those of the visit in the history of the tab. */
  readonly entry: number;
}

/** A visit as a list of moves. The first move opens the flow. */
export interface Walk {
  readonly steps: readonly WalkStep[];
}

export interface Cover {
  readonly walks: readonly Walk[];
  /** The ids of the goals that the walks reach. */
  readonly reached: ReadonlySet<string>;
}

/** The longest walk. A longer one is hard to follow for a person who looks for a difference. */
const mostSteps = 200;

/** Whether a move can be taken with a history, which may differ from that of the place's shortest way. */
const isPossible = ({ from, move }: Way, { entries }: TabHistory): boolean =>
  move.kind === 'open' ||
  move.event.type !== 'GO' ||
  from === null ||
  isInHistory(from.session.compiled.flow, entries, move.event.screen);

/**
 * The moves from a place to the nearest goal that is left; null if there is none.
 * @param history that of the walk so far
 */
function movesToNearest(
  from: WalkPlace | null,
  waysFrom: ReadonlyMap<WalkPlace | null, readonly Way[]>,
  left: ReadonlySet<string>,
  history: TabHistory,
): Way[] | null {
  const cameBy = new Map<WalkPlace, Way>();
  const open: [place: WalkPlace | null, history: TabHistory][] = [[from, history]];
  const seen = new Set<WalkPlace | null>([from]);
  for (const [place, before] of open) {
    for (const way of waysFrom.get(place) ?? []) {
      if (!isPossible(way, before)) continue;
      if (way.reaches.some((goal) => left.has(goal))) {
        const found = [way];
        for (let back = place; back !== from && back !== null; ) {
          const came = cameBy.get(back);
          if (came === undefined) break;
          found.unshift(came);
          back = came.from;
        }
        return found;
      }
      if (seen.has(way.to)) continue;
      seen.add(way.to);
      cameBy.set(way.to, way);
      open.push([way.to, historyAfter(before, place?.session ?? null, way.move, way.to.session)]);
    }
  }
  return null;
}

/**
 * Takes walks on the machine until every goal that the exploration reached is reached by one of them.
 * @param goals the ids of the goals to reach
 */
export function coverGoals(source: MoveSource, exploration: Exploration, goals: readonly string[]): Cover {
  const { ways, places, shortest } = exploration;
  const keyAt = placeKeys(source);
  const waysFrom = new Map<WalkPlace | null, Way[]>();
  for (const way of ways) {
    // One that continues another way to the same place.
    const from = places.get(way.from?.key ?? '') ?? null;
    const some = waysFrom.get(from) ?? [];
    some.push({ ...way, from });
    waysFrom.set(from, some);
  }
  const left = new Set(goals.filter((goal) => shortest.has(goal)));
  const reached = new Set<string>();
  const walks: Walk[] = [];

  const walk = () => {
    const steps: WalkStep[] = [];
    let history = emptyHistory;
    let session: Session | null = null;
    return {
      steps,
      nearest: (from: WalkPlace | null): Way[] | null => movesToNearest(from, waysFrom, left, history),
      take(move: Move): Session {
        const taken = takeMove(source.watched, session, move);
        for (const goal of reachedBy(source, session, move, taken)) {
          reached.add(goal);
          left.delete(goal);
        }
        history = historyAfter(history, session, move, taken.session);
        session = taken.session;
        const { screen } = leafOf(session);
        const effects = taken.effects.map(({ kind }) => kind);
        steps.push({ move, state: stateOf(session), screen, effects, entry: history.at });
        return session;
      },
    };
  };

  while (left.size > 0) {
    const before = left.size;
    const run = walk();
    let place: WalkPlace | null = null;
    while (run.steps.length < mostSteps) {
      const path = run.nearest(place);
      const [first] = path ?? [];
      if (path === null || first === undefined) break;
      // The session may differ from the place's own in values that no guard reads. So one move at a time is planned.
      const session = run.take(first.move);
      const at: WalkPlace | undefined = places.get(
        keyAt(first.to.visitor, session, isOverAt(place, first.move, session)),
      );
      if (at === undefined) break;
      place = at;
      if (run.steps.length > 1 && run.nearest(place) === null) break;
    }
    if (left.size === before) {
      // The exploration's own way to a goal is exact.
      const [goal] = left as ReadonlySet<string>;
      const exact = walk();
      for (const move of movesTo(shortest.get(goal as string) as Way)) exact.take(move);
      left.delete(goal as string);
      walks.push({ steps: exact.steps });
    } else walks.push({ steps: run.steps });
  }
  return { walks, reached };
}
