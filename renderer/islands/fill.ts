/** Fills what changes on a screen without another screen: errors, conditions of fields, the problem of a submission. */
import { hiddenFields } from '../../engine/forms/conditions.ts';
import type { Screen } from '../../engine/steps/screen.ts';

function setText(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
  if (place.hidden !== (text === '')) place.hidden = text === '';
}

function setInvalid(controls: Iterable<Element>, isInvalid: boolean): void {
  for (const control of controls)
    if (!isInvalid) control.removeAttribute('aria-invalid');
    else if (!control.hasAttribute('aria-invalid')) control.setAttribute('aria-invalid', 'true');
}

/** The controls of a field; of a question the group of its options. */
const controlsOf = (place: HTMLElement, name: string): Iterable<Element> => {
  const group = place.closest('[role=radiogroup]');
  const form = place.closest('form');
  return group === null ? (form?.querySelectorAll(`[name="${CSS.escape(name)}"]:not([type=hidden])`) ?? []) : [group];
};

/** A button that waits says when its call is made again. */
function sayRetrying(button: HTMLElement, retrying: boolean): void {
  const text = button.lastChild;
  if (text === null) return;
  button.dataset['text'] ??= text.nodeValue ?? '';
  text.nodeValue = button.dataset[retrying ? 'retrying' : 'text'] ?? '';
}

/** Fills the places of a screen's HTML. They are named by `data-error`, `data-field`, `data-problem` and `data-retrying`. */
export function fill(root: HTMLElement, { question, form, retrying = false }: Screen): void {
  const errors = question === null ? form?.errors : { [question.item.id]: question.error ?? '' };
  const hidden = form === null ? null : hiddenFields(form.definition.fields, form.values);
  const all = (selector: string) => root.querySelectorAll<HTMLElement>(selector);
  for (const place of all('[data-error]')) {
    const { error: name = '' } = place.dataset;
    const text = errors?.[name] ?? '';
    setText(place, text);
    setInvalid(controlsOf(place, name), text !== '');
  }
  for (const place of all('[data-field]')) {
    const isHidden = hidden?.has(place.dataset['field'] ?? '') ?? false;
    if (place.hidden !== isHidden) place.hidden = isHidden;
  }
  for (const place of all('[data-problem]')) setText(place, form?.problem ?? '');
  for (const button of all('[data-retrying]')) sayRetrying(button, retrying);
}
