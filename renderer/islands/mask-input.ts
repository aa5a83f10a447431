/** Formats masked fields during editing. Loaded with the rules of forms. */

import { watchMaskedEdits } from '../boot/mask-edits.ts';
import { masked } from '../boot/mask-text.ts';
import { startFormatting } from './fields.ts';

/** Formats masked fields below `root` before other listeners see the edit. The caret stays at its digit. */
export function watchMasks(root: HTMLElement): void {
  startFormatting();
  // The visitor may have typed before this code was loaded.
  for (const field of root.querySelectorAll<HTMLInputElement>('[data-mask]')) field.value = masked(field, field.value);
  watchMaskedEdits(root);
}
