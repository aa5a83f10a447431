/** Walks that a browser can take on a site: by its addresses, buttons and fields, with replies that are held back. */
import { kindOf, optionsOf } from '../fields/field.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { watchFlow } from '../flow/transitions.ts';
import { coverGoals, type Walk } from './cover.ts';
import { exploreFlow } from './explore.ts';
import { goalsOf } from './goals.ts';
import { type Move, movesSource } from './moves.ts';
import { findVisitors } from './visitors.ts';

const mostPlaces = 5000;

/**
 * Whether a browser can take a move. Left out: what no element of a page sends, Back and reloads (which the browser tests
 * take), failures without network (a browser repeats such a call), and addresses whose data the server fetches.
 */
function isDrivable({ flow, forms }: CompiledFlow, move: Move): boolean {
  if (move.kind === 'open') {
    const { screen } = move.input;
    const step = flow.steps[screen ?? flow.start];
    return move.how === 'address' && step?.path !== undefined && step.fetch === undefined;
  }
  const { event, fault, failure } = move;
  if (['GO', 'INPUT', 'SELECT'].includes(event.type) || failure === 'network') return false;
  if (fault === undefined) return true;
  const field = forms.flatMap(({ fields }) => fields).find(({ name }) => name === fault.field);
  if (field === undefined || field.type === 'hidden' || field.attributes?.['type'] !== undefined) return false;
  return kindOf(field) === 'text' && optionsOf(field) === undefined;
}

/**
 * Walks for a browser that take each transition which a browser can cause; none for a flow without an address. Rules and
 * kinds of failures are left to the walks without a browser.
 */
export function browserWalks(compiled: CompiledFlow): readonly Walk[] {
  const source = movesSource(watchFlow(compiled));
  const { visitors } = findVisitors(compiled);
  const exploration = exploreFlow(source, visitors, mostPlaces, (move) => isDrivable(compiled, move));
  const goals = goalsOf(source).filter(({ kind }) => kind === 'screen' || kind === 'transition');
  const ids = goals.map(({ id }) => id);
  return coverGoals(source, exploration, ids).walks;
}
