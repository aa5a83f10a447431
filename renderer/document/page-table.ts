/** The transition table of a page's flow, and the screens to render for it. */

import { plainText } from '../../engine/flow/scope.ts';
import type { OtherAnswers } from '../../engine/session/asked-field.ts';
import { type AskedForm, askedFormIn, hasConditions } from '../../engine/session/asked-form.ts';
import { compileTable } from '../../engine/session/compile-table.ts';
import { questionIds } from '../../engine/session/question-ids.ts';
import {
  leafOf,
  type Session,
  type SessionEvent,
  scopeAt,
  sendEvent,
  stateOf,
  withValues,
} from '../../engine/session/session.ts';
import {
  startVisit,
  type TableError,
  type TableEvents,
  type TableState,
  type TableTransition,
  type TableVisit,
  type TransitionTable,
  takeEvent,
  viewOf,
} from '../../engine/session/table.ts';
import { type TableRuntime, tableRuntime } from '../../engine/session/table-runtime.ts';
import { pageTitle, tabTitle } from '../../engine/values/page-title.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { FormStep } from '../../schemas/generated/types.ts';
import { type PageTable, partEnd } from '../boot/protocol.ts';
import { viewEnding } from '../boot/views.ts';

/**
 * What only some tables need: that of their guards, the views of several errors (`renderer/boot/mixed.ts`), masks, and the conditions
 * of fields.
 */
export type TableWord = keyof TableRuntime | 'mixed' | 'masks' | 'shown';

export interface SteppedPage {
  readonly table: Omit<PageTable, 'views'>;
  /** A session at each view. */
  readonly sessions: ReadonlyMap<string, Session>;
  /** What the table needs beside the boot script. */
  readonly words: readonly TableWord[];
}

/** The stamp of events whose time is not shown. */
const none = { at: 0, random: 0 } as const;

/** The form of a session's step, which the table asks. */
function formAt({ compiled, snapshot }: Session, step: string): AskedForm | null {
  const { form = '' } = (compiled.flow.steps[step] ?? {}) as Partial<FormStep>;
  return askedFormIn(compiled, snapshot.context, form);
}

/**
 * A submission for each error of a field, and one without. Each but the last has one error more than the one before it, so that
 * little of the HTML differs; a form that reports its first error only has one, and a form with conditions shows other fields with
 * other answers.
 */
function submissionsOf(form: AskedForm): SessionEvent[] {
  const { fields, showsFirst } = form;
  const isAlone = showsFirst || hasConditions(form);
  const submit = (at: number, wrong: Json, beside: OtherAnswers = {}): SessionEvent => {
    const values = fields.map(({ field, right, refused }, index): [string, Json] => {
      const before = isAlone ? right : (refused.findLast(({ sample }) => sample !== undefined)?.sample ?? right);
      return [field, index < at ? before : index === at ? wrong : right];
    });
    // A field with a condition is shown.
    return { type: 'SUBMIT', values: { ...Object.fromEntries(values), ...fields[at]?.condition?.beside, ...beside } };
  };
  const wrong = fields.flatMap(({ refused }, index) =>
    refused.flatMap(({ sample, beside }) => (sample === undefined ? [] : [submit(index, sample, beside)])),
  );
  return [...wrong, submit(-1, null)];
}

/** The events by which a table leaves a state, with an answer for each of its transitions. */
function eventsAt({ on = {}, after }: TableState, form: AskedForm | null): SessionEvent[] {
  if (form !== null) {
    // A submission has all values itself. Edits of several fields would lead to each combination of them.
    const edits = form.fields.map(({ field, right }): SessionEvent => ({ type: 'INPUT', field, value: right }));
    return [...(edits.length > 1 ? [] : edits), ...submissionsOf(form), ...pressesAt(on)];
  }
  return Object.entries(on).flatMap(([type, ways]): SessionEvent[] => {
    if (type === 'SELECT')
      return ways.flatMap(({ if: allowed }) =>
        allowed?.[0] === 'isOption' ? [{ type, value: allowed[1][0] as number }] : [],
      );
    if (after !== undefined && type === 'TIMER') return [after[0]];
    return type.startsWith('on.') ? pressesAt({ [type]: ways }) : [{ type } as SessionEvent];
  });
}

const pressesAt = (on: TableEvents): SessionEvent[] =>
  Object.keys(on).flatMap((type) => (type.startsWith('on.') ? [{ type: 'on', name: type.slice(3) }] : []));

