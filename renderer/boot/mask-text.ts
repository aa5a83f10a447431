/** The masks of fields, in the HTML of a page. */
import { applyMask } from '../../engine/fields/masks/masks.ts';
import type { Mask } from '../../schemas/generated/types.ts';

/** The mask of a field, or null. */
export const maskOf = (field: EventTarget | null): Mask | null =>
  field instanceof HTMLInputElement ? JSON.parse(field.dataset['mask'] ?? 'null') : null;

/** A value formatted by the mask of its field. */
export function masked(field: HTMLElement, text: string): string {
  const mask = maskOf(field);
  return mask === null ? text : applyMask(mask, text);
}
