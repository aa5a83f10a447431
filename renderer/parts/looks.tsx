/** The ways to draw a field's options that few forms have. Importing it makes them known to `FormField.tsx`. */
import { optionsOf } from '../../engine/fields/field.ts';
import type { ChoiceField } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { each } from './each.ts';
import { type FieldView, grouped, inputOf, labelled, looks, optionOf } from './FormField.tsx';
import { Picture } from './Picture.tsx';
import type { field } from './recipes/field.ts';
import type { options } from './recipes/options.ts';

const c = classes<typeof field>('field');
const o = classes<typeof options>('options');

const dropdown: FieldView = (input) => {
  const { field, value, view } = input;
  const { placeholder: _, maxLength: _length, ...control } = inputOf(input);
  return labelled(
    input,
    <select {...control} className={`${c('control')} ${o('select')}`} defaultValue={String(value ?? '')}>
      <option value="">{(field as ChoiceField).empty}</option>
      {each(optionsOf(field) ?? [], (option) => (
        <option value={option.value}>{view.plain(option.label)}</option>
      ))}
    </select>,
  );
};

/** Options in a row, or pictures in a grid. */
const row =
  (look: 'pictures' | 'row' | 'scale' | 'stars'): FieldView =>
  (input) => {
    const { id, field, view } = input;
    const [low, high] = (field as ChoiceField).ends ?? [];
    return grouped(
      input,
      <>
        <div className={o('row', { look })}>
          {each(optionsOf(field) ?? [], (option, index) => (
            <label className={o('option', { look: look === 'stars' ? look : undefined })} htmlFor={`${id}-${index}`}>
              <input className={o('mark')} {...optionOf(input, option.value, index)} />
              <span className={o('text', { look: look === 'scale' ? undefined : look })}>
                {option.image !== undefined && (
                  <Picture asset={option.image} alt="" sizes="14rem" className={o('picture')} view={view} />
                )}
                {view.text(option.label)}
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
  row: row('row'),
  scale: row('scale'),
  stars: row('stars'),
  pictures: row('pictures'),
});
