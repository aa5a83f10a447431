/** Formats masked fields during editing. Loaded with the rules of forms. */
import { editMasked } from '../../engine/fields/masks/edit-masked.ts';
import { masked, maskOf, startFormatting } from './fields.ts';

/** Formats masked fields below `root` before other listeners see the edit. The caret stays at its digit. */
export function watchMasks(root: HTMLElement): void {
  startFormatting();
  // The visitor may have typed before this code was loaded.
  for (const field of root.querySelectorAll<HTMLInputElement>('[data-mask]')) field.value = masked(field, field.value);
  let before = '';
  root.addEventListener(
    'change',
    ({ target }) => {
      if (maskOf(target) === null) return;
      const field = target as HTMLInputElement;
      field.value = masked(field, field.value);
    },
    { capture: true },
  );
  root.addEventListener('beforeinput', (event) => {
    if (maskOf(event.target) !== null) before = (event.target as HTMLInputElement).value;
  });
  root.addEventListener(
    'input',
    (event) => {
      const mask = maskOf(event.target);
      if (mask === null) return;
      const field = event.target as HTMLInputElement;
      const forward = (event as InputEvent).inputType?.endsWith('Forward') === true;
      const edited = editMasked(mask, {
        before,
        after: field.value,
        caret: field.selectionStart ?? field.value.length,
        deletes: forward ? 'forward' : 'backward',
      });
      if (edited.value !== field.value) field.value = edited.value;
      if (document.activeElement === field) field.setSelectionRange(edited.caret, edited.caret);
      before = edited.value;
    },
    { capture: true },
  );
}
