/** A telephone number of any country. Importing it makes its view known to `FormField.tsx`. */
import { type PhoneDefinition, readPhone } from '../../engine/rules/phone/phone.ts';
import { classes } from './classes.ts';
import { type FieldView, inputOf, labelled, looks } from './field-view.tsx';
import type { field } from './recipes/field.ts';

const c = classes<typeof field>('field');

const isPhone = (rule: { readonly rule: string }): rule is PhoneDefinition => rule.rule === 'phone';

/** Writes a value as a visitor does, so that the form reads it. */
function enter(control: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (control.value === value) return;
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Writes a valid number as its country does, and chooses the country of a number with a code. */
function settle(rule: PhoneDefinition, control: HTMLInputElement): void {
  const list = control.form?.elements.namedItem(rule.field ?? '');
  const country = list instanceof HTMLSelectElement ? list : null;
  const number = readPhone(control.value, rule, country === null ? {} : { [country.name]: country.value });
  if (number === undefined || control.readOnly) return;
  const offers = [...(country?.options ?? [])].some(({ value }) => value === number.country);
  if (country !== null && number.country !== undefined && offers) enter(country, number.country);
  const isNational = number.country !== undefined && number.country === (country?.value ?? rule.country);
  enter(control, isNational ? number.formatNational() : number.formatInternational());
}

/** A number is not left when Enter sends the form, or when it was typed before this code was loaded, or filled in by the browser. */
function watchSubmit(rule: PhoneDefinition, control: HTMLInputElement): () => void {
  const { form } = control;
  const settleNow = (): void => settle(rule, control);
  form?.addEventListener('submit', settleNow);
  return () => form?.removeEventListener('submit', settleNow);
}

const phone: FieldView = (input) => {
  const rule = input.field.rules.find(isPhone);
  return labelled(
    input,
    <input
      {...inputOf(input)}
      className={c('control')}
      type="tel"
      enterKeyHint={input.last ? 'send' : 'next'}
      inputMode="tel"
      {...(rule && {
        onBlur: ({ currentTarget, relatedTarget }) => {
          // A field that the country shows would move the button away under the pointer. The submission settles the number.
          if (!relatedTarget?.matches('[type=submit]:active')) settle(rule, currentTarget);
        },
        ref: (control: HTMLInputElement | null) => (control === null ? undefined : watchSubmit(rule, control)),
      })}
    />,
  );
};

Object.assign(looks, { phone });
