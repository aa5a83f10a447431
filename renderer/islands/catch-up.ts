/** Repeats what a visitor did before an island was awake: typed and chosen values first, then the presses. */
import type { Screen } from '../../engine/steps/screen.ts';
import type { Press } from '../boot/protocol.ts';
import { submitForm } from '../boot/submit-form.ts';
import { show } from './fields.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A field value that differs from the server's HTML. */
export interface FieldEntry {
  readonly name: string;
  readonly value: string | boolean;
  /** The `value` attribute of a radio or checkbox, which identifies it among fields of one name. */
  readonly option: string | null;
  /** Its place among the lists of one name, which are the places of a ranking. */
  readonly place?: number;
}

/** The value in the server's HTML. */
const writtenIn = (field: Field): string =>
  'defaultValue' in field ? field.defaultValue : (field.querySelector<HTMLOptionElement>('[selected]')?.value ?? '');

const namedIn = (root: HTMLElement, name: string): Field[] => [
  ...root.querySelectorAll<Field>(`[name="${CSS.escape(name)}"]`),
];

/** Reads the values that the visitor typed or chose in an island. */
export function readTyped(root: HTMLElement): FieldEntry[] {
  return [...root.querySelectorAll<Field>('input[name], textarea[name], select[name]')].flatMap(
    (field): FieldEntry[] => {
      const { name } = field;
      if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')) {
        if (field.checked === field.defaultChecked) return [];
        return field.type === 'radio' && !field.checked ? [] : [{ name, value: field.checked, option: field.value }];
      }
      if (field.value === writtenIn(field)) return [];
      const place = namedIn(root, name).indexOf(field);
      return [{ name, value: field.value, option: null, place }];
    },
  );
}

/** Drops the answers that the session has already. */
export const withoutTaken = (typed: readonly FieldEntry[], { question, form }: Screen): FieldEntry[] =>
  typed.filter(({ name, option }) =>
    name === question?.item.id ? option !== String(question.selected) : !option || option !== form?.values[name],
  );

const find = (root: HTMLElement, typed: FieldEntry): Field | undefined =>
  namedIn(root, typed.name).find((field, index) =>
    typed.option === null ? index === typed.place : field.value === typed.option,
  );

/** Finds the pressed element. React reuses the server's elements when it hydrates; a new one has the same id or event. */
const currentElement = (root: HTMLElement, element: HTMLElement): HTMLElement | null => {
  if (root.contains(element)) return element;
  if (element.id !== '') return root.querySelector<HTMLElement>(`#${CSS.escape(element.id)}`);
  const send = element.closest<HTMLElement>('[data-send]')?.dataset['send'];
  return send === undefined ? null : root.querySelector<HTMLElement>(`[data-send="${CSS.escape(send)}"]`);
};

export const nextTask = (): Promise<void> => new Promise((done) => setTimeout(done));

/** Fills the typed values in again, as the visitor does. The fields must still be shown. */
export function sendTyped(root: HTMLElement, typed: readonly FieldEntry[]): void {
  for (const each of typed) {
    const field = find(root, each);
    if (field === undefined) continue;
    if (field instanceof HTMLInputElement && typeof each.value === 'boolean') field.checked = each.value;
    else show(field, String(each.value));
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/**
 * Performs the presses in order. The visitor made all of them on the screen that the server rendered, so the rest are
 * dropped once another screen is shown.
 * @param isUnchanged whether the session still shows the server's screen
 * @param drawn waits until the result of a press is drawn; null if it is at once
 */
export async function repeatPresses(
  root: HTMLElement,
  early: readonly Press[],
  isUnchanged: () => boolean,
  drawn: (() => Promise<void>) | null,
): Promise<void> {
  for (const { type, target } of early) {
    if (!isUnchanged()) return;
    const element = currentElement(root, target);
    if (element === null) continue;
    if (type === 'click') element.click();
    else submitForm(element as HTMLFormElement);
    // The result of a press is drawn before the next press is performed.
    if (drawn !== null) await drawn();
  }
}
