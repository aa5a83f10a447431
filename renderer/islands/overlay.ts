/**
 * The dialog that a flow runs in. The flow or the visitor closes it; a restart puts the server's HTML back. On its own
 * page an overlay has no dialog, and closing it leads back to the page that opens it.
 */
import type { CallEffect } from '../../engine/session/effects.ts';
import type { Json } from '../../schemas/compiled.ts';
import { handOff } from './handoff.ts';

/** Duration of the closing animation, in milliseconds. */
const leaving = 200;
/** How long a final toast is shown before the browser returns to the page, in milliseconds. */
const reading = 5000;

export interface OverlayHost {
  /** Null on the overlay's own page. */
  readonly dialog: HTMLDialogElement | null;
  /** The values that the page passes to the flow. */
  readonly given: Readonly<Record<string, Json>>;
  /** Closes the overlay because its flow has ended. */
  close(): void;
  /** Reports that the server has accepted a call. `personal` lists the values to hide from logs. */
  taken(call: CallEffect, personal: Pick<ReadonlySet<string>, 'has'>): void;
  /**
   * Calls back when a closed overlay has to restart: after the `reset` time, or once the flow itself has closed it.
   * An overlay that the visitor closes keeps its state.
   * @param busy whether a submission is in flight; the restart waits for it
   * @param over receives the server's original element, which replaces the used one
   */
  whenOver(busy: () => boolean, over: (fresh: HTMLElement) => void): void;
}

/** Keeps the iframe that a marketing automation reads leads from in the page while its dialog is open. */
function keepIframe(dialog: HTMLDialogElement, id: string, life: AbortSignal): void {
  const iframe = document.createElement('iframe');
  iframe.id = id;
  iframe.hidden = true;
  const follow = (): void => {
    if (dialog.open) dialog.append(iframe);
    else iframe.remove();
  };
  const observer = new MutationObserver(follow);
  observer.observe(dialog, { attributeFilter: ['open'] });
  life.addEventListener('abort', () => observer.disconnect());
  follow();
}

/** Describes the overlay around an island. Must run before the island changes the server's HTML. */
export function overlayOf(root: HTMLElement): OverlayHost {
  const dialog = root.closest('dialog');
  const { reset, frame: iframeId, back = '/' } = root.dataset;
  const serverHtml = root.outerHTML;
  const life = new AbortController();
  let ended = false;
  let timer = 0;
  if (dialog !== null && iframeId !== undefined) keepIframe(dialog, iframeId, life.signal);
  return {
    dialog,
    given: JSON.parse(root.dataset['with'] ?? '{}') as Record<string, Json>,
    close: () => {
      ended = true;
      if (dialog === null) {
        setTimeout(() => location.assign(back), document.querySelector('.toast') === null ? 0 : reading);
        return;
      }
      // A toast shown at the end of the flow belongs to the page behind the dialog.
      const toasts = dialog.querySelector('#toasts');
      if (toasts) document.body.append(toasts);
      dialog.close();
    },
    taken: (call, personal) => {
      if (dialog !== null) handOff(root, dialog, call, personal);
    },
    whenOver: (busy, over) => {
      if (dialog === null) return;
      const closed = (): void => {
        clearTimeout(timer);
        const after = reset === undefined ? (ended ? leaving : null) : Number(reset);
        if (after === null) return;
        timer = window.setTimeout(() => {
          if (dialog.open) return;
          if (busy()) return closed();
          life.abort();
          over(freshIsland(serverHtml));
        }, after);
      };
      dialog.addEventListener('close', closed, { signal: life.signal });
      // The visitor may have closed it while its code was being fetched.
      if (!dialog.open) closed();
    },
  };
}

/** Creates the island from the server's HTML. */
function freshIsland(html: string): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = html;
  const island = template.content.firstElementChild as HTMLElement;
  delete island.dataset['failed'];
  return island;
}
