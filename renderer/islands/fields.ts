/** Fields are uncontrolled: their values are read from events, and written only where the session differs. */
import type { Json } from '../../schemas/compiled.ts';
import { masked } from '../boot/mask-text.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The text of a control for a stored value; null if it is the value. */
export type ShowText = (control: Control, text: string) => string | null;

/** How controls write values, by the code that few forms need. */
export const controlTexts: { amount?: ShowText } = {};

let formatted = false;

/** Called once the code that formats edits is loaded. */
export function startFormatting(): void {
  formatted = true;
}

/**
 * Writes a value into a field whose content differs. Until edits are formatted, the focused field keeps raw digits: a
 * visitor who is typing would append the next digits to a formatted number.
 */
export function show(field: Control, text: string): void {
  const isFocused = field === document.activeElement;
  const value = (!isFocused && controlTexts.amount?.(field, text)) || masked(field, text);
  const isRaw = !formatted && isFocused && masked(field, field.value) === value;
  if (!isRaw && field.value !== value) field.value = value;
}

/** Checks the option of the current question that the session has stored. */
export function syncQuestion(root: HTMLElement, selected: number | null): void {
  for (const option of root.querySelectorAll<HTMLInputElement>('[data-question] input[type=radio]'))
    option.checked = option.value === String(selected);
}

/**
 * Writes the session's values into fields that differ, such as those of a form that was reset.
 * @param except names of fields to leave unchanged
 */
export function syncFields(
  root: HTMLElement,
  values: Readonly<Record<string, Json>>,
  except: ReadonlySet<string> = new Set(),
): void {
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'form:not([data-question]) [name]',
  )) {
    const value = values[field.name];
    if (value === undefined || except.has(field.name)) continue;
    if (field.type === 'checkbox' || field.type === 'radio') {
      (field as HTMLInputElement).checked = Array.isArray(value)
        ? value.includes(field.value)
        : value === true || value === field.value;
    } else if (typeof value === 'string') show(field, value);
  }
}
