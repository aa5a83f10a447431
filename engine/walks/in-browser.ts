/** Walks that a browser can take on a site: by its addresses, buttons and fields, with replies that are held back. */
import { kindOf, optionsOf } from '../fields/field.ts';
import { stepOf } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { watchFlow } from '../flow/transitions.ts';
import { leafOf, stateOf } from '../session/session.ts';
import { equalJson } from '../trace/differences.ts';
import { coverGoals, type Walk } from './cover.ts';
import type { Door } from './doors.ts';
import { exploreFlow, type WalkPlace } from './explore.ts';
import { goalsOf } from './goals.ts';
import { type Move, movesSource } from './moves.ts';
import { findVisitors } from './visitors.ts';

const mostPlaces = 5000;

/** The dialog by which a flow is opened with some values; undefined if there is none. */
export const doorWith = (doors: readonly Door[], { saved }: Extract<Move, { kind: 'open' }>['input']) =>
  doors.find(({ given }) => Object.entries(given).every(([name, value]) => equalJson(saved[name] ?? null, value)));

/** What a browser can do besides pressing buttons and opening addresses. */
export interface Reach {
  /** The dialogs that show the flow. */
  readonly doors: readonly Door[];
  /** Whether the server has the data of `exampleUuid`, which it fetches for an address with it. */
  readonly hasData: boolean;
}

/**
 * Whether the server performs the step at a place: it fetches the data of an address before it sends the page.
 * @param opened the move that has opened the page; null if the visitor has acted since
 */
export const isOnServer = (
  { flow, leaves }: CompiledFlow,
  opened: Extract<Move, { kind: 'open' }> | null,
  state: string,
): boolean =>
  opened?.how === 'address' &&
  /\.load-\d+$/.test(state) &&
  flow.steps[leaves.get(state)?.step ?? '']?.fetch !== undefined;

/** The move that has opened the page of a place; null if the visitor has acted since. */
function openingOf(place: WalkPlace): Extract<Move, { kind: 'open' }> | null {
  for (let at: WalkPlace | null = place; at !== null; at = at.before) {
    if (at.move.kind === 'open') return at.move;
    if (at.move.event.type !== 'DONE' && at.move.event.type !== 'FAILED') return null;
  }
  return null;
}

/**
 * Whether a browser can take a move. Left out: what no element of a page sends, failures without network (a browser
 * repeats such a call), and data that the server does not have.
 * @param reach null for addresses, buttons and forms only
 * @param from null before the first move
 */
function isDrivable(compiled: CompiledFlow, reach: Reach | null, move: Move, from: WalkPlace | null): boolean {
  const { flow, forms } = compiled;
  if (move.kind === 'open') {
    const { screen } = move.input;
    const step = flow.steps[stepOf(screen ?? flow.start)];
    if (step === undefined) return false;
    // The data of a visit in this tab is not on the server, because its submissions are held back.
    if (move.how !== 'address') return reach !== null && step.fetch === undefined;
    if (step.path === undefined)
      return screen === null && reach !== null && doorWith(reach.doors, move.input) !== undefined;
    return step.fetch === undefined || reach !== null;
  }
  const { event, fault, failure } = move;
  if (failure === 'network' || from === null) return false;
  if (event.type === 'DONE' && isOnServer(compiled, openingOf(from), stateOf(from.session)))
    return reach?.hasData === true;
  // Within a step, an entry without a question leads to none.
  if (event.type === 'GO') return reach !== null && leafOf(from.session).step !== event.screen;
  const fieldOf = (name: string) => forms.flatMap(({ fields }) => fields).find((field) => field.name === name);
  if (event.type === 'SELECT')
    return (
      reach !== null &&
      Object.values(flow.questions ?? {}).some(({ items }) =>
        items.some(({ options }) => options.some(({ value }) => value === event.value)),
      )
    );
  if (event.type === 'INPUT') return reach !== null && fieldOf(event.field)?.type !== 'hidden';
  if (fault === undefined) return true;
  const field = fieldOf(fault.field);
  if (field === undefined || field.type === 'hidden' || field.attributes?.['type'] !== undefined) return false;
  if (kindOf(field) !== 'text') return false;
  return (
    optionsOf(field) === undefined ||
    (reach !== null && field.type === 'choice' && event.type === 'SUBMIT' && event.values[field.name] === '')
  );
}

/** Timers of at least this length are held until a walk comes to them. In milliseconds. */
export const heldTimer = 3000;

/** Whether nothing is under way that going back or loading the page again would meet: the page waits for the visitor, or for a held timer. */
function isCalm({ delays }: CompiledFlow, move: Move, from: WalkPlace | null): boolean {
  const interrupts = move.kind === 'open' ? move.how !== 'address' : move.event.type === 'GO';
  if (!interrupts || from === null) return true;
  const { status, step } = leafOf(from.session);
  return status === 'ready' || (status === 'waiting' && (delays.get(step)?.from ?? 0) >= heldTimer);
}

/**
 * Walks for a browser that take each transition which a browser can cause. Rules and kinds of failures are left to the
 * walks without a browser.
 * @param reach what else the browser does; without it, there is no walk for a flow without an address
 */
export function browserWalks(compiled: CompiledFlow, reach: Reach | null = null): readonly Walk[] {
  const source = movesSource(watchFlow(compiled));
  const { visitors } = findVisitors(compiled);
  const exploration = exploreFlow(source, visitors, mostPlaces, (move, from) => {
    return isCalm(compiled, move, from) && isDrivable(compiled, reach, move, from);
  });
  const goals = goalsOf(source).filter(({ kind }) => kind === 'screen' || kind === 'transition');
  const ids = goals.map(({ id }) => id);
  return coverGoals(source, exploration, ids).walks;
}
