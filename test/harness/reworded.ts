/** A flow after an edit of its texts: every text that a visitor reads is different. */

import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import { type CompiledFlow, compileFlow } from '../../engine/flow/index.ts';
import { formValidator } from '../../engine/forms/index.ts';
import { formMessages } from '../../engine/messages/catalogue.ts';
import { planOf } from '../../engine/vocabulary/plan.ts';
import { walk } from '../../engine/vocabulary/walk.ts';

const other = ' – revisto';

const table = (value: unknown): unknown => {
  if (typeof value === 'string') return value + other;
  if (Array.isArray(value)) return value.map(table);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, table(part)]));
};

const text = (value: unknown): unknown => (Array.isArray(value) ? [...value, other] : `${value}${other}`);

/** The flow with every text changed, including those of its forms. */
export function rewordedFlow(site: SiteDefinition, id: string): CompiledFlow {
  const flow = walk(planOf('flow'), site.flows[id], {
    annotated: (kind, value) =>
      kind === 'texts' ? table(value) : kind === 'text' || kind === 'prose' ? text(value) : value,
  }) as FlowDefinition;
  const forms = flow.forms
    .flatMap((form) => site.forms[form] ?? [])
    .map((form) => ({
      ...form,
      ...(form.errorTitle === undefined ? {} : { first: form.errorTitle + other }),
      fields: form.fields.map((field) => ({
        ...field,
        label: field.label + other,
        rules: field.rules.map((rule) => ({ ...rule, message: rule.message + other })),
      })),
    }));
  return compileFlow(flow, forms, formValidator(forms, formMessages(site.site)));
}
