/** A ranking: a list of options for each place. Importing it makes its view known to `FormField.tsx`. */
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { optionsOf } from '../../engine/fields/field.ts';
import type { ChoicesField } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { type FieldInput, type FieldView, grouped, looks } from './field-view.tsx';
import type { field } from './recipes/field.ts';
import type { hidden } from './recipes/hidden.ts';
import type { options as optionStyles } from './recipes/options.ts';
import type { ranking as rankingStyles } from './recipes/ranking.ts';

const c = classes<typeof field>('field');
const o = classes<typeof optionStyles>('options');
const r = classes<typeof rankingStyles>('ranking');
const h = classes<typeof hidden>('hidden');

/** Frees an option from its other place: that one gets the option which has none, or becomes empty. */
function giveWay(changed: HTMLSelectElement, places: readonly HTMLSelectElement[]): void {
  const other = places.find((each) => each !== changed && each.value !== '' && each.value === changed.value);
  if (other === undefined) return;
  const taken = new Set(places.map(({ value }) => value));
  const free = [...changed.options].find(({ value }) => !taken.has(value) && value !== '');
  other.value = taken.has('') || free === undefined ? '' : free.value;
}

function Ranking(input: FieldInput) {
  const { id, field, value, aria, view } = input;
  const list = useRef<HTMLOListElement>(null);
  const [said, say] = useState('');
  const options = optionsOf(field) ?? [];
  const { label = '', up = '', down = '', empty } = (field as ChoicesField).places ?? {};
  const ranked = Array.isArray(value) ? value.map(String) : [];
  const placeOf = (index: number): string => label.replace('{{ place }}', String(index + 1));
  const places = (): HTMLSelectElement[] => [...(list.current?.querySelectorAll('select') ?? [])];
  // The answers of an earlier visit are not in the server's HTML.
  const first = useRef(ranked);
  useEffect(() => {
    const all = [...(list.current?.querySelectorAll('select') ?? [])];
    if (all.some((each) => each.value !== '')) return;
    for (const [index, each] of all.entries()) each.value = first.current[index] ?? '';
  }, []);
  const move =
    (from: number, to: number) =>
    ({ currentTarget: button }: MouseEvent<HTMLButtonElement>): void => {
      const [one, other] = [places()[from], places()[to]];
      if (one === undefined || other === undefined) return;
      const shown = one.selectedOptions[0]?.text ?? '';
      [one.value, other.value] = [other.value, one.value];
      say(`${shown}: ${placeOf(to)}`);
      other.dispatchEvent(new Event('input', { bubbles: true }));
      // The focus follows the option.
      const buttons = [...(other.closest('li')?.querySelectorAll('button') ?? [])];
      const same = buttons.find((each) => each.dataset['move'] === button.dataset['move']);
      (same?.ariaDisabled === 'true' ? buttons.find((each) => each !== same) : same)?.focus();
    };
  const button = (index: number, to: number, word: string, sign: string) => (
    <button
      type="button"
      className={r('move')}
      data-move={sign}
      aria-label={word.replace('{{ place }}', placeOf(index))}
      aria-disabled={to < 0 || to >= options.length || undefined}
      onClick={move(index, to)}
    >
      {sign}
    </button>
  );
  return grouped(
    input,
    <>
      <ol ref={list} className={r('places')}>
        {options.map((option, index) => (
          <li key={option.value} className={r('place')}>
            <label className={r('label')} htmlFor={`${id}-${index}`}>
              {placeOf(index)}
            </label>
            <select
              id={`${id}-${index}`}
              name={field.name}
              className={`${c('control')} ${o('select')}`}
              defaultValue={ranked[index] ?? ''}
              aria-invalid={aria['aria-invalid']}
              onInput={({ currentTarget }) => giveWay(currentTarget, places())}
            >
              <option value="">{empty}</option>
              {options.map((each) => (
                <option key={each.value} value={each.value}>
                  {view.plain(each.label)}
                </option>
              ))}
            </select>
            <span className={r('moves')}>
              {button(index, index - 1, up, '↑')}
              {button(index, index + 1, down, '↓')}
            </span>
          </li>
        ))}
      </ol>
      <p className={h('root')} role="status">
        {said}
      </p>
    </>,
  );
}

const ranking: FieldView = (input) => <Ranking {...input} />;

Object.assign(looks, { ranking });
