/** A row of a matrix. Importing it makes its view known to `FormField.tsx`. */
import { optionsOf } from '../../engine/fields/field.ts';
import type { ChoiceField } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { each } from './each.ts';
import { type FieldView, looks, optionOf } from './field-view.tsx';
import type { field } from './recipes/field.ts';
import type { hidden } from './recipes/hidden.ts';
import type { matrix as matrixStyles } from './recipes/matrix.ts';

const c = classes<typeof field>('field');
const h = classes<typeof hidden>('hidden');
const m = classes<typeof matrixStyles>('matrix');

const matrix: FieldView = (input) => {
  const { id, field, described, notes, failure, view } = input;
  const { question = '', begins = false } = (field as ChoiceField).matrix ?? {};
  const options = optionsOf(field) ?? [];
  return (
    <div className={`${c('root')} ${m('root')}`}>
      {begins && (
        <>
          {/* The legend of each row contains the question. */}
          <p className={c('label')} aria-hidden="true">
            {question}
          </p>
          {notes}
          <div className={m('columns')} aria-hidden="true">
            <span />
            {each(options, (option) => (
              <span className={m('column')}>{view.plain(option.label)}</span>
            ))}
          </div>
        </>
      )}
      <fieldset className={m('row')} aria-describedby={described}>
        <legend className={m('name')}>
          <span className={h('root')}>{question} </span>
          {view.textOfForm(field.label)}
        </legend>
        {each(options, (option, index) => (
          <label className={m('option')} htmlFor={`${id}-${index}`}>
            <input className={c('mark')} {...optionOf(input, option, index)} />
            <span className={m('text')}>{view.text(option.label)}</span>
          </label>
        ))}
      </fieldset>
      {failure}
    </div>
  );
};

Object.assign(looks, { matrix });
