/** Walks that a browser can take on a site: by its addresses, buttons and fields, with replies that are held back. */
import { kindOf, optionsOf } from '../fields/field.ts';
import { stepOf } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { watchFlow } from '../flow/transitions.ts';
import { leafOf } from '../session/session.ts';
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

/** Whether the server fetches the data of a step before it sends the page. */
const isFetched = ({ flow }: CompiledFlow, step: string, query: Readonly<Record<string, string>>): boolean => {
  const { fetch, query: needed = {} } = flow.steps[step] ?? {};
  return fetch !== undefined && Object.keys(needed).every((name) => (query[name] ?? '?') !== '?');
};

/**
 * Whether a browser can take a move. Left out: what no element of a page sends, failures without network (a browser
 * repeats such a call), and addresses with data that the server does not have.
 * @param reach null for addresses, buttons and forms only
 */
function isDrivable(compiled: CompiledFlow, reach: Reach | null, move: Move): boolean {
  const { flow, forms, leaves } = compiled;
  if (move.kind === 'open') {
    const { screen, query } = move.input;
    const id = stepOf(screen ?? flow.start);
    const step = flow.steps[id];
    if (step === undefined) return false;
    // The data of a visit in this tab is not on the server, because its submissions are held back.
    // After an edit of the flow, a page continues at the first screen that lacks an answer: that is none of these moves.
    if (move.how !== 'address') return reach !== null && move.how !== 'edited' && step.fetch === undefined;
    if (step.path === undefined)
      return screen === null && reach !== null && doorWith(reach.doors, move.input) !== undefined;
    return step.fetch === undefined || (reach !== null && (reach.hasData || !isFetched(compiled, id, query)));
  }
  const { event, fault, failure } = move;
  if (failure === 'network') return false;
  if (event.type === 'GO') return reach !== null && [...leaves.values()].some(({ screen }) => screen === event.screen);
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

/** Whether the page waits for the visitor, so that going back or loading it again meets no call under way. */
function isCalm(move: Move, from: WalkPlace | null): boolean {
  const interrupts = move.kind === 'open' ? move.how !== 'address' : move.event.type === 'GO';
  return !interrupts || from === null || leafOf(from.session).status === 'ready';
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
    return isCalm(move, from) && isDrivable(compiled, reach, move);
  });
  const goals = goalsOf(source).filter(({ kind }) => kind === 'screen' || kind === 'transition');
  const ids = goals.map(({ id }) => id);
  return coverGoals(source, exploration, ids).walks;
}
