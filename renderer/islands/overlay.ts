/** The dialog a flow runs in: closed by the flow or by the visitor, and as the server drew it when it starts anew. */

/** How long a dialog takes to leave, in milliseconds. */
const leaving = 200;

export interface Overlay {
  readonly dialog: HTMLDialogElement;
  /** Closes it because the flow is over. */
  close(): void;
  /**
   * Calls back once a closed overlay is to start anew: after the author's time, or when the flow itself has closed it.
   * Who closes it otherwise finds it again as it was.
   * @param busy says that a submission is under way, which is waited for
   */
  whenOver(busy: () => boolean, over: () => void): void;
}

/** The overlay that an island stands in; null for the flow of a page. */
export function overlayOf(root: HTMLElement): Overlay | null {
  const dialog = root.dataset['instance'] === undefined ? null : root.closest('dialog');
  if (dialog === null) return null;
  const reset = root.dataset['reset'];
  const life = new AbortController();
  let ended = false;
  let timer = 0;
  return {
    dialog,
    close: () => {
      ended = true;
      dialog.close();
    },
    whenOver: (busy, over) => {
      const closed = (): void => {
        clearTimeout(timer);
        const after = reset === undefined ? (ended ? leaving : null) : Number(reset);
        if (after === null) return;
        timer = window.setTimeout(() => {
          if (dialog.open) return;
          if (busy()) return closed();
          life.abort();
          over();
        }, after);
      };
      dialog.addEventListener('close', closed, { signal: life.signal });
      // It may have been closed while its code was on the way.
      if (!dialog.open) closed();
    },
  };
}

/** The island as the server drew it, to stand in place of one that has been used. */
export function freshIsland(html: string): HTMLElement {
  const template = document.createElement('template');
  template.innerHTML = html;
  const island = template.content.firstElementChild as HTMLElement;
  delete island.dataset['failed'];
  return island;
}
