/** The transition table of a page's flow, and the screens to render for it. */

import { plainText } from '../../engine/flow/scope.ts';
import { compileTable } from '../../engine/session/compile-table.ts';
import { questionIds } from '../../engine/session/question-ids.ts';
import { leafOf, type Session, type SessionEvent, scopeAt, sendEvent } from '../../engine/session/session.ts';
import {
  startVisit,
  type TableGuard,
  type TableTransition,
  type TableVisit,
  type TransitionTable,
  takeEvent,
  viewOf,
} from '../../engine/session/table.ts';
import { type TableRuntime, tableRuntime } from '../../engine/session/table-runtime.ts';
import { askedFieldIn } from '../../engine/session/table-words.ts';
import { pageTitle, tabTitle } from '../../engine/values/page-title.ts';
import type { Json } from '../../schemas/compiled.ts';
import { type PageTable, partEnd } from '../boot/protocol.ts';

export interface SteppedPage {
  readonly table: Omit<PageTable, 'views'>;
  /** A session at each view. */
  readonly sessions: ReadonlyMap<string, Session>;
  /** What the table's guards need. */
  readonly words: readonly (keyof TableRuntime)[];
}

/** The stamp of events whose time is not shown. */
const none = { at: 0, random: 0 } as const;

/** The first answer that a guard allows, if it is one of answers. */
function answerFor(guard: TableGuard | undefined): Json[] {
  if (guard?.[0] === 'isOption') return guard[1].slice(0, 1);
  return guard?.[0] === 'areOptions' ? [guard[1].slice(0, guard[2]?.[0] ?? 1)] : [];
}

/** A text for each verdict of the form that asks for it alone. */
const samplesOf = ({ compiled, snapshot }: Session, field: string): readonly Json[] =>
  compiled.forms
    .filter(({ fields }) => fields.some(({ name }) => name === field))
    .flatMap(({ id }) => askedFieldIn(compiled, snapshot.context, id)?.samples ?? []);

/** The events by which a table leaves a state, with one answer for each of its transitions. */
function eventsAt({ states }: TransitionTable, state: string, session: Session): SessionEvent[] {
  const { on = {}, after, answer: [field = ''] = [] } = states[state] ?? {};
  return Object.entries(on).flatMap(([type, ways]): SessionEvent[] => {
    const isText = ways.some((way) => way.if?.[0] === 'isText');
    const answers = isText ? samplesOf(session, field) : ways.flatMap((way) => answerFor(way.if));
    if (type === 'SELECT') return answers.map((value) => ({ type, value: value as number }));
    if (type === 'INPUT') return answers.map((value) => ({ type, field, value }));
    if (type === 'SUBMIT') return answers.map((value) => ({ type, values: { [field]: value } }));
    if (after !== undefined && type === 'TIMER') return [after[0]];
    return [type.startsWith('on.') ? { type: 'on', name: type.slice(3) } : ({ type } as SessionEvent)];
  });
}

/** The views of a table: its states, and those with an error. */
const viewNames = ({ states }: TransitionTable): string[] =>
  Object.entries(states).flatMap(([state, { on }]) => {
    const actions = Object.values(on).flatMap((ways) => ways.flatMap((way) => way.do ?? []));
    const errors = actions.flatMap((action) =>
      'kind' in action || action[0] !== 'setError' ? [] : [`${state}!${action[2] ?? ''}`],
    );
    return [state, ...new Set(errors)];
  });

/** The words that the guards of transitions need. */
const wordsOf = (ways: readonly TableTransition[]): (keyof TableRuntime)[] =>
  ways.flatMap(({ if: guard, next = [] }) => {
    const tests = guard?.[0] === 'isText' ? guard[1] : [];
    const isWritten = (guard?.[0] === 'isTrue' && guard[3] !== undefined) || tests.some((test) => 'rule' in test);
    return [
      ...(guard?.[0] === 'isTrue' ? (['evaluate'] as const) : []),
      ...(isWritten ? (['written'] as const) : []),
      ...wordsOf(next),
    ];
  });

/** A session, and the table's visit at the same place. */
interface Place {
  readonly session: Session;
  readonly visit: TableVisit;
}

/** Finds a session at each view of a table. */
function viewsOf(start: Session, table: TransitionTable): Map<string, Session> {
  const views = new Map<string, Session>();
  const reached: Place[] = [];
  const seen = new Set<string>();
  /** The place after an event; none where the table ends. */
  const after = ({ session, visit }: Place, event: SessionEvent): Place[] => {
    const step = takeEvent(table, visit, event, tableRuntime);
    return step === null ? [] : [{ session: sendEvent(session, event, none).session, visit: step.visit }];
  };
  const follow = (first: readonly Place[]): void => {
    const waiting = [...first];
    for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
      const { session, visit } = place;
      const view = viewOf(table, visit);
      const [name = '', index] = table.states[visit.state]?.answer ?? [];
      const stored = index === undefined ? visit.values[name] : (visit.values[name] as readonly Json[])[index];
      const key = [view, stored].join();
      if (seen.has(key)) continue;
      seen.add(key);
      reached.push(place);
      if (!views.has(view)) views.set(view, session);
      for (const event of eventsAt(table, visit.state, session)) waiting.push(...after(place, event));
    }
  };
  follow([{ session: start, visit: startVisit(table) }]);
  // Conditions over other answers lead to the others. The history leads there as well, from a visit with enough answers.
  for (const [state, { screen }] of Object.entries(table.states))
    for (const place of [...reached].reverse()) {
      if (views.has(state)) break;
      follow(after(place, { type: 'GO', screen }));
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
  const ways = [...Object.values(table.states).map(({ on }) => on), table.history].flatMap((each) =>
    Object.values(each),
  );
  return {
    table: { table, titles, paths, behaviour, questions: questionIds(flow) },
    sessions: views,
    words: [...new Set(ways.flatMap(wordsOf))].sort(),
  };
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
