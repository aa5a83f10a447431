import { classes } from '../../classes.ts';
import { type FieldView, inputOf, labelled } from '../../field-view.tsx';
import type { field as fieldRecipe } from '../../recipes/field.ts';

const c = classes<typeof fieldRecipe>('field');

export const textareaView: FieldView = (input) =>
  labelled(input, <textarea {...inputOf(input)} className={c('control', { lines: 'many' })} rows={4} />);
