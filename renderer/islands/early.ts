/** What a visitor did before an island was awake: what they typed or chose is kept, what they pressed is done. */
import type { SessionEvent } from '../../engine/session/session.ts';
import type { Early } from '../boot/protocol.ts';
import { submitForm } from '../boot/submit-form.ts';
import { masked } from './fields.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A value that stands in a field and not in the server's HTML. */
export interface Typed {
  readonly name: string;
  readonly value: string | boolean;
  /** The radio's own value, to find it again. */
  readonly option: string | null;
}

/** What was typed or chosen in the fields of an island. */
export function readTyped(root: HTMLElement): Typed[] {
  return [...root.querySelectorAll<Field>('input[name], textarea[name]')].flatMap((field): Typed[] => {
    const { name } = field;
    if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')) {
      if (field.checked === field.defaultChecked) return [];
      return field.type === 'radio' && !field.checked ? [] : [{ name, value: field.checked, option: field.value }];
    }
    return field.value === field.defaultValue ? [] : [{ name, value: field.value, option: null }];
  });
}

const find = (root: HTMLElement, typed: Typed): Field | undefined =>
  [...root.querySelectorAll<Field>(`[name="${CSS.escape(typed.name)}"]`)].find(
    (field) => typed.option === null || field.value === typed.option,
  );

/** The element that stands where the early one stood: React keeps the server's own elements when it hydrates. */
const still = (root: HTMLElement, element: HTMLElement): HTMLElement | null => {
  if (root.contains(element)) return element;
  if (element.id !== '') return root.querySelector<HTMLElement>(`#${CSS.escape(element.id)}`);
  const send = element.closest<HTMLElement>('[data-send]')?.dataset['send'];
  return send === undefined ? null : root.querySelector<HTMLElement>(`[data-send="${CSS.escape(send)}"]`);
};

const nextFrame = (): Promise<void> => new Promise((done) => setTimeout(done));

/**
 * Tells the session what was typed, then performs the presses in their order. All of them were made on the screen that
 * the server drew: once another screen is shown, the rest are dropped.
 * @param isDrawn whether the session still shows that screen
 */
export async function applyEarly(
  root: HTMLElement,
  typed: readonly Typed[],
  early: readonly Early[],
  dispatch: (event: SessionEvent) => void,
  isDrawn: () => boolean,
): Promise<void> {
  for (const each of typed) {
    const field = find(root, each);
    if (field === undefined) continue;
    if (field instanceof HTMLInputElement && typeof each.value === 'boolean') field.checked = each.value;
    else {
      const value = masked(field, String(each.value));
      // An address with a space before it reads without it; writing it back would move the caret to the start.
      if (field.value !== value) field.value = value;
    }
    if (field.closest('form')?.hasAttribute('data-question')) dispatch({ type: 'SELECT', value: Number(field.value) });
    else if (field instanceof HTMLInputElement && field.type === 'radio')
      dispatch({ type: 'INPUT', field: each.name, value: field.value });
    else dispatch({ type: 'INPUT', field: each.name, value: each.value });
  }
  for (const { type, target } of early) {
    if (!isDrawn()) return;
    const element = type === 'click' || type === 'submit' ? still(root, target) : null;
    if (element === null) continue;
    if (type === 'click') element.click();
    else if (type === 'submit' && element instanceof HTMLFormElement) submitForm(element);
    // What one press led to is drawn before the next one is done.
    await nextFrame();
  }
}
