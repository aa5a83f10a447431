/** The names that expressions of a flow can read at run time. */
import type { Code, Inline, Json, Template, Text } from '../../schemas/compiled.ts';
import type { Compute } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { renderTemplate } from '../expressions/render.ts';
import { toPayload } from '../fields/field.ts';
import type { FlowContext } from './context.ts';

export type Lookup = (name: string) => Json | undefined;

/**
 * The names that an expression reads. Operands of `#` are constants, so their strings are not names.
 * @param needed leaves out names that have a `default` wherever they are read
 */
export function namesIn(code: Code, names: string[] = [], needed = false): string[] {
  if (!Array.isArray(code) || code[0] === '#') return names;
  const [operation, first] = code as readonly Code[];
  if (operation === '$') names.push(first as string);
  else {
    const isDefaulted = needed && operation === 'default' && Array.isArray(first) && first[0] === '$';
    for (const part of code.slice(isDefaulted ? 2 : 1)) namesIn(part as Code, names, needed);
  }
  return names;
}

const isSet = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.includes(null));

/** The value of an expression, or null while one of the names it reads is not set and has no `default`. */
function known(code: Code, lookup: Lookup): Json {
  const needed = namesIn(code, [], true);
  const isReady = namesIn(code).every((name) => {
    const value = lookup(name) ?? null;
    return isSet(value) || (value === null && !needed.includes(name));
  });
  return isReady ? evaluate(code, lookup) : null;
}

function holdsBand(comparison: string, value: number): boolean {
  if (comparison === 'otherwise') return true;
  const [sign, limit] = comparison.split(' ') as [string, string];
  const bound = Number(limit);
  return sign === '>=' ? value >= bound : sign === '>' ? value > bound : sign === '<=' ? value <= bound : value < bound;
}

/** A computed value of a flow; null while one of the names it reads is not set. */
export function computeValue(compute: Compute, lookup: Lookup): Json {
  if (compute.classify !== undefined) {
    const value = known(compute.classify, lookup);
    if (typeof value !== 'number') return null;
    return Object.entries(compute.ranges ?? {}).find(([, comparison]) => holdsBand(comparison, value))?.[0] ?? null;
  }
  if (compute.lowest !== undefined) {
    let lowest: { name: string; value: number } | null = null;
    for (const [name, code] of Object.entries(compute.lowest)) {
      const value = known(code, lookup);
      if (typeof value !== 'number') return null;
      if (lowest === null || value < lowest.value) lowest = { name, value };
    }
    return lowest?.name ?? null;
  }
  return known(compute.value ?? null, lookup);
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
      return sent && value !== undefined ? toPayload(sent, value) : value;
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
