/** The scope of an intake's expressions, and the values that the server recomputes. */

import type { Json } from '../../schemas/compiled.ts';
import type { IntakeDefinition, SiteDefinition } from '../definition.ts';
import { dateFormatter } from '../expressions/dates.ts';
import { evaluate, type FormatDate } from '../expressions/run.ts';
import { emptyOf, toPayload } from '../fields/field.ts';
import { readValue } from '../fields/reading.ts';
import type { Lookup } from '../flow/scope.ts';
import { computeValue } from '../flow/scope.ts';
import { canonicalJson } from '../values/canonical-json.ts';
import { formsOfIntake, type Values } from './accept.ts';

/**
 * Recomputes the values that a flow computes from what was sent.
 * @returns the computed values, or null when one of them was sent with another value, or cannot be computed
 */
export function verifiedValues(site: SiteDefinition, intake: IntakeDefinition, values: Values): Values | null {
  const flow = intake.verify === null ? undefined : site.flows[intake.verify.flow];
  if (intake.verify === null || flow === undefined) return {};
  const computes = new Map(Object.entries(flow.computed ?? {}));
  const known = new Map<string, Json>();
  const given: Lookup = (name) => {
    if (Object.hasOwn(values, name)) return values[name];
    return name === 'texts' ? ((flow.texts as Json | undefined) ?? {}) : undefined;
  };
  const lookup: Lookup = (name) => {
    const compute = computes.get(name);
    if (compute === undefined) return inFlow(site, intake, name, given(name));
    if (!known.has(name)) known.set(name, computeValue(compute, lookup));
    return known.get(name);
  };
  const computed: Record<string, Json> = {};
  for (const name of intake.verify.values) {
    const value = (computes.has(name) ? lookup(name) : given(name)) ?? null;
    const sent = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === null || (sent !== undefined && canonicalJson(sent) !== canonicalJson(value))) return null;
    computed[name] = value;
  }
  return computed;
}

/**
 * What the flow has for a value that was sent: the options of a list that is sent as one text; the empty value of a field
 * that is not sent, because it was not asked or not answered. Undefined for a name that is not accepted.
 */
function inFlow(site: SiteDefinition, intake: IntakeDefinition, name: string, sent: Json | undefined) {
  if (!Object.hasOwn(intake.input, name)) return sent;
  const field = formsOfIntake(site, intake)
    .flatMap(({ fields }) => fields)
    .find((each) => each.name === name);
  if (field === undefined) return sent ?? null;
  if (field.submitAs === 'joined') return readValue(field, sent) as Json;
  return sent ?? toPayload(field, emptyOf(field));
}

const formatters = new WeakMap<SiteDefinition, FormatDate>();

/** The site's date formatter. */
export function datesOf(site: SiteDefinition): FormatDate {
  const known = formatters.get(site);
  if (known !== undefined) return known;
  const made = dateFormatter(site.site.locale, site.site.timeZone);
  formatters.set(site, made);
  return made;
}

/** An intake's response body: its named expressions over the values. @throws ExpressionError when one has no value */
export function responseOf(site: SiteDefinition, intake: IntakeDefinition, lookup: Lookup): Record<string, Json> {
  const formatDate = datesOf(site);
  const response: Record<string, Json> = {};
  for (const [name, code] of Object.entries(intake.response)) response[name] = evaluate(code, lookup, formatDate);
  return response;
}
