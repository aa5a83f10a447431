/** Takes personal data out of what a trace keeps, before a session that is recorded ever sees it. */
import type { Json } from '../../schemas/compiled.ts';
import type { FlowDefinition } from '../definition.ts';
import { maskPersonal } from '../forms/mask-pii.ts';
import type { FormDefinition, PersonalKind } from '../forms/types.ts';
import type { SessionInput } from '../session/context.ts';
import type { SessionEvent } from '../session/session.ts';

export type PersonalNames = ReadonlyMap<string, PersonalKind>;

/** The names of a flow's personal values: fields of its forms, and what it keeps. */
export function personalNames(flow: FlowDefinition, forms: readonly FormDefinition[]): PersonalNames {
  const names = new Map<string, PersonalKind>();
  for (const field of forms.flatMap((form) => form.fields))
    if (field.pii !== undefined) for (const name of [field.name, ...(field.aliases ?? [])]) names.set(name, field.pii);
  for (const [name, type] of Object.entries(flow.keeps ?? {})) if (type.pii !== undefined) names.set(name, type.pii);
  return names;
}

/** Masks every text that stands under a personal name, however deep. */
export function maskUnder(names: PersonalNames, value: Json, kind: PersonalKind | undefined = undefined): Json {
  if (typeof value === 'string') return kind === undefined ? value : maskPersonal(kind, value);
  if (Array.isArray(value)) return value.map((item: Json) => maskUnder(names, item, kind));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, maskUnder(names, item, names.get(name) ?? kind)]),
  );
}

/** An event as a trace may keep it. */
export function maskEvent(names: PersonalNames, event: SessionEvent): SessionEvent {
  if (event.type === 'INPUT') return { ...event, value: maskUnder(names, event.value, names.get(event.field)) };
  if (event.type === 'SUBMIT') return { ...event, values: maskUnder(names, event.values) as typeof event.values };
  if (event.type === 'DONE') return { ...event, output: maskUnder(names, event.output) };
  return event;
}

/** The start of a session as a trace may keep it. */
export const maskInput = (names: PersonalNames, input: SessionInput): SessionInput => ({
  ...input,
  query: maskUnder(names, input.query) as SessionInput['query'],
  saved: maskUnder(names, input.saved) as SessionInput['saved'],
});
