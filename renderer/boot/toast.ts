/** The one toast: 5000 ms, swiped away to the right, F8 focuses its region (specification, point 9). */
import type { Toast } from './protocol.ts';

const shownFor = 5000;
const swipeFor = 50;

function make(tag: string, name: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}

/** Takes over the region of the page and gives back the way to show a toast in it; null takes away the one that is shown. */
export function startToasts(region: HTMLElement): (toast: Toast | null) => HTMLElement | undefined {
  let timer = 0;
  let from: number | null = null;
  let left = 0;
  let back: HTMLElement | null = null;
  const shown = (): HTMLElement | null => region.querySelector('.toast');
  const dismiss = (): void => {
    clearTimeout(timer);
    // The focus goes back to where it came from.
    if (region.contains(document.activeElement)) back?.focus({ preventScroll: true });
    shown()?.remove();
  };
  const count = (): void => {
    clearTimeout(timer);
    // A toast with a link is there to be followed.
    if (!region.querySelector('a')) timer = window.setTimeout(dismiss, shownFor);
  };
  const move = (x: number): void => {
    left = Math.max(0, x);
    shown()?.style.setProperty('--swipe', `${left}px`);
  };

  region.addEventListener('click', (event) => {
    if ((event.target as Element).closest('button')) dismiss();
  });
  region.addEventListener('pointerdown', (event) => {
    from = event.clientX;
    clearTimeout(timer);
  });
  region.addEventListener('pointermove', (event) => {
    if (from !== null) move(event.clientX - from);
  });
  for (const type of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
    region.addEventListener(type, () => {
      if (from === null) return;
      from = null;
      if (left > swipeFor) dismiss();
      else count();
      move(0);
    });
  }
  // Who reads it slowly, or with a screen reader, keeps it as long as it has the pointer or the focus.
  for (const type of ['pointerenter', 'focusin'] as const) region.addEventListener(type, () => clearTimeout(timer));
  for (const type of ['mouseleave', 'focusout'] as const) region.addEventListener(type, count);
  region.addEventListener('focusin', ({ relatedTarget }) => {
    if (!region.contains(relatedTarget as Node)) back = relatedTarget as HTMLElement | null;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'F8') region.focus();
    else if (event.key === 'Escape' && region.contains(document.activeElement)) {
      // The dialog it stands in stays open.
      event.preventDefault();
      dismiss();
    }
  });
  count();

  const home = region.parentElement as HTMLElement;
  /** What is not in a modal dialog lies under it, and can be neither pressed nor heard. */
  const place = (): void => {
    const dialog = [...document.querySelectorAll('dialog[open]')].pop();
    if (region.parentElement === (dialog ?? home)) return;
    (dialog ?? home).append(region);
    dialog?.addEventListener(
      'close',
      () => {
        // A toast closes with its dialog, unless the flow has moved it to the page.
        if (dialog.contains(region)) dismiss();
        home.append(region);
      },
      { once: true },
    );
  };

  return (toast) => {
    dismiss();
    if (!toast) return undefined;
    const { title, text, as } = toast;
    place();
    const item = make('div', as === 'error' ? 'toast toast--as_error' : 'toast');
    const close = make('button', 'toast__close', '×') as HTMLButtonElement;
    close.type = 'button';
    close.setAttribute('aria-label', region.dataset['close'] ?? '×');
    item.append(make('strong', 'toast__title', title), make('p', 'toast__text', text), close);
    (as === 'echo' ? region : region.querySelector(`[role=${as ? 'alert' : 'status'}]`))?.append(item);
    count();
    return item;
  };
}
