/** The transition table of a page's flow, and the screens to render for it. */

import { plainText } from '../../engine/flow/scope.ts';
import { compileTable } from '../../engine/session/compile-table.ts';
import { questionIds } from '../../engine/session/question-ids.ts';
import { leafOf, type Session, type SessionEvent, scopeAt, sendEvent, stateOf } from '../../engine/session/session.ts';
import type { TransitionTable } from '../../engine/session/table.ts';
import { pageTitle, tabTitle } from '../../engine/values/page-title.ts';
import type { Json } from '../../schemas/compiled.ts';
import { type PageTable, partEnd } from '../boot/protocol.ts';

export interface SteppedPage {
  readonly table: Omit<PageTable, 'views'>;
  /** A session at each view. */
  readonly sessions: ReadonlyMap<string, Session>;
}

/** The stamp of events whose time is not shown. */
const none = { at: 0, random: 0 } as const;

/** The events by which a table leaves a state, with one answer for all. */
function eventsAt({ states }: TransitionTable, state: string): SessionEvent[] {
  const { on = {}, after, answer: [field = ''] = [] } = states[state] ?? {};
  return Object.entries(on).flatMap(([type, [first]]): SessionEvent[] => {
    const option = first?.if?.[0] === 'isOption' ? first.if[1][0] : undefined;
    if (type === 'SELECT') return typeof option === 'number' ? [{ type, value: option }] : [];
    if (type === 'INPUT') return typeof option === 'string' ? [{ type, field, value: option }] : [];
    if (type === 'SUBMIT') return [option ?? '', ''].map((value) => ({ type, values: { [field]: value } }));
    if (after !== undefined && type === 'TIMER') return [after[0]];
    return [type.startsWith('on.') ? { type: 'on', name: type.slice(3) } : ({ type } as SessionEvent)];
  });
}

/** The views of a table: its states, and those with an error. */
const viewNames = ({ states }: TransitionTable): string[] =>
  Object.entries(states).flatMap(([state, { on }]) => {
    const actions = Object.values(on).flatMap((ways) => ways.flatMap((way) => way.do ?? []));
    const canFail = actions.some((action) => !('kind' in action) && action[0] === 'setError');
    return canFail ? [state, `${state}!`] : [state];
  });

/** Finds a session at each view of a table. */
function viewsOf(start: Session, table: TransitionTable): Map<string, Session> {
  const views = new Map<string, Session>();
  const reached: Session[] = [];
  const seen = new Set<string>();
  const follow = (first: Session): void => {
    const waiting = [first];
    for (let session = waiting.shift(); session !== undefined; session = waiting.shift()) {
      const state = stateOf(session);
      if (table.states[state] === undefined) continue;
      const [name = '', index] = table.states[state].answer ?? [];
      const { values, errors } = session.snapshot.context;
      // A form keeps its error while another is shown.
      const hasError = index === undefined ? errors[name] !== undefined : Object.keys(errors).length > 0;
      const stored = index === undefined ? values[name] : (values[name] as readonly Json[])[index];
      const key = [state, hasError, stored].join();
      if (seen.has(key)) continue;
      seen.add(key);
      reached.push(session);
      const view = hasError ? `${state}!` : state;
      if (!views.has(view)) views.set(view, session);
      for (const event of eventsAt(table, state)) waiting.push(sendEvent(session, event, none).session);
    }
  };
  follow(start);
  // Conditions over other answers lead to the others. The history leads there as well, from a visit with enough answers.
  for (const [state, { screen }] of Object.entries(table.states))
    for (const session of [...reached].reverse()) {
      if (views.has(state)) break;
      follow(sendEvent(session, { type: 'GO', screen }, none).session);
    }
  return views;
}

/**
 * The table of a page that begins with this session.
 * @param fallback the title of the page's step, for steps without one
 * @returns null if the page cannot step without its island
 */
export function pageTable(session: Session, fallback: string, siteName: string): SteppedPage | null {
  const table = compileTable(session);
  if (table === null) return null;
  const { flow } = session.compiled;
  const views = viewsOf(session, table);
  if (viewNames(table).some((view) => !views.has(view))) return null;
  const titles: Record<string, readonly [string, string]> = {};
  const paths: Record<string, readonly string[]> = {};
  for (const each of views.values()) {
    const { screen, step } = leafOf(each);
    const { title, titlePrefix = '', path } = flow.steps[step] ?? {};
    const scope = scopeAt(each);
    const page = pageTitle(title === undefined ? fallback : plainText(title, scope), siteName);
    titles[screen] = [page, tabTitle(page, plainText(titlePrefix, scope))];
    if (path !== undefined) paths[step] = path;
  }
  const behaviour = flow.resume === false ? null : flow.behaviour;
  return { table: { table, titles, paths, behaviour, questions: questionIds(flow) }, sessions: views };
}

/** Whether a text can be cut at a place: not between the two halves of a character. */
const isCut = (text: string, at: number): boolean => !/[\ud800-\udbff]/.test(text[at - 1] ?? '');

/** How much two texts have in common, at the beginning and then at the end. */
function commonParts(a: string, b: string): { readonly start: number; readonly end: number } {
  const longest = Math.min(a.length, b.length);
  let start = 0;
  while (start < longest && a[start] === b[start]) start += 1;
  while (!isCut(a, start) || !isCut(b, start)) start -= 1;
  let end = 0;
  while (end < longest - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  while (!isCut(a, a.length - end) || !isCut(b, b.length - end)) end -= 1;
  return { start, end };
}

/** Encodes the HTML of views: of each the part in which it differs from the previous one. */
export function encodeViews(views: readonly (readonly [view: string, html: string])[]): {
  readonly views: PageTable['views'];
  readonly parts: string;
} {
  let previous = '';
  const parts: string[] = [];
  const encoded = views.map(([view, html]) => {
    const { start, end } = commonParts(previous, html);
    parts.push(html.slice(start, html.length - end));
    previous = html;
    return [view, start, end] as const;
  });
  if (parts.some((part) => /<\/script|<script/i.test(part) || part.includes(partEnd)))
    throw new RangeError('A view would end its element');
  return { views: encoded, parts: parts.join(partEnd) };
}
