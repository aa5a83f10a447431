import type { Calls, Field, FlowFile, FormFile, Rule } from '../../../schemas/generated/types.ts';
import { capOf } from '../../fields/bounds.ts';
import { ruleAuthoring } from '../../rules/authoring.ts';
import type { Draft, IntakeSource } from '../link/draft.ts';
import type { Source } from '../source/source.ts';

/** A field of a form, and where it stands. */
interface Filled {
  readonly source: Source<FormFile>;
  readonly name: string;
  readonly field: Field;
}

/**
 * Checks that each form is as strict as the intake that its flow posts it to, where that intake judges by another form:
 * what the form lets through and the intake refuses, a visitor cannot mend.
 */
export function checkStrictness(draft: Draft): void {
  const told = new Set<string>();
  for (const flow of draft.flows.values()) {
    for (const [id, { submit }] of Object.entries(flow.data.steps)) {
      for (const { post = '', with: send = {} } of (submit as Calls | undefined)?.calls ?? []) {
        const intake = draft.endpoints.get(post);
        if (intake?.method !== 'POST') continue;
        for (const judge of judgesOf(draft, intake, send)) {
          const filled = fieldSent(draft, flow, id, judge.name, send);
          if (filled === undefined || filled.source === judge.source) continue;
          for (const reason of laxitiesOf(filled.field, judge.field, Object.hasOwn(send, judge.name))) {
            const key = JSON.stringify([filled.source.path, filled.name, reason, post]);
            if (told.has(key)) continue;
            told.add(key);
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
  }
}

/** The fields by which an intake judges a submission. */
function judgesOf(
  draft: Draft,
  { data: { form, forms, omit: except = [] } }: IntakeSource,
  send: Readonly<Record<string, unknown>>,
): Filled[] {
  const step = forms === undefined ? '' : String(send[forms.by] ?? '');
  const ids = form === undefined ? (forms?.cases[step] ?? []) : [form];
  return ids.flatMap((id) => {
    const source = draft.forms.get(id);
    return source === undefined
      ? []
      : Object.entries(source.data.fields).flatMap(([name, field]) =>
          except.includes(name) ? [] : [{ source, name, field }],
        );
  });
}

/** The field whose value is posted under a name: the one that `send` reads, else the one of that name. */
function fieldSent(
  draft: Draft,
  { data: { steps } }: Source<FlowFile>,
  step: string,
  name: string,
  send: Readonly<Record<string, unknown>>,
): Filled | undefined {
  const own = steps[step]?.form;
  const others = Object.values(steps).flatMap(({ form }) => (form === undefined || form === own ? [] : [form]));
  const fields = [own ?? '', ...others].flatMap((id): Filled[] => {
    const source = draft.forms.get(id);
    return source === undefined
      ? []
      : Object.entries(source.data.fields).map(([each, field]) => ({ source, name: each, field }));
  });
  if (!Object.hasOwn(send, name)) return fields.find((each) => each.name === name);
  const read = new Set(String(send[name]).match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []);
  const [only, ...more] = [...new Set(fields.map((each) => each.name))].filter((each) => read.has(each));
  // A value made of several fields is none of them.
  return only === undefined || more.length > 0 ? undefined : fields.find((each) => each.name === only);
}

/** The rules of the judge that a field lets through, each as an author would write it. */
function laxitiesOf(field: Field, judge: Field, isMade: boolean): string[] {
  const lax = (judge.rules ?? []).filter((rule) => !isImplied(rule, field, isMade)).map(ruleText);
  const [cap, most] = [capOf(field), capOf(judge)];
  const isCapped = most === undefined || (cap !== undefined && cap <= most) || isMade;
  const values = new Set(judge.options?.map(({ value }) => value));
  const extra = judge.options === undefined ? [] : (field.options ?? []).filter(({ value }) => !values.has(value));
  return [
    ...lax,
    ...(isCapped ? [] : [`maxLength: ${most}`]),
    ...extra.map(({ value }) => `no option ${value}`),
    ...(judge.options !== undefined && field.options === undefined && !isMade ? ['the same options'] : []),
  ];
}

function isImplied(rule: Rule, field: Field, isMade: boolean): boolean {
  const rules = (field.rules ?? []).filter((each) => each.rule === rule.rule);
  return ruleAuthoring[rule.rule].isImplied(rule, { rules, cap: capOf(field) ?? Number.POSITIVE_INFINITY, isMade });
}

/** A rule as an author writes it in YAML, without its message. */
const ruleText = ({ message: _, ...rule }: Rule): string =>
  `{ ${Object.entries(rule)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ')}, message: … }`;
