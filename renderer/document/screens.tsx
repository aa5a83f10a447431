/** The screens of a flow that are the same for all visitors, as HTML: `renderer/islands/html-screens.ts` draws them without React. */
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { CompiledFlow, Leaf } from '../../engine/flow/index.ts';
import type { Lookup } from '../../engine/flow/scope.ts';
import type { FormDefinition } from '../../engine/forms/types.ts';
import { sessionAtLeaf } from '../../engine/session/leaf-session.ts';
import { type Session, scopeAt, screenOf } from '../../engine/session/session.ts';
import type { Screen, ScreenStatus } from '../../engine/steps/screen.ts';
import type { ScreensData } from '../islands/html-screens.ts';

/** Draws the current step of a session. */
export type DrawScreen = (session: Session, screen: Screen, scope: Lookup) => ReactNode;

/** What a screen may read without depending on the visitor: the constants of the flow, and the place of a question. */
const constants: ReadonlySet<string> = new Set(['texts', 'step', 'steps']);

const statuses: ReadonlySet<ScreenStatus> = new Set<ScreenStatus>(['ready', 'waiting', 'calling']);

/** The fields whose views have a state of their own. */
const widgets = [
  'phone',
  'computed',
  'signature',
  'varied',
  'ranking',
  'search',
  'rows',
] as const satisfies (keyof NonNullable<FormDefinition['more']>)[];

const hasWidget = ({ form }: Screen): boolean => widgets.some((each) => form?.definition.more?.[each] !== undefined);

/** The HTML of a leaf's screen; null if it depends on the visitor's values, or needs React. */
function htmlOf(compiled: CompiledFlow, state: string, leaf: Leaf, draw: DrawScreen, prefix: string): string | null {
  if (!statuses.has(leaf.status)) return null;
  const session = sessionAtLeaf(compiled, state, leaf);
  const screen = screenOf(session);
  if (hasWidget(screen)) return null;
  let isFixed = true;
  const known = scopeAt(session);
  const scope: Lookup = (name) => {
    if (!constants.has(name)) isFixed = false;
    return known(name);
  };
  try {
    const html = renderToString(draw(session, screen, scope), { identifierPrefix: prefix });
    return isFixed ? html : null;
  } catch (error) {
    // A text shows a value that nobody has entered yet.
    if (!isFixed) return null;
    throw error;
  }
}

/**
 * Renders the screens of a flow that are the same for all visitors, apart from answers, errors and what waits. A step of whose
 * screens one is not is left to React as a whole, so that its elements stay while it waits.
 * @param prefix of ids from `useId`
 */
export function fixedScreens(compiled: CompiledFlow, draw: DrawScreen, prefix: string): ScreensData {
  const drawn = [...compiled.leaves].map(([state, leaf]) => ({
    state,
    step: leaf.step,
    html: htmlOf(compiled, state, leaf, draw, prefix),
  }));
  const others = new Set(drawn.flatMap(({ step, html }) => (html === null ? [step] : [])));
  const all = drawn.flatMap(({ state, step, html }) => (html === null || others.has(step) ? [] : [{ state, html }]));
  const distinct = [...new Set(all.map(({ html }) => html))];
  return { html: distinct, of: Object.fromEntries(all.map(({ state, html }) => [state, distinct.indexOf(html)])) };
}
