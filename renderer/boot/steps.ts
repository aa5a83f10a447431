/**
 * Steps through the questions and texts of a page's flow by its transition table, before the island is awake. The island
 * takes the same events when it wakes.
 */
import {
  type SteppedEvent,
  startVisit,
  type TableState,
  type TableStep,
  type TableVisit,
  takeEvent,
  viewOf,
} from '../../engine/session/table.ts';
import type { Json } from '../../schemas/compiled.ts';
import { createDelayed, whenFree } from './after-paint.ts';
import { nameEntry, nextEntry } from './entries.ts';
import { createGuide } from './guide.ts';
import { whenIdle } from './loading.ts';
import { morphChildren } from './morph.ts';
import {
  entryScreen,
  type Islands,
  type MixViews,
  type PageTable,
  personalAge,
  readVisit,
  savedKey,
  screenToResume,
  stepIds,
} from './protocol.ts';
import type { SavedVisit } from './saved-visit.ts';
import { showScreen } from './show-screen.ts';
import { decodeViews } from './views.ts';

const textOf = (id: string): string => (document.getElementById(id) as HTMLElement).textContent;

/** The types of controls that hold a text, and of lists. */
const typed = /^[tdes]|ran/;

/** Makes what the session has the default of a control: the island reads what differs from it. */
const keep = (control: HTMLInputElement): void => {
  if (typed.test(control.type)) control.defaultValue = control.value;
  else if (control.type === 'checkbox') control.defaultChecked = control.checked;
};

const stepOf = (screen: string): string => screen.split('.')[0] as string;

/** Whether two screens share their elements: those of a step, and all that have a form. Others may be animated, or behave. */
const isShared = (from: TableState, to: TableState): unknown =>
  stepOf(from.screen) === stepOf(to.screen) || ((from.answer ?? from.fields) && (to.answer ?? to.fields));

/**
 * Creates the steps of the page's flow and listens for its events, before the islands do. The attribute `data-steps`
 * marks the island until the machine has to take an event.
 * @returns starts the steps; null if the page has no table, or the visit continues an earlier one, whose screen is shown
 */
