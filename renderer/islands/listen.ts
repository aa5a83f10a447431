/** Turns what a visitor does below an island's root into events of its session. Views have no listeners for it. */

import { buttonEvent } from '../../engine/session/button-event.ts';
import { readField, readFields } from '../../engine/session/read-form.ts';
import type { FlowEvent, Screen } from '../../engine/steps/screen.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What an edit of a control means: the answer to the question, or the value of a field. */
function edited({ question, form }: Screen, control: Control): FlowEvent | null {
  const place = control.form;
  if (place === null) return null;
  if (place.dataset['question'] !== undefined)
    return question?.item.id === control.name ? { type: 'SELECT', value: Number(control.value) } : null;
  const field = form?.definition.fields.find(({ name }) => name === control.name);
  return field === undefined
    ? null
    : { type: 'INPUT', field: field.name, value: readField(new FormData(place), field) };
}

/** What the submission of a form means. While a call is under way the flow does not take it: a trace has the second press. */
function submitted({ question, form }: Screen, place: HTMLFormElement): FlowEvent | null {
  if (place.dataset['question'] !== undefined) return question && { type: 'NEXT' };
  if (form === null || place.dataset['form'] !== form.definition.id) return null;
  return { type: 'SUBMIT', values: readFields(new FormData(place), form.definition.fields) };
}

/**
 * Listens to the controls, forms and buttons below an element, also those that are drawn later.
 * @param shown the screen that the visitor sees; null while the one of the session is on its way
 */
export function listenToVisitor(
  root: HTMLElement,
  shown: () => Screen | null,
  dispatch: (event: FlowEvent) => void,
): void {
  const take = (event: FlowEvent | null): void => {
    if (event !== null) dispatch(event);
  };
  root.addEventListener('input', ({ target }) => {
    const screen = shown();
    if (screen !== null) take(edited(screen, target as Control));
  });
  root.addEventListener('submit', (event) => {
    event.preventDefault();
    const screen = shown();
    if (screen !== null) take(submitted(screen, event.target as HTMLFormElement));
  });
  root.addEventListener('click', (event) => {
    const pressed = (event.target as Element).closest<HTMLButtonElement>('button');
    const sent = pressed === null ? null : buttonEvent(pressed);
    if (sent === null) return;
    event.preventDefault();
    if (shown() !== null) dispatch(sent);
  });
}
