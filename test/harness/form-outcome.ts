/** Checks of the form behind questions that hold for all actions of a visitor, and for each moment at which its island wakes. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { type Session, type SessionEvent, screenOf, sendEvent, startSession } from '../../engine/session/session.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { eventsIn } from './early-walks.ts';
import { type FormDone, type Held, heldNow } from './form-taps.ts';

/** The end of a walk. */
interface FormEnd {
  readonly flow: CompiledFlow;
  /** The name of the form. */
  readonly form: string;
  readonly done: readonly FormDone[];
  readonly lines: readonly TraceLine[];
  /** The stored leads of the visitor. */
  readonly leads: readonly Readonly<Record<string, unknown>>[];
}

/** What a page shows, and what its island has saved. */
const seenOn = (page: Page, flow: string) =>
  page.evaluate((key) => {
    const island = document.querySelector<HTMLElement>('[data-island]') as HTMLElement;
    const saved = JSON.parse(sessionStorage.getItem(key) ?? 'null') as {
      screen: string;
      values: Record<string, unknown>;
    } | null;
    return {
      isBusy: island.querySelector('[aria-busy=true], [data-waiting]') !== null,
      entry: (history.state as { screen?: string } | null)?.screen,
      invalid: [...island.querySelectorAll<HTMLInputElement>('form[data-form] [aria-invalid=true]')].map(
        ({ name }) => name,
      ),
      saved,
    };
  }, `funnel:${flow}`);

/** The session of a trace. Its texts are redacted, but valid where those of the visitor are. */
function sessionOf(flow: CompiledFlow, lines: readonly TraceLine[]) {
  const [head] = lines;
  if (head?.kind !== 'head') throw new Error('The trace has no head.');
  let { session } = startSession(flow, head.input);
  for (const line of lines)
    if (line.kind === 'step' && line.event !== null)
      session = sendEvent(session, line.event as SessionEvent, { at: line.at, random: line.random ?? 0 }).session;
  return session;
}

/** Names without those that follow the same one. */
const withoutRepeated = (names: readonly string[]): string[] =>
  names.filter((name, index) => name !== names[index - 1]);

/**
 * The edits that the session receives: those of a page without island once it wakes, in the order of the form, and each
 * later one.
 */
function editsOf(done: readonly FormDone[]): string[] {
  const edits = done.filter(({ kind }) => kind === 'edit');
  const before = edits.filter(({ isAwake }) => !isAwake);
  const reached = done[0]?.held ?? {};
  const typed = before.at(-1)?.held ?? reached;
  const read = Object.keys(typed).filter((name) => String(typed[name]) !== String(reached[name]));
  const later = edits.filter(({ isAwake }) => isAwake).map(({ field = '' }) => field);
  return withoutRepeated([...read, ...later]);
}

/** The fields that were edited before the island was awake, and then had their first value again: it may have read them between. */
function undoneIn(done: readonly FormDone[]): ReadonlySet<string> {
  const before = done.filter(({ kind, isAwake }) => kind === 'edit' && !isAwake);
  const [reached, typed] = [done[0]?.held ?? {}, before.at(-1)?.held ?? {}];
  const fields = before.map(({ field = '' }) => field);
  return new Set(fields.filter((name) => String(typed[name]) === String(reached[name])));
}

/** Texts without the signs between their letters, which submissions of numbers leave out. */
const plain = (value: unknown): string => String(value ?? '').replace(/[^\w@.]/g, '');

/** Expects that the page shows what the session has, and that this is what was typed. */
async function expectSame(page: Page, session: Session, form: string, done: readonly FormDone[]): Promise<Held> {
  const screen = screenOf(session);
  const { isBusy, entry, invalid, saved } = await seenOn(page, session.compiled.flow.flow);
  expect({ isBusy, entry, saved: saved?.screen }).toEqual({ isBusy: false, entry: screen.id, saved: screen.id });
  const last = done.findLast(({ held }) => held !== null)?.held as Held;
  if (screen.form?.definition.id !== form) return last;
  expect(new Set(invalid)).toEqual(new Set(Object.keys(screen.form.errors)));
  const values = Object.keys(last).map((name) => [name, saved?.values[name] ?? (last[name] === false ? false : '')]);
  expect(Object.fromEntries(values)).toEqual(last);
  return last;
}

/** Expects that leads are what was sent, each once. */
function expectLeads(session: Session, { form, done, leads }: FormEnd, last: Held): void {
  const first = done.findIndex(({ kind }) => kind === 'submit');
  const names = Object.keys(last).filter((name) => typeof last[name] !== 'boolean');
  const { values } = session.snapshot.context;
  const isComplete = ({ held }: FormDone): boolean =>
    held !== null && session.compiled.validate(form, { ...values, ...held }).ok;
  const sendable = first < 0 ? [] : done.slice(first).filter(isComplete);
  for (const lead of leads)
    expect(sendable.map(({ held }) => names.map((name) => plain(held?.[name])))).toContainEqual(
      names.map((name) => plain(lead[name])),
    );
  expect(new Set(leads.map(({ email }) => email)).size).toBe(leads.length);
  // Who goes back or forward, or has just gone, may come before the press is performed.
  const gone = done.filter(({ kind }) => kind === 'back' || kind === 'forward');
  const before = gone.filter((each) => done.indexOf(each) < first);
  const isAway = before.filter(({ kind }) => kind === 'back').length !== before.length / 2;
  if (first < 0 || isAway || gone.length > before.length) return;
  const isShown = screenOf(session).form?.definition.id === form;
  expect(leads.length).toBe(isShown ? 0 : 1);
  const pressed = done.findLastIndex(({ kind }) => kind === 'submit');
  const after = done.slice(pressed).filter(({ held }) => held !== null);
  if (after.every(isComplete)) expect(isShown).toBe(false);
  if (sendable.length > 0) return;
  // Until the island and the form's rules have arrived, a page submits what is typed after the press, too. An edit clears the message
  // of its own field.
  const left = after.map(({ held }, index) => {
    const verdict = session.compiled.validate(form, { ...values, ...held });
    const edited = new Set(after.slice(index + 1).map(({ kind, field }) => kind === 'edit' && field));
    return verdict.ok ? [] : verdict.errors.flatMap(({ field }) => (edited.has(field) ? [] : [field]));
  });
  expect(left).toContainEqual(Object.keys(screenOf(session).form?.errors ?? {}));
}

/**
 * Expects that the page has what was typed, as the session does, that each edit is traced once, and that leads are what was
 * sent. The moments of the code decide which values a submission takes that is followed by edits, and whether it is sent if
 * the visitor goes back.
 */
export async function expectForm(page: Page, end: FormEnd): Promise<void> {
  const { flow, form, done, lines } = end;
  const session = sessionOf(flow, lines);
  const last = await expectSame(page, session, form, done);
  const now = await heldNow(page);
  if (now) expect(now).toEqual(last);
  const events = eventsIn(lines);
  const edits = events.flatMap((event) => (event.type === 'INPUT' && event.field in last ? [event.field] : []));
  const undone = undoneIn(done);
  const certain = (names: readonly string[]) => withoutRepeated(names.filter((name) => !undone.has(name)));
  expect(certain(edits)).toEqual(certain(editsOf(done)));
  const sent = events.filter((event) => event.type === 'SUBMIT' && 'email' in event.values);
  expect(sent.length).toBeLessThanOrEqual(done.filter(({ kind }) => kind === 'submit').length);
  expectLeads(session, end, last);
}
