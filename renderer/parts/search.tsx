/** A list with a field to search in it. Importing it makes its view known to `FormField.tsx`. */
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { optionsOf } from '../../engine/fields/field.ts';
import type { ChoiceField } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { type FieldInput, type FieldView, inputOf, labelled, looks } from './field-view.tsx';
import type { field } from './recipes/field.ts';
import type { hidden } from './recipes/hidden.ts';
import type { options as optionStyles } from './recipes/options.ts';

const c = classes<typeof field>('field');
const o = classes<typeof optionStyles>('options');
const h = classes<typeof hidden>('hidden');

/** How many options an open list shows at a time. */
const lines = 6;

/** The most options that a search lists: browsers take long to draw thousands at each key. */
const mostListed = 100;

/** A text without accents and capitals, as people type it into a search. */
const plainly = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** How well a label fits what is sought: from its beginning, from that of a word, or anywhere; null if it does not. */
function rankOf(label: string, sought: string): number | null {
  if (label.startsWith(sought)) return 0;
  const at = label.indexOf(sought);
  return at < 0 ? null : /[\s\-'(/]/.test(label.charAt(at - 1)) || label.includes(` ${sought}`) ? 1 : 2;
}

function Search(input: FieldInput) {
  const { id, field, value, away, view } = input;
  const { empty, finding } = field as ChoiceField;
  const list = useRef<HTMLSelectElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState('');
  const sought = plainly(wanted);
  const all = optionsOf(field) ?? [];
  const isOpen = sought !== '';
  const labels = useMemo(() => all.map(({ label }) => plainly(view.plain(label))), [all, view]);
  const ranked = all.flatMap((option, index) => {
    const rank = rankOf(labels[index] as string, sought);
    return rank === null ? [] : [{ option, rank }];
  });
  // The order of the author, among options that fit as well.
  const found = ranked.sort((one, other) => one.rank - other.rank).map(({ option }) => option);
  // The chosen option stays in the list, because a list without it would lose the choice.
  const shown = isOpen ? found.slice(0, mostListed) : found;
  const listed = [...shown, ...all.filter((option) => option.value === value && !shown.includes(option))];
  // What was typed before this code arrived.
  useEffect(() => setWanted(search.current?.value ?? ''), []);
  const end = (): void => {
    setWanted('');
    if (search.current !== null) search.current.value = '';
  };
  const { length } = found;
  const said = length === 0 ? finding?.none : length === 1 ? finding?.one : finding?.several;
  const choose = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      end();
    }
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    // Enter would send the form.
    if (isOpen || event.key === 'ArrowDown') event.preventDefault();
    const [first] = found;
    if (!isOpen || first === undefined || list.current === null) return;
    list.current.value = first.value;
    list.current.dispatchEvent(new Event('input', { bubbles: true }));
    list.current.focus();
    if (event.key === 'Enter') end();
  };
  const { placeholder: _, maxLength: _length, ...control } = inputOf(input);
  return labelled(
    input,
    <>
      <div className={o('search')}>
        <label className={h('root')} htmlFor={`${id}-search`}>
          {finding?.label}
        </label>
        <input
          id={`${id}-search`}
          className={c('control')}
          type="search"
          autoComplete="off"
          placeholder={finding?.hint}
          aria-controls={id}
          ref={search}
          // Uncontrolled, so that hydration keeps what is typed.
          defaultValue=""
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          onKeyDown={choose}
        />
      </div>
      <select
        {...control}
        ref={list}
        className={`${c('control')} ${o('select')}`}
        defaultValue={String(value ?? '')}
        size={isOpen ? Math.min(lines, Math.max(2, length + 1)) : undefined}
        onClick={({ target }) => target instanceof HTMLOptionElement && end()}
        onKeyDown={({ key }) => key === 'Enter' && end()}
        onBlur={end}
      >
        <option value="" hidden={isOpen}>
          {empty}
        </option>
        {listed.map((option) => (
          <option key={option.value} value={option.value} hidden={away?.has(option.value)}>
            {view.plain(option.label)}
          </option>
        ))}
      </select>
      <p className={isOpen ? o('found') : h('root')} role="status">
        {isOpen ? said?.replace('{{ count }}', String(length)) : ''}
      </p>
    </>,
  );
}

const search: FieldView = (input) => <Search {...input} />;

Object.assign(looks, { search });
