import type { ReactElement } from 'react';
import { optionsOf } from '../../engine/fields/field.ts';
import type { FieldDefinition } from '../../engine/forms/types.ts';
import { demandsValue } from '../../engine/rules/demands.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { FieldType } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { each } from './each.ts';
import type { field } from './field-recipe.ts';
import type { View } from './view.ts';

const c = classes<typeof field>('field');

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

/** What a field's view draws beside the properties of the field. */
interface Drawn extends FieldProps {
  readonly id: string;
  readonly required: boolean;
  /** Whether the browser itself asks for the value. */
  readonly asked: true | undefined;
  /** The ids of its hint and error. */
  readonly described: string | undefined;
  readonly told: { readonly 'aria-invalid': true | undefined; readonly 'aria-describedby': string | undefined };
  readonly notes: ReactElement;
  readonly failure: ReactElement | '' | undefined;
}

type FieldView = (drawn: Drawn) => ReactElement;

/** A control with its label above it. */
function labelled({ id, field, notes, failure, view }: Drawn, control: ReactElement): ReactElement {
  return (
    <div className={c('root')}>
      <label className={c('label')} htmlFor={id}>
        {view.textOfForm(field.label)}
      </label>
      {notes}
      {control}
      {failure}
    </div>
  );
}

const controlOf = ({ id, field, value, required, asked, told, view }: Drawn) => ({
  id,
  name: field.name,
  defaultValue: String(value ?? ''),
  placeholder: field.placeholder === undefined ? undefined : view.plain(field.placeholder),
  autoComplete: field.autocomplete,
  // The cap is for what is kept; a mask adds signs of its own.
  maxLength: field.mask ? undefined : field.maxLength,
  required: asked,
  'aria-required': (required && !asked) || undefined,
  ...told,
});

/** A field of one line. */
const line =
  (type: 'text' | 'email' | 'tel'): FieldView =>
  (drawn) =>
    labelled(
      drawn,
      <input
        {...controlOf(drawn)}
        className={c('control')}
        type={type}
        enterKeyHint={drawn.last ? 'send' : 'next'}
        autoCapitalize={drawn.field.pii === 'name' ? 'words' : type === 'email' ? 'none' : undefined}
        inputMode={type === 'text' ? undefined : type}
        data-mask={drawn.field.mask && JSON.stringify(drawn.field.mask)}
      />,
    );

/** Options, of which one or several can be chosen. */
const options =
  (type: 'radio' | 'checkbox'): FieldView =>
  ({ id, field, value, asked, described, told, notes, failure, view }) => {
    const chosen: readonly Json[] = Array.isArray(value) ? value : [value];
    return (
      <fieldset className={c('root')} aria-describedby={described}>
        <legend className={c('label')}>{view.textOfForm(field.label)}</legend>
        {notes}
        <div className={c('choices')}>
          {each(optionsOf(field) ?? [], (option, index) => (
            <label className={c('choice', { look: 'card' })} htmlFor={`${id}-${index}`}>
              <input
                id={`${id}-${index}`}
                className={c('mark')}
                type={type}
                name={field.name}
                value={option.value}
                defaultChecked={chosen.includes(option.value)}
                required={type === 'radio' ? asked : undefined}
                aria-invalid={told['aria-invalid']}
              />
              <span>{view.text(option.label)}</span>
            </label>
          ))}
        </div>
        {failure}
      </fieldset>
    );
  };

/** Every field type with its view. A type missing here does not compile. */
const views: { readonly [T in FieldType]: FieldView } = {
  text: line('text'),
  email: line('email'),
  tel: line('tel'),
  textarea: (drawn) =>
    labelled(drawn, <textarea {...controlOf(drawn)} className={c('control', { lines: 'many' })} rows={4} />),
  checkbox: ({ id, field, value, asked, told, notes, failure, view }) => (
    <div className={c('root')}>
      <label className={c('choice')} htmlFor={id}>
        <input
          id={id}
          className={c('mark')}
          type="checkbox"
          name={field.name}
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
  ),
  choice: options('radio'),
  choices: options('checkbox'),
  hidden: ({ field, value }) => <input type="hidden" name={field.name} defaultValue={String(value ?? '')} />,
};

/** One field with its label, hint and error. Its inputs are uncontrolled: what was typed before hydration stays. */
export function FormField(props: FieldProps) {
  const { field, form, error, native, view } = props;
  const id = `${form}-${field.name}`;
  const required = demandsValue(field.rules);
  const described = [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return views[field.type]({
    ...props,
    id,
    required,
    asked: native && required ? true : undefined,
    described,
    told: { 'aria-invalid': error ? true : undefined, 'aria-describedby': described },
    notes: (
      <>
        {field.hint && (
          <p id={`${id}-hint`} className={c('hint')}>
            {view.textOfForm(field.hint)}
          </p>
        )}
      </>
    ),
    failure: error && (
      <p id={`${id}-error`} className={c('error')}>
        {error}
      </p>
    ),
  });
}
