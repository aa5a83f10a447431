/** The names that expressions of a flow can read at run time. */
import type { Code, Inline, Json, Template, Text } from '../../schemas/compiled.ts';
import type { ComputeDefinition, FlowDefinition } from '../definition.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { renderTemplate } from '../expressions/render.ts';
import { toPayload } from '../fields/field.ts';
import type { FlowContext } from './context.ts';

export type Lookup = (name: string) => Json | undefined;

/** The names that an expression reads. Operands of `#` are constants, so their strings are not names. */
export function namesIn(code: Code, names: string[] = []): string[] {
  if (!Array.isArray(code) || code[0] === '#') return names;
  if (code[0] === '$') names.push(code[1] as string);
  else for (const part of code.slice(1)) namesIn(part as Code, names);
  return names;
}

const isSet = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.includes(null));

/** The value of an expression, or null while one of the names that it needs is not set. */
function known(code: Code, lookup: Lookup, needs = namesIn(code)): Json {
  return needs.every((name) => isSet(lookup(name))) ? evaluate(code, lookup) : null;
}

function holdsBand(comparison: string, value: number): boolean {
  if (comparison === 'otherwise') return true;
  const [sign, limit] = comparison.split(' ') as [string, string];
  const bound = Number(limit);
  return sign === '>=' ? value >= bound : sign === '>' ? value > bound : sign === '<=' ? value <= bound : value < bound;
}

/** A computed value of a flow; null while one of the names it reads is not set. */
export function computeValue(compute: ComputeDefinition, lookup: Lookup): Json {
  if (compute.classify !== undefined) {
    const value = known(compute.classify, lookup, compute.needs);
    if (typeof value !== 'number') return null;
    return Object.entries(compute.ranges ?? {}).find(([, comparison]) => holdsBand(comparison, value))?.[0] ?? null;
  }
  if (compute.lowest !== undefined) {
    let lowest: { name: string; value: number } | null = null;
    for (const [name, code] of Object.entries(compute.lowest)) {
      const value = known(code, lookup, compute.needs);
      if (typeof value !== 'number') return null;
      if (lowest === null || value < lowest.value) lowest = { name, value };
    }
    return lowest?.name ?? null;
  }
  return known(compute.value ?? null, lookup, compute.needs);
}

/**
 * A lookup over a flow's values. A computed value is evaluated once, when it is first read.
 * @param extra additional names of the current place, such as `reply`
 */
export function scopeOf(
  flow: FlowDefinition,
  context: FlowContext,
  extra: Readonly<Record<string, Json>> = {},
): Lookup {
  const computed = new Map<string, Json>();
  const lookup: Lookup = (name) => {
    if (Object.hasOwn(extra, name)) return extra[name];
    if (Object.hasOwn(context.values, name)) {
      const sent = flow.numbers?.[name];
      const value = context.values[name];
      return sent ? toPayload(sent, value as Json) : value;
    }
    const compute = flow.computed !== undefined && Object.hasOwn(flow.computed, name) ? flow.computed[name] : undefined;
    if (compute !== undefined) {
      if (!computed.has(name)) computed.set(name, computeValue(compute, lookup));
      return computed.get(name);
    }
    switch (name) {
      case 'texts':
        return (flow.texts as Json | undefined) ?? {};
      case 'visit':
        return context.visit;
      case 'now':
        return context.at;
      case 'error':
        return context.error ?? { message: null, status: null };
      case 'reply':
        return context.reply;
      default:
        return undefined;
    }
  };
  return lookup;
}

/** Renders a template as a string. A value that is not set renders as an empty string. */
export const fillTemplate = (template: Template, lookup: Lookup): string => renderTemplate(template, lookup);

/** A text without its markup, for titles, toasts and alerts. */
export function plainText(text: Text, lookup: Lookup): string {
  const flat = (piece: Inline): string => {
    if (typeof piece === 'string') return piece;
    if ('v' in piece) return fillTemplate([piece], lookup);
    return ('b' in piece ? piece.b : 'i' in piece ? piece.i : piece.a).map(flat).join('');
  };
  return typeof text === 'string' ? text : text.map(flat).join('');
}
