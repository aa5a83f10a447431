/**
 * The dialog that a flow runs in. The flow or the visitor closes it; a restart puts the server's HTML back. On its own
 * page an overlay has no dialog, and closing it leads back to the page that opens it.
 */
import { loadedSteps } from '../../engine/flow/load-state.ts';
import type { CallEffect } from '../../engine/session/effects.ts';
import { leafOf } from '../../engine/session/session.ts';
import type { RestoredVisit, savedKey } from '../boot/protocol.ts';
import { handOff } from './handoff.ts';
import type { SessionActor } from './page-actor.ts';

/** Duration of the closing animation, in milliseconds. */
const leaving = 200;
/** How long a final toast is shown before the browser returns to the page, in milliseconds. */
const reading = 5000;

export interface OverlayHost {
  /** Null on the overlay's own page. */
  readonly dialog: HTMLDialogElement | null;
  /**
   * The visit that the overlay begins with: the values that the page passes to the flow, over those of the visit saved in
   * the tab. In `funnel dev`, a visit that goes on.
   */
  given(saved: RestoredVisit | null): RestoredVisit;
  /** Closes the overlay because its flow has ended. */
  close(): void;
  /** Reports that the server has accepted a call. `personal` lists the values to hide from logs. */
  taken(call: CallEffect, personal: Pick<ReadonlySet<string>, 'has'>): void;
  /**
   * Calls back when a closed overlay has to restart: after the `reset` time, or once the flow itself has closed it.
   * An overlay that the visitor closes keeps its state. A restart waits for a submission in flight.
   * @param over receives the server's original element, which replaces the used one
   */
  whenOver(actor: SessionActor, over: (fresh: HTMLElement) => void): void;
}

/** Answers the event with which `funnel dev` requests the visit, to keep it while it loads the page again. */
function supplyVisit(root: HTMLElement, actor: SessionActor): void {
  root.addEventListener('funnel:visit', (event) => {
    const { session } = actor.getSnapshot().context;
    const { context } = session.snapshot;
    const visit: RestoredVisit = {
      screen: leafOf(session).screen,
      values: context.values,
      loaded: loadedSteps(session.compiled.flow, context),
    };
    Object.assign((event as CustomEvent<object>).detail, visit);
  });
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
  const { reset, frame: iframeId, back = '/', visit = '{}' } = root.dataset;
  delete root.dataset['visit'];
  const serverHtml = root.outerHTML;
  const life = new AbortController();
  let ended = false;
  let timer = 0;
  if (dialog !== null && iframeId !== undefined) keepIframe(dialog, iframeId, life.signal);
  return {
    dialog,
    given: (saved) => ({
      screen: null,
      loaded: [],
      ...saved,
      values: { ...saved?.values, ...JSON.parse(root.dataset['with'] ?? '{}') },
      ...JSON.parse(visit),
    }),
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
    whenOver: (actor, over) => {
      if (dialog === null) return;
      supplyVisit(root, actor);
      const closed = (): void => {
        clearTimeout(timer);
        const after = reset === undefined ? (ended ? leaving : null) : Number(reset);
        if (after === null) return;
        timer = window.setTimeout(() => {
          if (dialog.open) return;
          if (leafOf(actor.getSnapshot().context.session).status === 'calling') return closed();
          life.abort();
          forgetVisit(root.dataset['flow'] ?? '');
          over(freshIsland(serverHtml));
        }, after);
      };
      dialog.addEventListener('close', closed, { signal: life.signal });
      // The visitor may have closed it while its code was being fetched.
      if (!dialog.open) closed();
    },
  };
}

/** Removes the visit of a flow that is saved in this tab. */
function forgetVisit(flow: string): void {
  // The function is not shared, so that pages without overlays fetch no further file. The compiler compares the keys.
  const key: ReturnType<typeof savedKey> = `funnel:${flow}`;
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is denied, and holds nothing.
  }
}

/** Creates the island from the server's HTML. */
function freshIsland(html: string): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = html;
  const island = template.content.firstElementChild as HTMLElement;
  delete island.dataset['failed'];
  return island;
}
