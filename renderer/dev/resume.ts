/** Keeps the visits of a tab across the author's edits, as far as they still fit. */
import { type RestoredVisit, savedKey } from '../boot/protocol.ts';
import type { TabVisit } from '../boot/tab-visit.ts';
import type { DevJump } from './contract.ts';
import { element } from './elements.ts';
import { store, stored } from './tab-storage.ts';

/** Under this key of the tab's storage is the visit that its next page begins with. */
export const askedKey = 'funnel-dev:asked';
const anew = 'anew';
const dialogKey = 'funnel-dev:dialog';
const typedKey = 'funnel-dev:typed';

/**
 * Marks the saved visits of edited flows as visits of the edited ones. A page restores a screen without an address only
 * for the flow that it was saved with; here the author wants to stay there. A session enters no screen whose values are missing.
 * @param behaviours those of the flows of the page
 */
export function adoptVisits(behaviours: Readonly<Record<string, string>>): void {
  for (const [flow, behaviour] of Object.entries(behaviours)) {
    const visit = stored<TabVisit>(savedKey(flow));
    if (visit !== null && visit.behaviour !== behaviour) store(savedKey(flow), { ...visit, behaviour });
  }
}

/** Begins the visit that the author has asked for. Runs before the page reads its visit. */
export function beginAsked(): void {
  const asked = stored<DevJump | typeof anew>(askedKey);
  if (asked === null) return;
  if (asked === anew) {
    for (const key of Object.keys(sessionStorage)) if (/^funnel(-landing$|:)/.test(key)) sessionStorage.removeItem(key);
  } else if (asked.overlay === null) store(savedKey(asked.flow), asked.visit);
  else
    store(dialogKey, { overlay: asked.overlay, visit: asked.visit as RestoredVisit, values: [] } satisfies OpenDialog);
  sessionStorage.removeItem(askedKey);
}

/** Loads a page with another visit. The page that is left may still save its own, so the next one changes it. */
function ask(view: Window, wanted: DevJump | typeof anew, entry: unknown, address: string): void {
  store(askedKey, wanted);
  view.history.replaceState(entry, '', address);
  view.location.reload();
}

/** Leads a window to a step. */
export const jump = (view: Window, target: DevJump): void =>
  ask(view, target, target.overlay === null ? { screen: target.screen, place: 0 } : null, target.address);

/** Begins a new visit. */
export const forget = (view: Window): void => ask(view, anew, null, view.location.pathname);

type FieldValues = readonly (readonly [name: string, value: string, checked: boolean])[];

interface OpenDialog {
  readonly overlay: string;
  /** The visit of its flow; empty if its code has not arrived. */
  readonly visit: Partial<RestoredVisit>;
  /** What its fields contain, which the visit may lack. */
  readonly values: FieldValues;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controlsOf = (dialog: ParentNode): Control[] => [
  ...dialog.querySelectorAll<Control>('input:not([type=hidden])[name],textarea[name],select[name]'),
];
const isTicked = (control: Control): boolean =>
  control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type);

const keptOf = (controls: readonly Control[]): FieldValues =>
  controls.map((control) => [control.name, control.value, control instanceof HTMLInputElement && control.checked]);

/** The text fields of the page's forms. A question saves its choice itself. */
const typedIn = (document: Document): Control[] =>
  [...document.querySelectorAll('[data-island]:not(dialog [data-island])')]
    .flatMap(controlsOf)
    .filter((control) => !isTicked(control));

const islandIn = (dialog: Element): HTMLElement | null => dialog.querySelector('[data-island]');

/** Asks the island of a dialog for its visit. */
function visitIn(view: Window, dialog: Element): Partial<RestoredVisit> {
  const visit: Partial<RestoredVisit> = {};
  const { CustomEvent: Ask } = view as Window & typeof globalThis;
  islandIn(dialog)?.dispatchEvent(new Ask('funnel:visit', { detail: visit }));
  return visit;
}

const dialogPrefix = 'overlay-';

/**
 * Loads a page again, with what the visitor has answered. A flow may save no visit, and an island whose code is still being
 * fetched has not saved what was typed, so these are kept here.
 */
export function reload(view: Window): void {
  const typed = typedIn(view.document).filter(({ value }) => value !== '');
  if (typed.length > 0) store(typedKey, keptOf(typed));
  const dialog = view.document.querySelector(`dialog[open][id^="${dialogPrefix}"]`);
  if (dialog !== null)
    store(dialogKey, {
      overlay: dialog.id.slice(dialogPrefix.length),
      visit: visitIn(view, dialog),
      values: keptOf(controlsOf(dialog)),
    } satisfies OpenDialog);
  view.location.reload();
}

/** How long a field of a dialog is waited for, in milliseconds: a flow may begin with a delay. */
const patience = 15_000;

/** Sets the value of a field as a visitor does. React does not notice a value that is set otherwise. */
function enter(control: Control, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Fills in again what was typed into the page's forms before the page was loaded again, where it is missing. */
export function retype(): void {
  const typed = stored<FieldValues>(typedKey);
  if (typed === null) return;
  sessionStorage.removeItem(typedKey);
  for (const control of typedIn(document)) {
    const value = typed.find(([name]) => name === control.name)?.[1];
    if (value !== undefined && control.value === '') enter(control, value);
  }
}

/** Opens an overlay with its own opener, or with another one if its own is not on the page now. */
function openOverlay(overlay: string): void {
  const own = document.querySelector<HTMLElement>(`[data-open="${CSS.escape(overlay)}"]`);
  const opener = own ?? element('button', { type: 'button', 'data-open': overlay, hidden: true });
  if (own === null) document.body.append(opener);
  opener.click();
  if (own === null) opener.remove();
}

/** Opens the dialog that was open before the page was loaded again, at its step, and fills its fields in as they appear. */
export function reopenDialog(): void {
  const open = stored<OpenDialog>(dialogKey);
  if (open === null) return;
  sessionStorage.removeItem(dialogKey);
  const dialog = document.getElementById(dialogPrefix + open.overlay);
  if (dialog === null) return;
  const island = islandIn(dialog);
  if (island !== null && open.visit.screen) island.dataset['visit'] = JSON.stringify(open.visit);
  openOverlay(open.overlay);
  const left = new Set(open.values.filter(([, value, checked]) => value !== '' || checked));
  const fill = (): void => {
    for (const control of controlsOf(dialog))
      for (const kept of left) {
        const [name, value, checked] = kept;
        if (name !== control.name || (isTicked(control) && value !== control.value)) continue;
        left.delete(kept);
        if (!isTicked(control)) enter(control, value);
        else if (checked !== (control as HTMLInputElement).checked) control.click();
      }
    if (left.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(fill);
  observer.observe(dialog, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), patience);
  fill();
}
