/**
 * The visitor's consent: the one state in the browser that everything optional asks. Pages are cached for all visitors, so
 * it is read from a first-party cookie and from Global Privacy Control.
 */
import { allowedPurposes, hasToChoose, type Purpose, readChoice } from '../../engine/consent/consent.ts';

export type { Purpose };

/** The event on `document` after which the choice is read again. */
export const consentEvent = 'funnel-consent';

interface State {
  readonly granted: ReadonlySet<Purpose>;
  readonly undecided: boolean;
}

/** Whether the site has stored a refusal by other means. */
function isRefused(): boolean {
  try {
    return localStorage.getItem('funnel-consent') === 'denied';
  } catch {
    return false;
  }
}

function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    // Cookies are denied.
    return '';
  }
}

function readState(): State {
  // Present only where the site asks for consent.
  const version = document.body.dataset['consent'] ?? null;
  const choice = readChoice(readCookies());
  const refused = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true || isRefused();
  return { granted: allowedPurposes(version, choice, refused), undecided: hasToChoose(version, choice, refused) };
}

let state = readState();
let waiting: (readonly [purpose: Purpose, run: () => void])[] = [];
const listeners: (() => void)[] = [];

/** Whether a purpose is allowed. */
export const allows = (purpose: Purpose): boolean => state.granted.has(purpose);

/** Whether the visitor still has to choose. */
export const isUndecided = (): boolean => state.undecided;

/** Runs a function once: now if the purpose is allowed, otherwise as soon as the visitor allows it. */
export function whenAllowed(purpose: Purpose, run: () => void): void {
  if (allows(purpose)) run();
  else waiting.push([purpose, run]);
}

/** Calls a function after each change of the state. */
export const onConsentChange = (listener: () => void): void => void listeners.push(listener);

function update(): void {
  const before = state;
  state = readState();
  if (before.undecided === state.undecided && [...before.granted].join() === [...state.granted].join()) return;
  const due = waiting.filter(([purpose]) => allows(purpose));
  waiting = waiting.filter(([purpose]) => !allows(purpose));
  for (const listener of listeners) listener();
  for (const [, run] of due) run();
}

document.addEventListener(consentEvent, update);
// The visitor may have chosen in another tab.
document.addEventListener('visibilitychange', update);
addEventListener('pageshow', update);
