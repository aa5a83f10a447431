/** The toast: one at a time, dismissed by a timer, its button, Escape or a swipe to the right. F8 focuses its region. */
import type { Toast } from './protocol.ts';

/** In milliseconds. */
const shownFor = 5000;
/** Distance of a swipe that dismisses, in pixels. */
const swipeFor = 50;

function make(tag: string, name: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}

/** Starts the toast region of the page. @returns shows a toast in place of the current one; null only removes that */
export function startToasts(region: HTMLElement): (toast: Toast | null) => HTMLElement | undefined {
  let timer = 0;
  let from: number | null = null;
  let left = 0;
  let back: HTMLElement | null = null;
  const shown = (): HTMLElement | null => region.querySelector('.toast');
  const dismiss = (): void => {
    clearTimeout(timer);
    // Restores the focus to the element that had it before.
    if (region.contains(document.activeElement)) back?.focus({ preventScroll: true });
    shown()?.remove();
  };
  const count = (): void => {
    clearTimeout(timer);
    // A toast with a link stays until it is closed.
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
  // It stays while it has the pointer or the focus, for slow readers and screen readers.
  for (const type of ['pointerenter', 'focusin'] as const) region.addEventListener(type, () => clearTimeout(timer));
  for (const type of ['mouseleave', 'focusout'] as const) region.addEventListener(type, count);
  region.addEventListener('focusin', ({ relatedTarget }) => {
    if (!region.contains(relatedTarget as Node)) back = relatedTarget as HTMLElement | null;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'F8') region.focus();
    else if (event.key === 'Escape' && region.contains(document.activeElement)) {
      // Keeps the surrounding dialog open.
      event.preventDefault();
      dismiss();
    }
  });
  count();

  const home = region.parentElement as HTMLElement;
  /** Moves the region into the top modal dialog: elements outside it are inert and not announced. */
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
