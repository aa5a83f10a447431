/** Hands a lead to a marketing automation in the page. The data stays in the page; no request is made. */

import { conceal } from '../../engine/forms/conceal.ts';
import type { CallEffect } from '../../engine/session/effects.ts';

/**
 * Logs the lead with its personal values concealed. After the author's delay, sets `data-handed-off` on the dialog and
 * dispatches the event `handed-off`.
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