export function createSteps(): ((islands: Islands) => void) | null {
  const root = document.querySelector<HTMLElement>('[data-island]:not([data-instance])');
  if (!root) return null;
  const { dataset } = root;
  const { flow, screen: first } = dataset as { readonly flow: string; readonly screen: string };
  const saved = readVisit(flow);
  const { pathname, search } = location;
  const { written } = window;
  const events: SteppedEvent[] = [];
  let page: PageTable;
  let html: Readonly<Record<string, string>>;
  const parsed: Record<string, DocumentFragment> = {};
  let visit: TableVisit;
  let pressedOn = first;
  let islands: Islands;
  let isPainting = false;
  /** Whether the island saves the visit. */
  let isTaken = false;
  /** The browser itself shows a choice: it is taken once it is painted, or before the next event. */
  const { delay, settle } = createDelayed();
  /** The step that a press on Next will probably make, and the changes to its view, found before the press. */
  let plan: readonly [view: string, changes: readonly (() => void)[], step: TableStep] | undefined;

  /** Reads the table when the browser is idle, or at the first event: the page must not wait for it. */
  const load = (): void => {
    if (visit) return;
    page = JSON.parse(textOf(stepIds.table));
    html = decodeViews(page.views, textOf(stepIds.screens));
    visit = startVisit(page.table);
  };
  const viewAt = (view: string): DocumentFragment => {
    if (!parsed[view]) {
      const template = document.createElement('template');
      template.innerHTML = html[view] ?? (window.mixed as MixViews)(view, html);
      parsed[view] = template.content;
    }
    return parsed[view];
  };
  /** Parses the HTML of all views in advance, each when the browser is idle: a press in between must not wait. */
  const prepare = (): void => {
    load();
    for (const view in html) whenIdle(() => viewAt(view));
  };
  const now = ({ state } = visit): TableState => page.table.states[state] as TableState;
  const viewNow = (): string => viewOf(page.table, visit);
  const isActive = (): boolean => 'steps' in dataset;
  const end = (): void => {
    delete dataset['steps'];
    // If the island cannot be woken, the browser posts a form that has everything; else a reload shows the screen.
    if (events[0] && !now().whole) dataset['moved'] = '';
  };
  const nameFirst = (): void => {
    if (!entryScreen()) nameEntry(first);
  };
  const guide = createGuide((address, screen, replace) => {
    nameFirst();
    history[replace ? 'replaceState' : 'pushState'](nextEntry(screen, replace), '', address);
    // After its entry, because the browser lists entries by their titles.
    document.title = page.titles[screen]?.[1] as string;
  });

  /** What the visitor has filled in on a screen that is only shown: a reload must not lose it. */
  const filledIn = (): TableVisit['values'] => {
    const kept: Record<string, Json> = {};
    // The box of a checkbox alone says `true`. The lists of one name are the places of a ranking.
    for (const { type, name, value, checked } of controls())
      if (type === 'checkbox')
        kept[name] = value === 'true' ? checked : [kept[name] ?? [], checked ? value : []].flat();
      else if (checked || typed.test(type)) kept[name] = name in kept ? [kept[name] as Json, value].flat() : value;
    return kept;
  };
  const save = (): void => {
    settle();
    if (isTaken || !events[0] || page.behaviour === null) return;
    const saved: SavedVisit = {
      behaviour: page.behaviour,
      path: location.pathname,
      screen: now().screen,
      at: Date.now(),
      values: now().on ? visit.values : { ...visit.values, ...filledIn() },
      questions: page.questions,
    };
    try {
      sessionStorage.setItem(savedKey(flow), JSON.stringify(saved));
    } catch {
      // Storage is denied. A reload then starts from the beginning.
    }
  };
  /** The stored answer to the current question, or to a field. */
  const answer = (field = ''): unknown => {
    const [list = field, index] = now().answer ?? [];
    const value = visit.values[list];
    return index === undefined ? value : (value as readonly unknown[])[index];
  };
  /** The event of a press on Next. @param valueIn what it submits for a field */
  const submission = (valueIn: (field: string) => unknown): SteppedEvent['event'] => {
    const { fields } = now();
    return fields
      ? { type: 'SUBMIT', values: Object.fromEntries(Object.keys(fields).map((name) => [name, valueIn(name) as Json])) }
      : { type: 'NEXT' };
  };
  /** @returns null if the machine has to process the event */
  const take = (event: SteppedEvent['event']): ReturnType<typeof takeEvent> => {
    try {
      return takeEvent(page.table, visit, event, window);
    } catch {
      // The machine reports it.
      return null;
    }
  };
  const changesTo = (view: string): (() => void)[] => {
    const changes: (() => void)[] = [];
    // The bar of the progress moves once the screen is painted: starting its transition takes a sixth of the frame.
    morphChildren(root, viewAt(view), (element, style) => delay(() => element.setAttribute('style', style)), changes);
    return changes;
  };
  const planNext = (): void => {
    const step = take(submission(answer));
    if (!step || !isShared(now(), now(step.visit))) return;
    const view = viewOf(page.table, step.visit);
    plan = [view, changesTo(view), step];
  };

  /** The island is fetched after the first step, started when something needs it, and never inside a press. */
  const painted = (): void => {
    isPainting = false;
    save();
    if (!isActive()) return;
    planNext();
    islands.fetch(root);
    const wake = (): void => islands.wake(root, true);
    if ('traces' in dataset || /[?&]trace\b/.test(search)) wake();
    else if (now().last) whenIdle(wake);
  };

  const controls = (): NodeListOf<HTMLInputElement> => root.querySelectorAll('input,select,textarea');

  /** Draws the current state over that of another one. */
  const draw = (before: TableState): void => {
    if (!isShared(before, now())) root.replaceChildren();
    const view = viewNow();
    for (const change of plan?.[0] === view ? plan[1] : changesTo(view)) change();
    // The view has the answers of an example in the addresses of its forms.
    for (const form of root.querySelectorAll('[action*="?"]'))
      form.setAttribute('action', location.pathname + location.search);
    for (const control of controls()) {
      const { type, value } = control;
      // A screen that is only shown has values of its own, or those that were saved.
      const stored = answer(control.name) ?? (now().on ? '' : null);
      if (stored === null) continue;
      if (typed.test(type)) {
        const text = written ? written.show(control, `${stored}`) : `${stored}`;
        // Not again on the same screen, because that would clear an incomplete time.
        if (value !== text || before.screen !== now().screen) control.value = text;
      } else control.checked = Array.isArray(stored) ? stored.includes(value) : `${stored}` === value;
      keep(control);
    }
    dataset['screen'] = now().screen;
  };

  const render = (before: TableState, viewBefore: string): void => {
    const { screen, after } = now();
    dataset['state'] = visit.state;
    // The browser itself checks the option of an answer.
    if (viewNow() === viewBefore) return;
    if (after) setTimeout(send, after[1], after[0]);
    draw(before);
    if (screen !== before.screen) showScreen(root, stepOf(before.screen) === stepOf(screen));
    window.funnel?.behave();
  };

  /** Takes an event, or leaves it to the machine. */
  const send = (event: SteppedEvent['event']): void => {
    // The island takes the event, or the timer is its own.
    if (!isActive()) return;
    settle();
    const before = now();
    const viewBefore = viewNow();
    const step = event.type === 'NEXT' && plan ? plan[2] : take(event);
    if (!step) {
      end();
      return;
    }
    events.push({ event, stamp: { at: Date.now(), random: Math.random() } });
    visit = step.visit;
    const { funnel } = window;
    if (before.screen !== now().screen) funnel?.toast(null);
    for (const effect of step.effects) {
      if (effect.kind === 'navigate') {
        const { screen, path: to, query } = effect;
        const { pathname: here } = location;
        const own = page.paths[stepOf(screen)]?.includes(here) ? here : to;
        const parameters = new URLSearchParams(query).toString();
        const address = own ? own + (parameters && `?${parameters}`) : here + location.search;
        guide.navigate(address, screen, event.type === 'GO');
        // At once, because events that follow report it.
        document.body.dataset['title'] = page.titles[screen]?.[0];
      } else if (effect.kind === 'toast') funnel?.toast(effect);
      // `alert` blocks rendering: the page behind it is painted first.
      else if (effect.kind === 'alert') setTimeout(() => alert(effect.text));
      else if (effect.kind === 'track') funnel?.track(effect);
      else root.querySelector<HTMLElement>(`[name="${CSS.escape(effect.field)}"]`)?.focus();
    }
    render(before, viewBefore);
    plan = undefined;
    funnel?.viewed();
    if (!isPainting) whenFree(painted);
    isPainting = true;
  };

  /** What a form holds for its question. */
  const given = (form: HTMLFormElement, name: string): Json => {
    const all = new FormData(form).getAll(name).filter(Boolean) as string[];
    const stored = answer(name);
    // A box has a mark or none.
    return Array.isArray(stored) ? all : typeof stored === 'boolean' ? !!all[0] : (all[0] ?? '');
  };
  /** What a control's question has now. To read its form would take a tenth of the press. */
  const read = ({ type, form, name, value }: HTMLInputElement): Json =>
    type === 'checkbox' ? given(form as HTMLFormElement, name) : value;
  const choose = (field: string, value: Json): void =>
    send(now().answer ? { type: 'SELECT', value: Number(value) } : { type: 'INPUT', field, value });
  /** Clears the options that cannot be chosen beside another, as the island does. */
  const clearBeside = ({ value, checked, form, name }: HTMLInputElement): void => {
    const exclusive = now().fields?.[name];
    for (const other of (checked && exclusive && form?.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)) || [])
      if (other.value !== value && (exclusive?.includes(value) || exclusive?.includes(other.value)))
        other.checked = false;
  };

  /** Shows the screen at which the island will continue a saved visit, if the table has it. */
  const showSaved = (saved: SavedVisit): void => {
    const screen = screenToResume(saved);
    if (!screen || screen === first) return;
    load();
    const paths = page.paths[stepOf(screen)];
    const isShown = paths ? paths.includes(location.pathname) : !saved.over && Date.now() - saved.at < personalAge;
    if (!isShown || saved.behaviour !== page.behaviour) return;
    const values = saved.values as TableVisit['values'];
    const found = takeEvent(page.table, { ...visit, values }, { type: 'GO', screen }, window);
    if (!found) return;
    const before = now();
    visit = found.visit;
    draw(before);
    [document.body.dataset['title'], document.title] = page.titles[screen] as readonly [string, string];
  };
  if (saved) {
    try {
      showSaved(saved);
    } catch {
      // The island reports it.
    }
    return null;
  }
  // A tab without storage has lost the visit of this entry.
  if (entryScreen()) nameEntry(first);

  addEventListener('pagehide', save);
  addEventListener('popstate', () => {
    const screen = entryScreen();
    if (screen && screen !== dataset['screen'] && isActive()) {
      load();
      send({ type: 'GO', screen });
    }
  });
  const takers: Readonly<Record<string, (target: HTMLElement, event: Event) => void>> = {
    input: (target) => {
      const control = target as HTMLInputElement;
      // The island reads what is typed on a screen that is only shown, and searches: that control has no name.
      if (!now().on || !control.name) return end();
      clearBeside(control);
      const value = read(control);
      delay(() => choose(control.name, value));
      keep(control);
      // An error that the choice removes belongs to the frame that shows the choice.
      if (visit.errors[0]) settle();
    },
    submit: (target, event) => {
      event.preventDefault();
      const form = target as HTMLFormElement;
      // The browser may have restored an option without an event.
      const checked = root.querySelector(':checked')?.closest<HTMLInputElement>('[name]');
      const value = checked && read(checked);
      if (checked && String(value) !== String(answer(checked.name))) choose(checked.name, value as Json);
      send(submission((name) => (checked?.name === name ? value : given(form, name))));
    },
    click: (target, event) => {
      // The second press of a double click that has changed the screen.
      const isSecond = (event as MouseEvent).detail > 1;
      if (!isSecond) pressedOn = now().screen;
      const button = target.closest<HTMLElement>('[data-send],[data-previous]');
      if (button || (isSecond && pressedOn !== now().screen)) event.preventDefault();
      if (!button || pressedOn !== now().screen) return;
      const name = button.dataset['send'];
      send(name === undefined ? { type: 'PREVIOUS' } : { type: 'on', name });
    },
  };
  for (const [type, take] of Object.entries(takers))
    document.addEventListener(
      type,
      (event) => {
        if (!isActive() || !root.contains(event.target as Node)) return;
        load();
        settle();
        take(event.target as HTMLElement, event);
      },
      { capture: true },
    );

  return (started) => {
    islands = started;
    dataset['steps'] = '';
    whenIdle(prepare);
    (window.funnel as NonNullable<typeof window.funnel>).stepped = {
      root,
      pathname,
      search,
      events,
      take: () => {
        settle();
        end();
        isTaken = true;
        guide.flush();
        // The island takes an entry without a screen for one that the visitor has gone to.
        if (events[0]) nameFirst();
        return events[0] && visit;
      },
    };
  };
}
