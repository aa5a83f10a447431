/** Finds the shortest walk that shows what a problem says of a flow. */
import type { Json } from '../../schemas/compiled.ts';
import type { Claim } from '../errors/problem.ts';
import { ExpressionError } from '../expressions/error.ts';
import { stepOf } from '../flow/context.ts';
import type { CompiledFlow, Leaf } from '../flow/index.ts';
import { onItsWay } from '../flow/on-its-way.ts';
import { watchFlow } from '../flow/transitions.ts';
import type { IntakeAnswers } from '../intakes/answers.ts';
import { leafOf, type Session } from '../session/session.ts';
import { stepRole } from '../steps/machines.ts';
import { plainSigns, writeNumber } from '../values/number-text.ts';
import { exploreFlow, type Way, walkTo } from './explore.ts';
import { isSmooth, type Move, type MoveSource, movesSource } from './moves.ts';
import { isTrueIn, sentWith } from './prove.ts';
import type { TakenMove } from './take.ts';
import { findVisitors, type WalkVisitor } from './visitors.ts';

/** A walk as a list of its moves, each with the screen that it leads to. */
export type WitnessWalk = ReturnType<typeof walkTo>;

/** The most places of one search. */
const mostPlaces = 4000;

const isFromStart = (move: Move): boolean => move.kind !== 'open' || move.input.screen === null;

/**
 * The shortest walk of a visitor who meets what a claim says; null if a bounded search finds none. Walks from the start of the flow, and
 * visitors with the values of the claim, come first.
 * @param answers those of the site's intakes
 */
export function witnessOf(compiled: CompiledFlow, claim: Claim, answers: IntakeAnswers | null): WitnessWalk | null {
  const { when = true, values } = claim;
  const source = movesSource(watchFlow(compiled), answers);
  const { visitors } = findVisitors(compiled, [when]);
  const known = values === undefined ? [] : [visitorWith(compiled, values)];
  const certain = known.flatMap((one) => [
    one,
    ...visitors.map((each) => ({
      values: { ...each.values, ...one.values },
      source: { ...each.source, ...one.source },
    })),
  ]);
  const { start, steps } = compiled.flow;
  const hasAddresses = Object.entries(steps).some(([id, { path }]) => path !== undefined && id !== start);
  for (const isPossible of hasAddresses ? [isFromStart, () => true] : [isFromStart])
    for (const some of [certain, visitors]) {
      const found = firstShown(source, some, claim, isPossible);
      if (found !== null) return walkTo(found);
    }
  return null;
}

/** The first way that shows a claim. */
function firstShown(
  source: MoveSource,
  visitors: readonly WalkVisitor[],
  claim: Claim,
  isPossible: (move: Move) => boolean,
): Way | null {
  const { compiled } = source.watched;
  const { through, without = [], when = true } = claim;
  const last = through.at(-1);
  const shown = through.length + 1;
  let found: Way | null = null;
  exploreFlow(source, visitors, mostPlaces, (move) => found === null && isSmooth(move) && isPossible(move), {
    ...{ conditions: [when], events: new Map(), mergesSent: true },
    mark: (before, from, taken) => {
      let passed = Number(before);
      let isThere = passed === through.length && (last === undefined || (from !== null && isAt(from, last)));
      for (const name of enteredBy(from, taken)) {
        if (passed > 0 && without.includes(name)) passed = 0;
        else if (through[passed] === name) passed += 1;
        isThere ||= passed === through.length && name === last;
      }
      return isThere && isTrueAtLast(compiled, claim, from, taken.session) ? shown : passed;
    },
    seen: (way) => {
      if (way.to.mark === shown) found ??= way;
    },
  });
  return found;
}

const isAt = (session: Session, name: string): boolean => {
  const { step, screen } = leafOf(session);
  return name === step || name === screen;
};

/** A visitor who gives values, which are as conditions read them, in the form in which they are entered. */
function visitorWith({ forms }: CompiledFlow, values: Readonly<Record<string, Json>>): WalkVisitor {
  const { visit, ...others } = values;
  const fields = forms.flatMap((form) => form.fields);
  const entered = Object.entries(others).map(([name, value]) => {
    if (typeof value !== 'number') return [name, value];
    const field = fields.find((each) => each.name === name);
    const { minor = 1, ...signs } = { ...plainSigns, ...field?.number };
    return [name, field === undefined ? value : writeNumber(value / minor, signs)];
  });
  return { values: Object.fromEntries(entered), source: (visit ?? {}) as WalkVisitor['source'] };
}

/** The steps and screens that a move enters, in order. */
function enteredBy(from: Session | null, { session, transitions }: TakenMove): string[] {
  const { flow, leaves } = session.compiled;
  const entered: string[] = [];
  let { step: at = '', screen: shown = '' }: Partial<Leaf> = from === null ? {} : leafOf(from);
  for (const { target } of transitions) {
    const step = stepOf(target);
    if (target === null || step === null || !Object.hasOwn(flow.steps, step)) continue;
    const screen = leaves.get(target)?.screen ?? step;
    if (step !== at) entered.push(step);
    if (screen !== step && screen !== shown) entered.push(screen);
    at = step;
    shown = screen;
  }
  return entered;
}

/** Whether the condition of a claim is true at its last step, where a move leads to or from. */
function isTrueAtLast(
  compiled: CompiledFlow,
  { through, when = true }: Claim,
  from: Session | null,
  to: Session,
): boolean {
  const step = stepOf(through.at(-1) ?? leafOf(to).step);
  const isJunction = stepRole(compiled.flow.steps[step]) === 'junction';
  // A branch can empty what it has read.
  return [to.snapshot.context, sentWith(from, to)].some((context) => {
    try {
      return isTrueIn(compiled, when, onItsWay(compiled, context, step, isJunction));
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return false;
    }
  });
}
