/** Values carried in an address: written when a step is entered, read and checked when a visitor comes straight to it. */
import type { Json } from '../../schemas/compiled.ts';
import type { FlowDefinition, ValueType } from '../definition.ts';
import { fits } from '../values/value-type.ts';

/** Whether a flow has addresses of its own; the flow of an overlay has none. */
export const hasPaths = ({ steps }: FlowDefinition): boolean =>
  Object.values(steps).some(({ path }) => path !== undefined);

const asText = (type: ValueType): boolean => ['text', 'uuid', 'choice'].includes(type.type);

/** A carried value as a query parameter; texts stand as they are, everything else is JSON. */
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

/** The query a step is entered with. Values that are not known are left out. */
export function writeCarried(
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

/** What an address brings for a step: the values that could be read, and what is wrong with the others. */
export function readCarried(
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
