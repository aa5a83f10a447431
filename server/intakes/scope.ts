/** The scope of an intake's expressions, and the values that the server recomputes. */
import type { IntakeDefinition, SiteDefinition } from '../../engine/definition.ts';
import { dateFormatter } from '../../engine/expressions/dates.ts';
import { evaluate, type FormatDate } from '../../engine/expressions/run.ts';
import type { Lookup } from '../../engine/flow/scope.ts';
import { computeValue } from '../../engine/flow/scope.ts';
import { canonicalJson } from '../../engine/values/canonical-json.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { Values } from './accept.ts';

/**
 * Recomputes the values that a flow computes from what was sent.
 * @returns the computed values, or null when one of them was sent with another value, or cannot be computed
 */
export function verifiedValues(site: SiteDefinition, intake: IntakeDefinition, values: Values): Values | null {
  const flow = intake.verify === null ? undefined : site.flows[intake.verify.flow];
  if (intake.verify === null || flow === undefined) return {};
  const known = new Map<string, Json>();
  const lookup: Lookup = (name) => {
    const compute = flow.computed !== undefined && Object.hasOwn(flow.computed, name) ? flow.computed[name] : undefined;
    if (compute === undefined)
      return Object.hasOwn(values, name)
        ? values[name]
        : name === 'texts'
          ? ((flow.texts as Json | undefined) ?? {})
          : undefined;
    if (!known.has(name)) known.set(name, computeValue(compute, lookup));
    return known.get(name);
  };
  const computed: Record<string, Json> = {};
  for (const name of intake.verify.values) {
    const value = lookup(name) ?? null;
    const sent = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === null || (sent !== undefined && canonicalJson(sent) !== canonicalJson(value))) return null;
    computed[name] = value;
  }
  return computed;
}

const formatters = new WeakMap<SiteDefinition, FormatDate>();

/** The site's date formatter. */
export function datesOf(site: SiteDefinition): FormatDate {
  const known = formatters.get(site) ?? dateFormatter(site.site.locale, site.site.timeZone);
  formatters.set(site, known);
  return known;
}

/** An intake's response body: its named expressions over the values. @throws ExpressionError when one has no value */
export function responseOf(site: SiteDefinition, intake: IntakeDefinition, lookup: Lookup): Record<string, Json> {
  const formatDate = datesOf(site);
  const response: Record<string, Json> = {};
  for (const [name, code] of Object.entries(intake.response)) response[name] = evaluate(code, lookup, formatDate);
  return response;
}
