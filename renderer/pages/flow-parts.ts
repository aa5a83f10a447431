/** What pages and bundles need to know of a flow. */
import type { FlowDefinition, SiteDefinition } from '../../engine/definition.ts';
import { showsAnswers } from '../../engine/expressions/answers.ts';
import { functionAddresses } from '../../engine/extensions/functions.ts';
import { shuffledNames } from '../../engine/flow/option-order.ts';
import type { FormDefinition } from '../../engine/forms/types.ts';

/** The forms of a flow. */
export const formsOfFlow = (site: SiteDefinition, flow: FlowDefinition): FormDefinition[] =>
  flow.forms.map((id) => site.forms[id]).filter((form) => form !== undefined);

const called = new WeakMap<SiteDefinition, Map<string, readonly string[]>>();

/** The addresses of the functions of the site's own that a flow calls. Each flow is searched once. */
export function functionsOfFlow(site: SiteDefinition, id: string): readonly string[] {
  const flow = site.flows[id];
  if (site.extensions === undefined || flow === undefined) return [];
  const byFlow = called.get(site) ?? new Map<string, readonly string[]>();
  called.set(site, byFlow);
  const addresses = byFlow.get(id) ?? functionAddresses([flow, formsOfFlow(site, flow)], site.extensions);
  byFlow.set(id, addresses);
  return addresses;
}

const showing = new WeakMap<FlowDefinition, boolean>();

/** Whether the texts of a flow show answers in another form. Each flow is searched once. */
export function flowShowsAnswers(flow: FlowDefinition): boolean {
  const known = showing.get(flow) ?? showsAnswers(JSON.stringify(flow));
  showing.set(flow, known);
  return known;
}

/** Whether the session of a flow needs code that most do not. */
export const isMore = (flow: FlowDefinition, forms: readonly FormDefinition[], functions: readonly string[]): boolean =>
  shuffledNames(flow, forms).length > 0 ||
  flowShowsAnswers(flow) ||
  flow.ways !== undefined ||
  functions.length > 0 ||
  forms.some(({ more }) => more?.looks !== undefined || more?.amounts !== undefined);
