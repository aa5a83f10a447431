import type { FieldDefinition } from '../../../engine/forms/types.ts';
import type { Json } from '../../../schemas/compiled.ts';
import { classes } from '../classes.ts';
import type { View } from '../view.ts';
import { each } from './each.ts';

const c = classes('field');

interface FieldProps {
  field: FieldDefinition;
  /** The id of the form, unique on the page. */
  form: string;
  value: Json;
  error: string | undefined;
  /** Whether nothing else is to be filled in before the form is sent. */
  last: boolean;
  /** Whether the browser itself asks for what is required. */
  native?: boolean | undefined;
  view: View;
}

const isRequired = (field: FieldDefinition): boolean =>
  field.rules.some(({ rule }) => rule === 'required' || rule === 'accepted' || rule === 'atLeast');

const inputModes = { tel: 'tel', email: 'email' } as const;

/** One field with its label, hint and error. Its inputs are uncontrolled: what was typed before hydration stays. */
export function Field({ field, form, value, error, last, native, view }: FieldProps) {
  const id = `${form}-${field.name}`;
  const { type, name } = field;
  if (type === 'hidden') return <input type="hidden" name={name} defaultValue={String(value ?? '')} />;
  const required = isRequired(field);
  const asked = native && required ? true : undefined;
  const described = [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const told = { 'aria-invalid': error ? true : undefined, 'aria-describedby': described } as const;
  const notes = (
    <>
      {field.hint && (
        <p id={`${id}-hint`} className={c('hint')}>
          {view.textOfForm(field.hint)}
        </p>
      )}
    </>
  );
  const failure = error && (
    <p id={`${id}-error`} className={c('error')}>
      {error}
    </p>
  );

  if (type === 'checkbox') {
    return (
      <div className={c('root')}>
        <label className={c('choice')} htmlFor={id}>
          <input
            id={id}
            className={c('mark')}
            type="checkbox"
            name={name}
            value="true"
            defaultChecked={value === true || value === 'true'}
            required={asked}
            {...told}
          />
          <span>{view.textOfForm(field.label)}</span>
        </label>
        {notes}
        {failure}
      </div>
    );
  }

  if (type === 'choice' || type === 'choices') {
    const chosen: readonly Json[] = Array.isArray(value) ? value : [value];
    return (
      <fieldset className={c('root')} aria-describedby={described}>
        <legend className={c('label')}>{view.textOfForm(field.label)}</legend>
        {notes}
        <div className={c('choices')}>
          {each(field.options ?? [], (option, index) => (
            <label className={c('choice', { look: 'card' })} htmlFor={`${id}-${index}`}>
              <input
                id={`${id}-${index}`}
                className={c('mark')}
                type={type === 'choice' ? 'radio' : 'checkbox'}
                name={name}
                value={option.value}
                defaultChecked={chosen.includes(option.value)}
                required={type === 'choice' ? asked : undefined}
                aria-invalid={told['aria-invalid']}
              />
              <span>{view.text(option.label)}</span>
            </label>
          ))}
        </div>
        {failure}
      </fieldset>
    );
  }

  const shared = {
    id,
    name,
    defaultValue: String(value ?? ''),
    placeholder: field.placeholder === undefined ? undefined : view.plain(field.placeholder),
    autoComplete: field.autocomplete,
    // The cap is for what is kept; a mask adds signs of its own.
    maxLength: field.mask ? undefined : field.maxLength,
    required: asked,
    'aria-required': (required && !asked) || undefined,
    ...told,
  };
  return (
    <div className={c('root')}>
      <label className={c('label')} htmlFor={id}>
        {view.textOfForm(field.label)}
      </label>
      {notes}
      {type === 'textarea' ? (
        <textarea {...shared} className={c('control', { lines: 'many' })} rows={4} />
      ) : (
        <input
          {...shared}
          className={c('control')}
          type={type}
          enterKeyHint={last ? 'send' : 'next'}
          autoCapitalize={field.pii === 'name' ? 'words' : type === 'email' ? 'none' : undefined}
          inputMode={type === 'text' ? undefined : inputModes[type]}
          data-mask={field.mask && JSON.stringify(field.mask)}
        />
      )}
      {failure}
    </div>
  );
}
