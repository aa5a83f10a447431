/** The fields of a form with the verdicts on their answers, for a page that judges submissions without the form's rules. */
import type { Json } from '../../schemas/compiled.ts';
import type { FlowContext } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import type { FieldDefinition } from '../forms/types.ts';
import { askedChoice } from './asked-choice.ts';
import type { AskedField, AskedWhen, Judge } from './asked-field.ts';
import { askedText } from './asked-text.ts';
import { conditionOf, placesOf } from './asked-when.ts';

/** A form whose fields are judged one by one. */
export interface AskedForm {
  readonly fields: readonly AskedField[];
  /** Whether a refused submission has only the error of the first wrong field. */
  readonly showsFirst: boolean;
}

/**
 * The fields of a form. The verdicts are those of the form's own rules, which may only read answers to the form itself.
 * @returns null if a table cannot ask one of them
 */
export function askedFormIn({ forms, validate }: CompiledFlow, { values }: FlowContext, id: string): AskedForm | null {
  const form = forms.find((each) => each.id === id);
  if (form === undefined || form.fields.length === 0) return null;
  const right: Record<string, Json> = {};
  const placeOf = (name?: string): number => form.fields.findIndex((field) => field.name === name);
  const judgeOf =
    ({ name }: FieldDefinition, condition?: AskedWhen): Judge =>
    (answer, beside = {}) => {
      const verdict = validate(id, { ...values, ...right, ...condition?.beside, ...beside, [name]: answer });
      if (verdict.ok)
        return {
          ...{ error: null, isJudged: true },
          isKept: JSON.stringify(verdict.values[name]) === JSON.stringify(answer),
        };
      return {
        error: verdict.errors.find(({ field }) => field === name)?.message ?? null,
        isKept: true,
        isJudged: form.showErrors !== 'first' || placeOf(verdict.errors[0]?.field) >= placeOf(name),
      };
    };
  const read = (): AskedField[] | null => {
    const all: AskedField[] = [];
    for (const field of form.fields) {
      const isAccepted = (answers: Readonly<Record<string, Json>>): boolean => {
        const verdict = validate(id, { ...values, ...right, ...answers });
        return verdict.ok || !verdict.errors.some((error) => all.some((each) => each.field === error.field));
      };
      const condition = conditionOf(field, form.fields, right, isAccepted);
      if (condition === null) return null;
      const judge = judgeOf(field, condition);
      const initial = String(values[field.name] ?? '');
      const places = placesOf(field, form.fields, right, isAccepted);
      const asked = askedChoice(field, judge, initial, places) ?? askedText(field, form.fields, judge, right);
      if (asked === null) return null;
      all.push(condition === undefined ? asked : { ...asked, condition });
      // A form may report only its first error: the fields before this one have none.
      right[field.name] = asked.right;
    }
    return all;
  };
  let fields = read();
  // Whether an answer is kept is known only beside right answers to all other fields.
  if (fields !== null && fields.length > 1) fields = read();
  return fields === null || !validate(id, { ...values, ...right }).ok
    ? null
    : { fields, showsFirst: form.showErrors === 'first' };
}

/** Whether fields of a form, or their options, have conditions. */
export const hasConditions = ({ fields }: AskedForm): boolean =>
  fields.some(({ condition, offers }) => condition !== undefined || offers !== undefined);
