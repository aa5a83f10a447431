/** Hands a lead to a marketing automation in the page: what is handed over stays in the page, and no request is made. */
import type { Call } from './calls.ts';

/**
 * Says that a lead was handed over, and after the author's time that it has arrived: `data-handed-off` on the dialog,
 * and the event `handed-off`. The log names the fields, never what stands in them.
 */
export function handOff(root: HTMLElement, dialog: HTMLDialogElement, { payload }: Call): void {
  const after = root.dataset['after'];
  if (after === undefined) return;
  const fields = Object.keys(payload);
  console.info('lead handed off', fields);
  setTimeout(() => {
    dialog.dataset['handedOff'] = '';
    dialog.dispatchEvent(new CustomEvent('handed-off', { detail: { fields } }));
  }, Number(after));
}
