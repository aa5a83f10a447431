/** A value that an expression gives. Importing it makes its view known to `FormField.tsx`. */
import { hiddenFields } from '../../engine/forms/conditions.ts';
import { type ComputedDefinition, computedValue } from '../../engine/rules/computed/value.ts';
import { showAmount } from '../../engine/values/number-format.ts';
import { plainSigns, readNumber } from '../../engine/values/number-text.ts';
import type { FieldDefinition, TextField } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { type FieldInput, type FieldView, looks } from './field-view.tsx';
import type { amount } from './recipes/amount.ts';
import type { field } from './recipes/field.ts';

const c = classes<typeof field>('field');
const a = classes<typeof amount>('amount');

const isComputed = (rule: { readonly rule: string }): rule is ComputedDefinition => rule.rule === 'computed';

/** The value as the site writes it. */
function shownText(value: string, { number, ...field }: FieldDefinition): string {
  const { shown } = field as TextField;
  const read = number === undefined || shown === undefined ? null : readNumber(value, plainSigns);
  if (read === null || shown === undefined) return value;
  return showAmount(read, shown, number?.minor === undefined ? undefined : number.decimals);
}

function Computed({ id, field, value, notes, view }: FieldInput) {
  const { definition, values = {} } = view.screen?.form ?? {};
  const rule = field.rules.find(isComputed);
  const fields = definition?.fields ?? [];
  const hidden = hiddenFields(fields, values);
  const entered = Object.fromEntries(
    fields.map(({ name, default: usual }) => [name, hidden.has(name) ? '' : (values[name] ?? usual ?? '')]),
  ) as Parameters<typeof computedValue>[1];
  const text = rule === undefined ? String(value ?? '') : computedValue(rule, entered, field.number);
  return (
    <div className={`${c('root')} ${a('computed')}`}>
      <span className={c('label')} id={`${id}-label`}>
        {view.textOfForm(field.label)}
      </span>
      {notes}
      <output id={id} className={a('value')} aria-labelledby={`${id}-label`}>
        {text === '' ? '–' : shownText(text, field)}
      </output>
    </div>
  );
}

const computed: FieldView = (input) =>
  (input.field as TextField).shown === undefined ? null : <Computed {...input} />;

Object.assign(looks, { computed });
