/** Fields of amounts: a slider, and money. Importing it makes them known to `FormField.tsx`. */
import { formattedAmount, showAmount } from '../../engine/values/number-format.ts';
import { readNumber } from '../../engine/values/number-text.ts';
import type { FieldDefinition, TextField } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { type FieldInput, type FieldView, inputOf, labelled, looks } from './field-view.tsx';
import type { amount } from './recipes/amount.ts';
import type { field } from './recipes/field.ts';

const c = classes<typeof field>('field');
const a = classes<typeof amount>('amount');

type NumberFormat = NonNullable<FieldDefinition['number']>;
type AmountFormat = NonNullable<TextField['shown']>;

/** What the loader gives every field with one of these looks. */
const partsOf = ({ field }: FieldInput) => ({
  number: field.number as NumberFormat,
  shown: (field as TextField).shown as AmountFormat,
});

const slider: FieldView = (input) => {
  const { id, field, value, aria } = input;
  const { number, shown } = partsOf(input);
  const { min = 0, max = 0 } = number;
  const textOf = (each: number): string => showAmount(each, shown);
  const current = String(value || field.default);
  const text = textOf(readNumber(current, number) ?? min);
  const [low = textOf(min), high = textOf(max)] = (field as TextField).ends ?? [];
  return labelled(
    input,
    <div className={a('slider')}>
      {/* The control itself is announced with this text. */}
      <output className={a('value')} htmlFor={id} aria-live="off">
        {text}
      </output>
      <input
        id={id}
        type="range"
        className={a('range')}
        name={field.name}
        defaultValue={current}
        aria-valuetext={text}
        data-amount={JSON.stringify({ ...shown, initial: field.default })}
        {...aria}
        {...field.attributes}
      />
      <p className={a('ends')}>
        <span>{low}</span>
        <span>{high}</span>
      </p>
    </div>,
  );
};

const money: FieldView = (input) => {
  const { id, field, value, described } = input;
  const { number, shown } = partsOf(input);
  const unit = (sign: string) =>
    sign !== '' && (
      <span className={a('unit')} id={`${id}-unit`}>
        {sign}
      </span>
    );
  return labelled(
    input,
    <div className={a('money')}>
      {unit(shown.before)}
      <input
        {...inputOf(input)}
        className={c('control')}
        defaultValue={formattedAmount(String(value ?? ''), number)}
        data-amount={JSON.stringify(number)}
        enterKeyHint={input.last ? 'send' : 'next'}
        aria-describedby={`${shown.before + shown.after && `${id}-unit `}${described}`}
        {...field.attributes}
      />
      {unit(shown.after)}
    </div>,
  );
};

Object.assign(looks, { slider, money });
