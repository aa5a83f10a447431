/**
 * Values in a step's address: written when the step is entered, read and validated when a visitor opens the address.
 */
import type { Json } from '../../schemas/compiled.ts';
import type { FlowDefinition, ValueType } from '../definition.ts';
import { fits } from '../values/value-type.ts';

/** Whether a flow has addresses of its own. A flow in an overlay has none. */
export const hasPaths = ({ steps }: FlowDefinition): boolean =>
  Object.values(steps).some(({ path }) => path !== undefined);

const asText = (type: ValueType): boolean => ['text', 'uuid', 'choice'].includes(type.type);

/** A value as a query parameter: a text is written unchanged, any other type as JSON. */
const writeValue = (type: ValueType, value: Json): string => (asText(type) ? String(value) : JSON.stringify(value));

function readValue(type: ValueType, text: string): Json | undefined {
  if (text.length > 2000) return undefined;
  let value: Json;
  try {
    value = asText(type) ? text : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
  return value !== null && fits(type, value) ? value : undefined;
}

/** The query of a step's address. Omits values that are not set. */
export function writeStepQuery(
  flow: FlowDefinition,
  step: string,
  values: Readonly<Record<string, Json>>,
): Record<string, string> {
  const query: Record<string, string> = {};
  for (const name of Object.keys(flow.steps[step]?.query ?? {})) {
    const type = flow.data?.[name];
    const value = values[name] ?? null;
    if (type !== undefined && value !== null) query[name] = writeValue(type, value);
  }
  return query;
}

/** Reads the values of a step's address. Returns those that are valid, and the reason for each of the others. */
export function readStepQuery(
  flow: FlowDefinition,
  step: string | null,
  query: Readonly<Record<string, string>>,
): { values: Record<string, Json>; lost: Record<string, 'missing' | 'invalid'> } {
  const values: Record<string, Json> = {};
  const lost: Record<string, 'missing' | 'invalid'> = {};
  for (const name of Object.keys((step === null ? undefined : flow.steps[step]?.query) ?? {})) {
    const type = flow.data?.[name];
    const text = Object.hasOwn(query, name) ? query[name] : undefined;
    if (type === undefined) continue;
    if (text === undefined || text === '') lost[name] = 'missing';
    else {
      const value = readValue(type, text);
      if (value === undefined) lost[name] = 'invalid';
      else values[name] = value;
    }
  }
  return { values, lost };
}
