/**
 * Inlined before the boot script on pages whose transition table has written numbers or dates: it would be a sixth of the
 * boot script of all pages with a table. Shows a slider's number and writes an amount of money as the island does.
 */
import { writtenJudge } from '../../engine/session/written.ts';
import { formattedAmount, showAmount } from '../../engine/values/shown-number.ts';

/** What `renderer/parts/amounts.tsx` says of a control; null for controls of other fields. */
const amountOf = ({ dataset }: HTMLElement) => JSON.parse(dataset['amount'] ?? 'null');

/** Whether an element belongs to a screen that the table shows. Its step differs while the screen of another one is drawn. */
function isStepped(element: HTMLElement): boolean {
  const { screen, state = screen } = element.closest<HTMLElement>('[data-steps]')?.dataset ?? {};
  return screen !== undefined && state?.split('.')[0] === screen.split('.')[0];
}

/** Writes the number of a slider above it. */
function showSlider(slider: HTMLInputElement, value: string): void {
  const text = showAmount(Number(value), amountOf(slider));
  slider.setAttribute('aria-valuetext', text);
  (slider.parentElement?.querySelector('output') as HTMLOutputElement).value = text;
}

window.written = {
  ...writtenJudge,
  show(control, text) {
    const amount = amountOf(control);
    if (!amount) return text;
    if (control.type !== 'range') return control === document.activeElement ? text : formattedAmount(text, amount);
    const value = text || amount.initial;
    showSlider(control, value);
    return value;
  },
};

addEventListener(
  'input',
  ({ target }) => {
    const control = target as HTMLInputElement;
    if (control.type === 'range' && isStepped(control)) showSlider(control, control.value);
  },
  true,
);
addEventListener(
  'focusout',
  ({ target }) => {
    const control = target as HTMLInputElement;
    if (control.type === 'range' || !isStepped(control)) return;
    const amount = amountOf(control);
    const text = amount && !control.readOnly ? formattedAmount(control.value, amount) : control.value;
    if (text === control.value) return;
    control.value = text;
    control.dispatchEvent(new Event('input', { bubbles: true }));
  },
  true,
);
