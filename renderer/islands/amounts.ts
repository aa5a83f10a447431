/** Controls of amounts: a slider shows its number, and an amount of money is formatted when it is left. */
import { formattedAmount, showAmount } from '../../engine/values/number-format.ts';
import { controlTexts, type ShowText } from './fields.ts';

/** What `renderer/parts/amounts.tsx` says of a control; null for other controls. */
const amountOf = (control: HTMLElement) => JSON.parse(control.dataset['amount'] ?? 'null');

/** Shows the number of a slider above it. */
function showNumber(slider: HTMLInputElement, value: string): void {
  const text = showAmount(Number(value), amountOf(slider));
  slider.setAttribute('aria-valuetext', text);
  const output = slider.parentElement?.querySelector('output');
  if (output) output.value = text;
}

/** The text of a control for a stored value. Of a slider, its number is shown, too. */
const showText: ShowText = (control, text) => {
  const amount = amountOf(control);
  if (amount === null) return null;
  if (control.type !== 'range') return formattedAmount(text, amount);
  const value = text === '' ? String(amount.initial) : text;
  showNumber(control as HTMLInputElement, value);
  return value;
};

/** Watches the controls below an element, also those that are drawn later. */
export function watchAmounts(root: HTMLElement): void {
  controlTexts.amount = showText;
  root.addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === 'range' && amountOf(target) !== null)
        showNumber(target, target.value);
    },
    { capture: true },
  );
  const format = (control: HTMLInputElement): void => {
    const amount = amountOf(control);
    if (amount === null || control.type === 'range' || control.readOnly) return;
    const text = formattedAmount(control.value, amount);
    if (text === control.value) return;
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  root.addEventListener('focusout', ({ target }) => {
    if (target instanceof HTMLInputElement) format(target);
  });
  // What was typed before this code was there.
  for (const control of root.querySelectorAll<HTMLInputElement>('[data-amount]'))
    if (control.type === 'range') showNumber(control, control.value);
    else if (control !== document.activeElement) control.value = formattedAmount(control.value, amountOf(control));
}
