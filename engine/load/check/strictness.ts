import type { Calls, Field, FlowFile, FormFile, Rule } from '../../../schemas/generated/types.ts';
import { controlOf } from '../../fields/authoring.ts';
import { capOf } from '../../fields/bounds.ts';
import { authoring } from '../../fields/generated/authoring.ts';
import { sliderRange } from '../../fields/slider/authoring.ts';
import { ruleOf } from '../../rules/authoring.ts';
import { endless } from '../../rules/date/day.ts';
import { ruleAuthoring } from '../../rules/generated/authoring.ts';
import type { Draft, IntakeSource } from '../link/draft.ts';
import type { Source } from '../source/source.ts';
import { checkDuplicateFields } from './duplicate-fields.ts';
import { implies } from './implication.ts';

/** A field of a form, with its file. */
interface FieldPlace {
  readonly source: Source<FormFile>;
  readonly name: string;
  readonly field: Field;
}

/**
 * Checks that each form is at least as strict as the form by which an intake validates its submissions. A visitor
 * cannot correct a value that only the intake rejects. Checks too that no form of a flow repeats a field of an earlier one.
 */
export function checkStrictness(draft: Draft): void {
  draft.memo.each('strictness', draft.flows.values(), [], (flow) => {
    checkFlow(draft, flow);
    checkDuplicateFields(draft, flow);
  });
}

function checkFlow(draft: Draft, flow: Source<FlowFile>): void {
  for (const [id, { submit }] of Object.entries(flow.data.steps)) {
    for (const { post = '', with: send = {} } of (submit as Calls | undefined)?.calls ?? []) {
      const intake = draft.endpoints.get(post);
      if (intake?.method !== 'POST') continue;
      for (const judge of judgesOf(draft, intake, send)) {
        const filled = fieldSent(draft, flow, id, judge.name, send);
        if (filled === undefined || filled.source === judge.source) continue;
        for (const reason of laxitiesOf(filled.field, judge.field, Object.hasOwn(send, judge.name)))
          draft.report.add('form-laxer', filled.source, filled.source.place(['fields', filled.name], { key: true }), {
            field: filled.name,
            endpoint: post,
            judge: judge.source.path,
            reason,
          });
      }
    }
  }
}

/** The fields by which an intake validates a submission. */
function judgesOf(
  draft: Draft,
  { data: { form, moreForms = [], forms, omit = [] } }: IntakeSource,
  send: Readonly<Record<string, unknown>>,
): FieldPlace[] {
  const step = forms === undefined ? '' : String(send[forms.by] ?? '');
  const ids = form === undefined ? (forms?.cases[step] ?? []) : [form, ...moreForms];
  return ids.flatMap((id) => {
    const source = draft.forms.get(id);
    return source === undefined
      ? []
      : Object.entries(source.data.fields).flatMap(([name, field]) =>
          omit.includes(name) ? [] : [{ source, name, field }],
        );
  });
}

/** The field whose value is posted under a name: the one that `with` reads, else the one with that name. */
function fieldSent(
  draft: Draft,
  { data: { steps } }: Source<FlowFile>,
  step: string,
  name: string,
  send: Readonly<Record<string, unknown>>,
): FieldPlace | undefined {
  const own = steps[step]?.form;
  const others = Object.values(steps).flatMap(({ form }) => (form === undefined || form === own ? [] : [form]));
  const fields = [own ?? '', ...others].flatMap((id): FieldPlace[] => {
    const source = draft.forms.get(id);
    return source === undefined
      ? []
      : Object.entries(source.data.fields).map(([each, field]) => ({ source, name: each, field }));
  });
  if (!Object.hasOwn(send, name)) return fields.find((each) => each.name === name);
  const read = new Set(String(send[name]).match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []);
  const [only, ...more] = [...new Set(fields.map((each) => each.name))].filter((each) => read.has(each));
  // A value combined from several fields belongs to none of them.
  return only === undefined || more.length > 0 ? undefined : fields.find((each) => each.name === only);
}

