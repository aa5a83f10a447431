/** Masked fields while they are edited. Fetched with the rules of forms. */
import { editMasked } from '../../engine/fields/masks/edit-masked.ts';
import { masked, maskOf } from './fields.ts';

/** Formats masked fields while they are edited, before anybody else hears of the edit. The caret keeps its digit. */
export function watchMasks(root: HTMLElement): void {
  // What was typed before this was fetched.
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
