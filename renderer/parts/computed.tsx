/** A value that an expression gives. Importing it makes its view known to `FormField.tsx`. */
import { useEffect, useRef, useState } from 'react';
import { type ComputedDefinition, computedValue } from '../../engine/rules/computed/value.ts';
import { showAmount } from '../../engine/values/number-format.ts';
import { plainSigns, readNumber } from '../../engine/values/number-text.ts';
import type { FieldDefinition, TextField } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { type FieldInput, type FieldView, looks } from './field-view.tsx';
import type { amount } from './recipes/amount.ts';
import type { field } from './recipes/field.ts';

const c = classes<typeof field>('field');
const a = classes<typeof amount>('amount');

const isComputed = (rule: { readonly rule: string }): rule is ComputedDefinition => rule.rule === 'computed';

/** The value of a form's controls of one name: a text, whether a box is ticked, or a list. A hidden field is empty. */
function enteredIn(form: HTMLFormElement, name: string) {
  const controls = [...form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)];
  const boxes = controls.filter(({ type }) => type === 'checkbox' || type === 'radio');
  const shown = controls.filter((each) => each.closest('[hidden]') === null);
  const chosen = shown.filter((each) => !boxes.includes(each) || each.checked).map(({ value }) => value);
  if (controls[0]?.type !== 'checkbox') return chosen[0] ?? '';
  // The box of a checkbox alone says `true`.
  return boxes.length === 1 && boxes[0]?.value === 'true' ? chosen.length > 0 : chosen;
}

/** The value as the site writes it. */
function shownText(value: string, { number, ...field }: FieldDefinition): string {
  const { shown } = field as TextField;
  const read = number === undefined || shown === undefined ? null : readNumber(value, plainSigns);
  if (read === null || shown === undefined) return value;
  return showAmount(read, shown, number?.minor === undefined ? undefined : number.decimals);
}

function Computed({ id, field, value, notes, view }: FieldInput) {
  const place = useRef<HTMLOutputElement>(null);
  const [text, setText] = useState(String(value ?? ''));
  useEffect(() => {
    const form = place.current?.closest('form');
    const rule = field.rules.find(isComputed);
    if (!form || rule === undefined) return undefined;
    const names = new Proxy({} as Record<string, ReturnType<typeof enteredIn>>, {
      get: (_, name) => enteredIn(form, String(name)),
    });
    // After the fields that the event shows or hides.
    const compute = (): void => void setTimeout(() => setText(computedValue(rule, names, field.number)));
    compute();
    form.addEventListener('input', compute);
    return () => form.removeEventListener('input', compute);
  }, [field]);
  return (
    <div className={`${c('root')} ${a('computed')}`}>
      <span className={c('label')} id={`${id}-label`}>
        {view.textOfForm(field.label)}
      </span>
      {notes}
      <output ref={place} id={id} className={a('value')} aria-labelledby={`${id}-label`}>
        {text === '' ? '–' : shownText(text, field)}
      </output>
    </div>
  );
}

const computed: FieldView = (input) =>
  (input.field as TextField).shown === undefined ? null : <Computed {...input} />;

Object.assign(looks, { computed });
