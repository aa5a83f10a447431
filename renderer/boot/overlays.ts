/**
 * Inlined before the boot script on pages with overlays. Opens them as native dialogs, without framework code. The island inside
 * wakes after the paint.
 */
import type { Islands } from './protocol.ts';

const overlayOf = (opener: HTMLElement): HTMLDialogElement | null =>
  document.getElementById(`overlay-${opener.dataset['open']}`) as HTMLDialogElement | null;

const openerAt = (event: Event): HTMLElement | null =>
  (event.target as Element | null)?.closest?.<HTMLElement>('[data-open]') ?? null;

const islandIn = (dialog: HTMLElement): HTMLElement | null => dialog.querySelector<HTMLElement>('[data-island]');

function open(dialog: HTMLDialogElement, opener: HTMLElement, islands: Islands): void {
  if (dialog.open) return;
  window.funnel?.toast(null);
  dialog.showModal();
  // Safari does not focus a pressed button, so the dialog cannot restore the focus itself.
  dialog.addEventListener('close', () => opener.focus({ preventScroll: true }), { once: true });
  const island = islandIn(dialog);
  if (island) islands.wake(island);
}

/** Opens and closes the page's overlays. */
window.overlays = (islands) => {
  let down: EventTarget | null = null;
  document.addEventListener(
    'pointerdown',
    (event) => {
      down = event.target;
      const opener = openerAt(event);
      const dialog = opener && overlayOf(opener);
      const island = dialog && islandIn(dialog);
      if (island) islands.fetch(island);
    },
    { capture: true, passive: true },
  );
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const opener = openerAt(event);
    const dialog = opener && overlayOf(opener);
    if (opener && dialog) {
      // The link opens in another tab or window, where the overlay is a page of its own.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(dialog, opener, islands);
    } else if (target.closest('button[data-close]')) target.closest('dialog')?.close();
    // A click on the backdrop targets the dialog. A press that began inside, such as a text selection, does not close it.
    else if (target instanceof HTMLDialogElement && target === down) {
      const { left, right, top, bottom } = target.getBoundingClientRect();
      const { clientX: x, clientY: y } = event;
      if (x < left || x > right || y < top || y > bottom) target.close();
    }
  });
};
