/**
 * The consent banner in the browser: posts a choice in the background, and opens the banner again. Pages of a site that asks
 * for consent fetch it; the banner is a form that works without it.
 */
import type { consentAnchor } from '../../engine/consent/policy.ts';
import type { callKeyHeader } from '../../engine/flow/post-names.ts';
import type { consentEvent } from '../tracking/consent.ts';

// The modules are not shared, so that neither has to wait for another file. The compiler compares the names.
const id: typeof consentAnchor = 'funnel-consent';
const changed: typeof consentEvent = 'funnel-consent';
const proof: typeof callKeyHeader = 'call-key';

const banner = document.getElementById(id) as HTMLElement;
const form = banner.querySelector('form') as HTMLFormElement;
const details = form.querySelector('details') as HTMLDetailsElement;
const status = form.querySelector('[role=alert]') as HTMLElement;
const root = document.documentElement;
const control = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** The first letters of the granted categories; undefined before a choice. */
function grantedLetters(): string | undefined {
  try {
    return /(?:^|; )consent=[\w-]+\.([am]+|0)\./.exec(document.cookie)?.[1];
  } catch {
    return undefined;
  }
}

let opener: HTMLElement | null = null;
/** The key of the choice, repeated by a retry. */
let key = '';
let posting = false;

function close(): void {
  delete banner.dataset['open'];
  root.dataset['chosen'] = '';
  // Otherwise the address would keep it open.
  if (location.hash === `#${id}`) history.replaceState(history.state, '', location.pathname + location.search);
  if (banner.contains(document.activeElement) || document.activeElement === document.body) {
    (opener ?? document.getElementById('main'))?.focus({ preventScroll: true });
  }
  opener = null;
}

function open(from: HTMLElement | null): void {
  opener = from;
  const granted = grantedLetters() ?? '';
  for (const box of form.querySelectorAll<HTMLInputElement>('input[name]'))
    box.checked = granted.includes(box.name.charAt(0));
  details.open = true;
  status.textContent = '';
  banner.dataset['open'] = '';
  banner.focus({ preventScroll: true });
}

/** Posts a choice. @returns whether it is stored */
async function post(choice: string): Promise<boolean> {
  const fields = new URLSearchParams({ choice });
  for (const box of form.querySelectorAll<HTMLInputElement>('input[name]:checked')) fields.set(box.name, 'on');
  key ||= Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
  fields.set('key', key);
  const visit = window.funnel?.landing.visitId;
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      keepalive: true,
      headers: { accept: 'application/json', ...(visit ? { 'visit-id': visit } : {}) },
      body: fields,
    });
    // A portal on the way answers with success, too.
    if (!response.ok || response.headers.get(proof) !== key) return false;
  } catch {
    return false;
  }
  key = '';
  document.dispatchEvent(new Event(changed));
  return true;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const choice = (event.submitter as HTMLButtonElement | null)?.value;
  if (!choice || posting) return;
  posting = true;
  const stored = await post(choice);
  posting = false;
  // Consent without a stored proof is none: the banner stays.
  if (!stored) status.textContent = document.getElementById('toasts')?.dataset['offline'] ?? '';
  else {
    close();
    window.funnel?.toast({ title: banner.dataset['saved'] ?? '', text: '' });
  }
});

// Another choice is another submission.
form.addEventListener('change', () => {
  key = '';
});

form.querySelector('button[type=button]')?.addEventListener('click', close);

banner.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && banner.dataset['open'] === '') close();
});

document.addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest?.<HTMLElement>(`a[href="#${id}"]`);
  if (!link) return;
  event.preventDefault();
  open(link);
});

if (control) {
  banner.dataset['control'] = '';
  // The visitor has turned it on after a choice.
  if (/[am]/.test(grantedLetters() ?? '')) void post('control');
}
if (location.hash === `#${id}`) open(null);
