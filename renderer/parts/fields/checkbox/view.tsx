import { classes } from '../../classes.ts';
import type { FieldView } from '../../field-view.tsx';
import type { field as fieldRecipe } from '../../recipes/field.ts';

const c = classes<typeof fieldRecipe>('field');

export const checkboxView: FieldView = ({ id, field, value, enforced, aria, notes, failure, view }) => (
  <div className={c('root')}>
    <label className={c('choice')} htmlFor={id}>
      <input
        id={id}
        className={c('mark')}
        type="checkbox"
        name={field.name}
        value="true"
        defaultChecked={value === true || value === 'true'}
        required={enforced}
        {...aria}
      />
      <span>{view.textOfForm(field.label)}</span>
    </label>
    {notes}
    {failure}
  </div>
);
