/** Formats masked fields during editing. */
import { editMasked } from '../../engine/fields/masks/mask-edit.ts';
import type { Mask } from '../../schemas/generated/types.ts';
import { masked, maskOf } from './mask-text.ts';

/**
 * Formats the edits of masked fields before other listeners see them. The caret stays at its digit.
 * @param root contains the fields
 * @param isOurs whether to format a field
 */
export function watchMaskedEdits(root: EventTarget, isOurs = (_: HTMLElement): boolean => true): void {
  let before = '';
  const watch = (type: string, take: (field: HTMLInputElement, event: Event) => void): void =>
    root.addEventListener(
      type,
      (event) => {
        const { target } = event;
        if (maskOf(target) !== null && isOurs(target as HTMLElement)) take(target as HTMLInputElement, event);
      },
      { capture: true },
    );
  watch('change', (field) => {
    field.value = masked(field, field.value);
  });
  watch('beforeinput', (field) => {
    before = field.value;
  });
  watch('input', (field, event) => {
    const forward = (event as InputEvent).inputType?.endsWith('Forward') === true;
    const edited = editMasked(maskOf(field) as Mask, {
      before,
      after: field.value,
      caret: field.selectionStart ?? field.value.length,
      deletes: forward ? 'forward' : 'backward',
    });
    if (edited.value !== field.value) field.value = edited.value;
    if (document.activeElement === field) field.setSelectionRange(edited.caret, edited.caret);
    before = edited.value;
  });
}
