/** Hands a lead to a marketing automation in the page: what is handed over stays in the page, and no request is made. */

import { conceal } from '../../engine/forms/conceal.ts';
import type { CallEffect } from '../../engine/session/effects.ts';

/**
 * Says that a lead was handed over, and after the author's time that it has arrived: `data-handed-off` on the dialog,
 * and the event `handed-off`. In the log personal values are hidden.
 */
export function handOff(
  root: HTMLElement,
  dialog: HTMLDialogElement,
  { payload }: CallEffect,
  personal: Pick<ReadonlySet<string>, 'has'>,
): void {
  const after = root.dataset['after'];
  if (after === undefined) return;
  const fields = Object.keys(payload);
  const shown = Object.entries(payload).map(([name, value]) => [name, personal.has(name) ? conceal(value) : value]);
  console.info('lead handed off', Object.fromEntries(shown));
  setTimeout(() => {
    dialog.dataset['handedOff'] = '';
    dialog.dispatchEvent(new CustomEvent('handed-off', { detail: { fields } }));
  }, Number(after));
}
