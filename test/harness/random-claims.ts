/** Random claims about a flow that a known walk shows. */
import type { Claim } from '../../engine/errors/problem.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { namesIn, scopeOf } from '../../engine/flow/scope.ts';
import { watchFlow } from '../../engine/flow/transitions.ts';
import { isSmooth, type Move } from '../../engine/walks/moves.ts';
import { takeMove } from '../../engine/walks/take.ts';
import { conditionsOf, namesGuarded } from '../../engine/walks/visitors.ts';
import type { Code, Json } from '../../schemas/compiled.ts';
import { pick, type Random } from './random-form.ts';
import { isTrueAt, placesOf } from './replayed-case.ts';

/** A claim, and the number of moves of a walk that shows it. */
export interface KnownClaim {
  readonly claim: Claim;
  readonly moves: number;
}

/** A claim that a walk shows; null for a walk that begins elsewhere than at the start, or on which something fails. */
export function claimShownBy(compiled: CompiledFlow, moves: readonly Move[], random: Random): KnownClaim | null {
  const [first] = moves;
  if (first?.kind !== 'open' || first.input.screen !== null || !moves.every(isSmooth)) return null;
  const { flow } = compiled;
  const watched = watchFlow(compiled);
  let session: Parameters<typeof takeMove>[1] = null;
  const places: { place: string; move: number; values: ReturnType<typeof takeMove> }[] = [];
  for (const [index, move] of moves.entries()) {
    const taken = takeMove(watched, session, move);
    session = taken.session;
    for (const transition of taken.transitions)
      for (const place of placesOf(compiled, transition)) places.push({ place, move: index, values: taken });
  }
  const chosen = places.filter((_, index) => random() < 2 / places.length || index === places.length - 1);
  const last = chosen.at(-1);
  if (last === undefined) return null;
  const { context } = last.values.session.snapshot;
  const step = last.place.split('.')[0] as string;
  const true_ = conditionsOf(flow)
    .flatMap((when): Code[] => [when, ['!', when]])
    .filter((when) => isTrueAt(compiled, when, context, step));
  const conditions = true_.length === 0 || random() < 0.3 ? [] : [pick(random, true_), pick(random, true_)];
  const after = places.slice(places.indexOf(chosen[0] as (typeof places)[number]) + 1, places.indexOf(last) + 1);
  const others = Object.keys(flow.steps).filter((id) => !after.some(({ place }) => place === id));
  const lookup = scopeOf(flow, context);
  const names = conditions.flatMap((when) => namesGuarded(flow, [when]).filter((name) => namesIn(when).includes(name)));
  const values = Object.fromEntries(names.map((name): [string, Json] => [name, lookup(name) ?? null]));
  return {
    moves: last.move + 1,
    claim: {
      flow: flow.flow,
      through: chosen.map(({ place }) => place),
      ...(others.length > 0 && random() < 0.3 ? { without: [pick(random, others)] } : {}),
      ...(conditions.length === 0 ? {} : { when: ['&&', ...conditions] }),
      ...(names.length > 0 && random() < 0.5 ? { values } : {}),
    },
  };
}
