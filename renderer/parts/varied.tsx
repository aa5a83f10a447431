/** Options that are offered by a condition. Importing it makes its view known to `FormField.tsx`. */
import { useEffect, useRef, useState } from 'react';
import { optionsOf } from '../../engine/fields/field.ts';
import { hiddenFields } from '../../engine/forms/conditions.ts';
import { optionsAway } from '../../engine/rules/offered/tests.ts';
import type { ChoiceField, FieldDefinition } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { type FieldInput, type FieldView, looks } from './field-view.tsx';
import type { options as optionStyles } from './recipes/options.ts';
import type { Screen } from './view.ts';

const o = classes<typeof optionStyles>('options');

/** The values of a form. A hidden field has none. */
function shownValues({ definition: { fields }, values }: NonNullable<Screen['form']>) {
  const hidden = hiddenFields(fields, values);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.has(name)));
}

/** Clears choices as a visitor does, so that the form reads what is left. */
function clear(place: HTMLElement, away: ReadonlySet<string>): void {
  const controls = [...place.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input,select')];
  for (const each of controls)
    if (each instanceof HTMLInputElement) each.checked &&= !away.has(each.value);
    else if (away.has(each.value)) each.value = '';
  controls[0]?.dispatchEvent(new Event('input', { bubbles: true }));
}

function Varied(input: FieldInput) {
  const { field, value, view } = input;
  const { inner = 'marked' } = field as ChoiceField;
  const place = useRef<HTMLDivElement>(null);
  const away = optionsAway(field, view.screen?.form ? shownValues(view.screen.form) : {});
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const isLost = [value].flat().some((each) => away.has(String(each)));
  useEffect(() => {
    if (isLost && place.current !== null) clear(place.current, away);
  });
  // Not every browser can hide an option of a list. Without scripts all are shown.
  const isListed = (inner === 'dropdown' || inner === 'search') && isLive;
  const options = (optionsOf(field) ?? []).filter((option) => !isListed || !away.has(option.value));
  return (
    <div ref={place} className={o('varied')}>
      {looks[inner]?.({ ...input, away, field: { ...field, options } as FieldDefinition })}
    </div>
  );
}

const varied: FieldView = (input) => <Varied {...input} />;

Object.assign(looks, { varied });