/** The rules of the intake's field that the form's field does not enforce, as an author would write them. */
function laxitiesOf(field: Field, judge: Field, isMade: boolean): string[] {
  const lax = checksOf(judge)
    .filter((rule) => !isImplied(rule, field, isMade))
    .map(ruleText);
  const [cap, most] = [longestOf(field), longestOf(judge)];
  const isCapped = most === undefined || (cap !== undefined && cap <= most) || isMade;
  const values = new Set(judge.options?.map(({ value }) => value));
  const extra = judge.options === undefined ? [] : (field.options ?? []).filter(({ value }) => !values.has(value));
  const open = (judge.options ?? []).filter(
    ({ value, exclusive }) => exclusive && field.options?.some((each) => each.value === value && !each.exclusive),
  );
  // The type has rules of its own.
  const isOther =
    authoring[judge.type].rules !== undefined && judge.type !== 'choices' && field.type !== judge.type && !isMade;
  // A field that is shown less often than the judge's may miss a value that the judge demands.
  const isHidden =
    field.when !== undefined &&
    !isMade &&
    (judge.when === undefined || !implies(String(judge.when), String(field.when)));
  return [
    ...lax,
    ...(isHidden ? [judge.when === undefined ? 'no when' : `when: ${judge.when}`] : []),
    ...(isOther ? [`type: ${judge.type}`] : isMade ? [] : widerThan(judge, field)),
    ...(isCapped ? [] : [`maxLength: ${most}`]),
    ...extra.map(({ value }) => `no option ${value}`),
    ...open.map(({ value }) => `exclusive: true at the option ${value}`),
    ...(judge.options !== undefined && field.options === undefined && !isMade ? ['the same options'] : []),
  ];
}

/** The maximum length of a field's text; undefined for a field limited by its options. */
export const longestOf = ({ maxLength, ...field }: Field): number | undefined =>
  capOf({ ...controlOf(field), ...(maxLength === undefined ? {} : { maxLength }) });

/** The limits of the judge's range that a field of the same type exceeds. */
function widerThan(judge: Field, field: Field): string[] {
  // Those of several choices are rules.
  if (judge.type !== field.type || judge.type === 'choices') return [];
  const usual = judge.type === 'slider' ? sliderRange : {};
  const { min, max, step, from, to, decimals = 0 }: Partial<Field> = { ...usual, ...judge };
  const own: Partial<Field> = { ...usual, ...field };
  const [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return [
    ...(min !== undefined && (own.min ?? least) < min ? [`min: ${min}`] : []),
    ...(max !== undefined && (own.max ?? most) > max ? [`max: ${max}`] : []),
    ...(step !== own.step ? [`step: ${step}`] : []),
    ...(from !== undefined && (field.from ?? '') < from ? [`from: ${from}`] : []),
    ...(to !== undefined && (field.to ?? endless) > to ? [`to: ${to}`] : []),
    ...((field.decimals ?? 0) > decimals ? [`decimals: ${decimals}`] : []),
  ];
}

/** The rules of a field, with those that `min` and `max` of several choices stand for. */
function checksOf({ type, min, max, rules = [] }: Field): readonly Rule[] {
  if (type !== 'choices') return rules;
  const counts: Rule[] = [
    ...(min === undefined ? [] : [{ rule: 'atLeast', count: min, message: '' } as const]),
    ...(max === undefined ? [] : [{ rule: 'atMost', count: max, message: '' } as const]),
  ];
  return [...rules, ...counts.filter(({ rule }) => rules.every((each) => each.rule !== rule))];
}

function isImplied(rule: Rule, field: Field, isMade: boolean): boolean {
  const rules = checksOf(field).filter(
    (each) => each.rule === rule.rule && (each.when === undefined || each.when === rule.when),
  );
  const cap = longestOf(field) ?? Number.POSITIVE_INFINITY;
  return ruleAuthoring[ruleOf(rule.rule)].isImplied(rule, { rules, cap, isMade });
}

/** A rule in YAML, without its message. */
const ruleText = ({ message: _, ...rule }: Rule): string =>
  `{ ${Object.entries(rule)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ')}, message: … }`;