/** The errors that fields can have in a state. */
const errorsIn = ({ on = {} }: TableState): TableError[] =>
  Object.values(on)
    .flatMap((ways) => ways.flatMap((way) => way.do ?? []))
    .filter((action): action is TableError => !('kind' in action) && action[0] === 'setError');

/** Whether a table has a view of each state, and of each error of each field. */
const hasAll = ({ states }: TransitionTable, views: ReadonlyMap<string, Session>): boolean =>
  Object.entries(states).every(
    ([state, own]) =>
      views.has(state) && errorsIn(own).every((error) => viewEnding([...views.keys()], state, String(error))),
  );

/** The words that the guards of transitions need. */
const wordsOf = (ways: readonly TableTransition[]): TableWord[] =>
  ways.flatMap(({ if: guard, next = [] }) => {
    const tests = guard?.[0] === 'isText' ? guard[1] : [];
    const isWritten = (guard?.[0] === 'isTrue' && guard[3] !== undefined) || tests.some((test) => 'rule' in test);
    return [
      ...(guard?.[0] === 'isTrue' ? (['evaluate'] as const) : []),
      ...(isWritten ? (['written'] as const) : []),
      ...(typeof next === 'string' ? [] : wordsOf(next)),
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
  const forms = new Map<string, AskedForm | null>();
  const formOf = (session: Session, { fields }: TableState): AskedForm | null => {
    const { step } = leafOf(session);
    if (fields !== undefined && !forms.has(step)) forms.set(step, formAt(session, step));
    return forms.get(step) ?? null;
  };
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
      const state = table.states[visit.state] as TableState;
      const { answer: [list = '', index = 0] = [], fields = {} } = state;
      const stored = [
        (visit.values[list] as readonly Json[] | undefined)?.[index],
        ...Object.keys(fields).map((name) => visit.values[name]),
      ];
      const key = [view, ...stored].join();
      if (seen.has(key)) continue;
      seen.add(key);
      reached.push(place);
      if (!views.has(view)) views.set(view, session);
      // Errors change no transition: those of the state have been followed without them.
      if (view !== visit.state) continue;
      for (const event of eventsAt(state, formOf(session, state))) waiting.push(...after(place, event));
    }
  };
  follow([{ session: start, visit: startVisit(table) }]);
  // Conditions over other answers lead to the others. The history leads there as well, from a visit with enough answers.
  for (const [state, { screen }] of Object.entries(table.states))
    for (const place of [...reached].reverse()) {
      if (views.has(state)) break;
      follow(after(place, { type: 'GO', screen }));
    }
  // The views of a state follow each other, because they have most in common.
  const states = Object.keys(table.states);
  const placeOf = ([view]: readonly [string, Session]): number => states.indexOf(view.split('!')[0] as string);
  const sorted = [...views].sort((one, other) => placeOf(one) - placeOf(other));
  return new Map(
    sorted.map(([view, session]) => [view, withoutAnswers(start, session, table.states[stateOf(session)])]),
  );
}

/**
 * A session at a view with the first values of its form, so that the views of its errors differ in these only. The boot script fills
 * in the visitor's. Other values would hide fields with conditions.
 */
function withoutAnswers(start: Session, session: Session, { fields = {}, shown }: Partial<TableState> = {}): Session {
  const { values } = start.snapshot.context;
  return shown === undefined
    ? withValues(session, Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] as Json])))
    : session;
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
  if (!hasAll(table, views)) return null;
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
  const isMixed = Object.values(table.states).some(
    (state) => new Set(errorsIn(state).map(([, field]) => field)).size > 1,
  );
  const asked = new Set(Object.values(table.states).flatMap(({ fields = {} }) => Object.keys(fields)));
  const fields = session.compiled.forms.flatMap((form) => form.fields);
  const more: readonly (readonly [TableWord, boolean])[] = [
    ['mixed', isMixed],
    ['shown', Object.values(table.states).some(({ shown }) => shown !== undefined)],
    ['masks', fields.some(({ name, mask }) => mask !== undefined && asked.has(name))],
  ];
  const ways = [...Object.values(table.states).map(({ on = {} }) => on), table.history].flatMap((each) =>
    Object.values(each),
  );
  return {
    table: { table, titles, paths, behaviour, questions: questionIds(flow) },
    sessions: views,
    words: [...new Set([...ways.flatMap(wordsOf), ...more.flatMap(([word, isUsed]) => (isUsed ? [word] : []))])].sort(),
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
