import { demandsValue } from '../../engine/rules/demands.ts';
import type { ChoiceField } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { describedBy } from './description.ts';
import { type FieldLook, type FieldProps, looks } from './field-view.tsx';
import { fieldViews } from './generated/field-views.ts';
import type { field } from './recipes/field.ts';

const c = classes<typeof field>('field');

/** One field with its label, hint and error. Its inputs are uncontrolled, so that hydration keeps typed values. */
export function FormField(props: FieldProps) {
  const { field, form, hidden, error, native, view } = props;
  const id = `${form}-${field.name}`;
  const required = demandsValue(field.rules);
  const described = describedBy(id, field.hint);
  const isConditional = field.when !== undefined;
  const drawn = (looks[(field as ChoiceField).look as FieldLook] ?? fieldViews[field.type])({
    ...props,
    id,
    required,
    // A browser would refuse the form because of a field that it does not show.
    enforced: native && required && !isConditional ? true : undefined,
    described,
    aria: { 'aria-invalid': error ? true : undefined, 'aria-describedby': described },
    notes: field.hint && (
      <p id={`${id}-hint`} className={c('hint')}>
        {view.textOfForm(field.hint)}
      </p>
    ),
    failure: (
      <p id={`${id}-error`} className={c('error')} data-error={field.name} hidden={!error}>
        {error}
      </p>
    ),
  });
  return isConditional ? (
    <div className={c('when')} data-field={field.name} hidden={hidden}>
      {drawn}
    </div>
  ) : (
    drawn
  );
}
