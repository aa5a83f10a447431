/**
 * The dialog a flow runs in: closed by the flow or by the visitor, and as the server drew it when it starts anew. On its
 * own page an overlay has no dialog: there closing leads back to the page.
 */
import type { Json } from '../../schemas/compiled.ts';
import type { Call } from './calls.ts';
import { handOff } from './handoff.ts';

/** How long a dialog takes to leave, in milliseconds. */
const leaving = 200;
/** How long a word about the end is shown before the page behind it, in milliseconds. */
const reading = 5000;

export interface Overlay {
  /** Null on the overlay's own page. */
  readonly dialog: HTMLDialogElement | null;
  /** The values that the page gives the flow. */
  readonly given: Readonly<Record<string, Json>>;
  /** Closes it because the flow is over. */
  close(): void;
  /** Says that what was posted has been taken. `personal` names what a log hides. */
  taken(call: Call, personal: Pick<ReadonlySet<string>, 'has'>): void;
  /**
   * Calls back once a closed overlay is to start anew: after the author's time, or when the flow itself has closed it.
   * Who closes it otherwise finds it again as it was.
   * @param busy says that a submission is under way, which is waited for
   * @param over is given the element as the server drew it, to stand in place of the one that has been used
   */
  whenOver(busy: () => boolean, over: (fresh: HTMLElement) => void): void;
}

/** The frame in which a marketing automation looks for leads: it exists while its dialog is open. */
function keepFrame(dialog: HTMLDialogElement, id: string, life: AbortSignal): void {
  const frame = document.createElement('iframe');
  frame.id = id;
  frame.hidden = true;
  const follow = (): void => {
    if (dialog.open) dialog.append(frame);
    else frame.remove();
  };
  const observer = new MutationObserver(follow);
  observer.observe(dialog, { attributeFilter: ['open'] });
  life.addEventListener('abort', () => observer.disconnect());
  follow();
}

/** The overlay that an island stands in, before anything in it has changed. */
export function overlayOf(root: HTMLElement): Overlay {
  const dialog = root.closest('dialog');
  const { reset, frame, back = '/' } = root.dataset;
  const asDrawn = root.outerHTML;
  const life = new AbortController();
  let ended = false;
  let timer = 0;
  if (dialog !== null && frame !== undefined) keepFrame(dialog, frame, life.signal);
  return {
    dialog,
    given: JSON.parse(root.dataset['with'] ?? '{}') as Record<string, Json>,
    close: () => {
      ended = true;
      if (dialog === null) {
        setTimeout(() => location.assign(back), document.querySelector('.toast') === null ? 0 : reading);
        return;
      }
      // What the flow tells at its end is about the page behind.
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
          over(freshIsland(asDrawn));
        }, after);
      };
      dialog.addEventListener('close', closed, { signal: life.signal });
      // It may have been closed while its code was on the way.
      if (!dialog.open) closed();
    },
  };
}

/** The island as the server drew it. */
function freshIsland(html: string): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = html;
  const island = template.content.firstElementChild as HTMLElement;
  delete island.dataset['failed'];
  return island;
}
