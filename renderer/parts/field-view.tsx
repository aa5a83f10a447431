/** What the views of fields have in common. */
import type { ReactElement, ReactNode } from 'react';
import { optionsOf } from '../../engine/fields/field.ts';
import type { FieldDefinition } from '../../engine/forms/types.ts';
import type { Json } from '../../schemas/compiled.ts';
import type {
  ChoiceField,
  ChoicesField,
  OptionDefinition,
  TelField,
  TextField,
} from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { each } from './each.ts';
import type { field } from './recipes/field.ts';
import type { View } from './view.ts';

const c = classes<typeof field>('field');

export interface FieldProps {
  field: FieldDefinition;
  /** The id of the form, unique on the page. */
  form: string;
  value: Json;
  error: string | undefined;
  /** Whether its condition does not hold. */
  hidden: boolean;
  /** Whether it is the last field before the form is submitted. */
  last: boolean;
  /** Whether the browser validates required fields. */
  native?: boolean | undefined;
  view: View;
}

/** The input of a field's view: the field's properties and values derived from them. */
export interface FieldInput extends FieldProps {
  readonly id: string;
  readonly required: boolean;
  /** Whether the browser enforces that it is required. */
  readonly enforced: true | undefined;
  /** The ids of its hint and error. */
  readonly described: string;
  readonly aria: { readonly 'aria-invalid': true | undefined; readonly 'aria-describedby': string };
  /** The options that are not offered. */
  readonly away?: ReadonlySet<string>;
  readonly notes: ReactElement | '' | undefined;
  /** The error, hidden while there is none. */
  readonly failure: ReactElement;
}

export type FieldView = (input: FieldInput) => ReactElement | null;
export type FieldLook = NonNullable<(ChoiceField | ChoicesField | TelField | TextField)['look']>;

/** The ways to draw a field that few forms have. Browsers fetch them only for those (`renderer/islands/more.ts`). */
export const looks: { [Each in FieldLook]?: FieldView } = {};

/** A control with its label above it. */
export function labelled({ id, field, notes, failure, view }: FieldInput, control: ReactElement): ReactElement {
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

export const inputOf = ({ id, field, value, required, enforced, aria, view }: FieldInput) => ({
  id,
  name: field.name,
  defaultValue: String(value ?? ''),
  placeholder: field.placeholder === undefined ? undefined : view.plain(field.placeholder),
  autoComplete: field.autocomplete,
  // The limit applies to the stored value; a mask adds characters.
  maxLength: field.mask ? undefined : field.maxLength,
  required: enforced,
  'aria-required': (required && !enforced) || undefined,
  ...aria,
});

/** A single-line field. */
export const line =
  (type: 'text' | 'email' | 'tel'): FieldView =>
  (input) =>
    labelled(
      input,
      <input
        {...inputOf(input)}
        className={c('control')}
        type={type}
        enterKeyHint={input.last ? 'send' : 'next'}
        autoCapitalize={input.field.pii === 'name' ? 'words' : type === 'email' ? 'none' : undefined}
        inputMode={type === 'text' ? undefined : type}
        data-mask={input.field.mask && JSON.stringify(input.field.mask)}
        {...input.field.attributes}
      />,
    );

/** A set of options with its label above it. */
export function grouped({ field, described, notes, failure, view }: FieldInput, content: ReactNode): ReactElement {
  return (
    <fieldset className={c('root')} aria-describedby={described}>
      <legend className={c('label')}>{view.textOfForm(field.label)}</legend>
      {notes}
      {content}
      {failure}
    </fieldset>
  );
}

/** The control of an option: a radio button, or a checkbox where several can be chosen. */
export const optionOf = ({ id, field, value, enforced, aria }: FieldInput, option: OptionDefinition, index: number) => {
  const several = field.type === 'choices';
  return {
    id: `${id}-${index}`,
    type: several ? 'checkbox' : 'radio',
    name: field.name,
    value: option.value,
    defaultChecked: Array.isArray(value) ? value.includes(option.value) : value === option.value,
    'data-exclusive': several && option.exclusive ? '' : undefined,
    required: several ? undefined : enforced,
    'aria-invalid': aria['aria-invalid'],
  };
};

/** The options of a field as cards. */
export const cards: FieldView = (input) =>
  grouped(
    input,
    <div className={c('choices', { look: 'card' })}>
      {each(optionsOf(input.field) ?? [], (option, index) => (
        <label className={c('choice', { look: 'card' })} htmlFor={`${input.id}-${index}`}>
          <input className={c('mark')} {...optionOf(input, option, index)} />
          <span>{input.view.text(option.label)}</span>
        </label>
      ))}
    </div>,
  );
