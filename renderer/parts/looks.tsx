/** The ways to draw a field's options that few forms have. Importing it makes them known to `FormField.tsx`. */
import { optionsOf } from '../../engine/fields/field.ts';
import type { ChoiceField, OptionDefinition } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { each } from './each.ts';
import { type FieldView, grouped, inputOf, labelled, looks, optionOf } from './field-view.tsx';
import { Picture } from './Picture.tsx';
import type { field } from './recipes/field.ts';
import type { options } from './recipes/options.ts';

const c = classes<typeof field>('field');
const o = classes<typeof options>('options');

const dropdown: FieldView = (input) => {
  const { field, value, away, view } = input;
  const { placeholder: _, maxLength: _length, ...control } = inputOf(input);
  return labelled(
    input,
    <select {...control} className={`${c('control')} ${o('select')}`} defaultValue={String(value ?? '')}>
      <option value="">{(field as ChoiceField).empty}</option>
      {(optionsOf(field) ?? []).map((option) => (
        // With the index as its key, a chosen option would change its value when one before it is no longer offered.
        <option key={option.value} value={option.value} hidden={away?.has(option.value)}>
          {view.plain(option.label)}
        </option>
      ))}
    </select>,
  );
};

const badgeOf = ({ badge }: OptionDefinition) =>
  badge !== undefined && (
    <>
      {' '}
      <span className={o('badge')}>{badge}</span>
    </>
  );

/** Cards with icons and badges, or with options that exclude one another. */
const marked: FieldView = (input) =>
  grouped(
    input,
    <div className={c('choices', { look: 'card' })}>
      {each(optionsOf(input.field) ?? [], (option, index) => (
        <label
          className={c('choice', { look: 'card' })}
          htmlFor={`${input.id}-${index}`}
          hidden={input.away?.has(option.value)}
        >
          <input className={c('mark')} {...optionOf(input, option, index)} />
          <span className={option.icon && o('iconed')}>
            {option.icon !== undefined && (
              <svg className={o('icon')} viewBox="0 0 24 24" aria-hidden="true">
                <path d={option.icon} />
              </svg>
            )}
            <span>
              {input.view.text(option.label)}
              {badgeOf(option)}
            </span>
          </span>
        </label>
      ))}
    </div>,
  );

/** Options in a row, or pictures in a grid. */
const row =
  (look: 'pictures' | 'row' | 'scale' | 'stars', shape?: 'heart'): FieldView =>
  (input) => {
    const { id, field, away, view } = input;
    const [low, high] = (field as ChoiceField).ends ?? [];
    return grouped(
      input,
      <>
        <div className={o('row', { look })}>
          {each(optionsOf(field) ?? [], (option, index) => (
            <label
              className={o('option', { look: look === 'stars' ? look : undefined })}
              htmlFor={`${id}-${index}`}
              hidden={away?.has(option.value)}
            >
              <input className={o('mark')} {...optionOf(input, option, index)} />
              <span className={o('text', { look: look === 'scale' ? undefined : look, shape })}>
                {option.image !== undefined && (
                  <Picture asset={option.image} alt="" sizes="14rem" className={o('picture')} view={view} />
                )}
                {view.text(option.label)}
                {badgeOf(option)}
              </span>
            </label>
          ))}
        </div>
        {low !== undefined && (
          <p className={o('ends')}>
            <span>{low}</span>
            <span>{high}</span>
          </p>
        )}
      </>,
    );
  };

Object.assign(looks, {
  dropdown,
  marked,
  row: row('row'),
  scale: row('scale'),
  stars: row('stars'),
  hearts: row('stars', 'heart'),
  pictures: row('pictures'),
});
