/** From what somebody sent to the values an intake keeps. Nothing about a request is believed. */
import type { IntakeDefinition, SiteDefinition, ValueType } from '../../engine/definition.ts';
import {
  applyMask,
  type CompiledForm,
  compileForm,
  type FieldDefinition,
  type FormMessages,
  type Json,
  validateField,
  validateForm,
} from '../../engine/forms/index.ts';
import { fits } from '../../engine/session/value-type.ts';
import type { ServerMessages } from '../messages/catalogue.ts';

export type Values = Readonly<Record<string, Json>>;
export type Accepted =
  | { readonly ok: true; readonly values: Values }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>>; readonly message: string | null };

export interface Acceptance {
  /** Judges what was sent. Names nobody declared are dropped. */
  accept(given: unknown): Accepted;
  /** A value as two submissions are compared by it: no white space, case or punctuation that says nothing. */
  normal(name: string, value: Json): Json;
}

const own = (given: object, name: string): unknown => Object.getOwnPropertyDescriptor(given, name)?.value;

/** A value cut down to what its type declares, on objects nobody else made; undefined when it does not fit. */
function declared(type: ValueType, raw: unknown): Json | undefined {
  const value = (raw ?? null) as Json;
  if (!fits(type, value)) return undefined;
  if (type.type !== 'record' || value === null) return isKeepable(value) ? value : undefined;
  const record: Record<string, Json> = {};
  for (const [name, field] of Object.entries(type.fields ?? {})) {
    const part = declared(field, own(value as object, name));
    if (part === undefined) return undefined;
    record[name] = part;
  }
  return record;
}

/** Half a surrogate pair and U+0000 cannot be kept as they are by every database. */
const isKeepable = (value: Json): boolean =>
  typeof value === 'string'
    ? !/[\p{Surrogate}\0]/u.test(value)
    : typeof value !== 'object' || value === null || Object.entries(value).flat().every(isKeepable);

/** A phone typed in any of its ways is posted in one: as digits, or laid out by the field's mask. */
function canonicalField(field: FieldDefinition, value: Json): Json {
  if (typeof value !== 'string') return value;
  if (field.sends === 'digits') return value.replace(/\D/g, '');
  return field.mask === undefined ? value : applyMask(field.mask, value);
}

/** Prepares what an intake accepts; built once per definition. */
export function prepareAcceptance(
  site: SiteDefinition,
  intake: IntakeDefinition,
  texts: FormMessages,
  messages: ServerMessages,
): Acceptance {
  const whole = intake.form === null ? null : (site.forms[intake.form] ?? null);
  const posted =
    whole === null ? null : { ...whole, fields: whole.fields.filter((field) => !intake.except.includes(field.name)) };
  const form: CompiledForm | null = posted === null ? null : compileForm(posted, texts);
  const excepted =
    whole === null
      ? null
      : compileForm({ ...whole, fields: whole.fields.filter((field) => intake.except.includes(field.name)) }, texts);
  const others = Object.entries(intake.accepts).filter(
    ([name]) => form?.fields.has(name) !== true && !intake.except.includes(name),
  );

  return {
    accept(given) {
      const source = given as Record<string, unknown>;
      const values: Record<string, Json> = {};
      const errors: Record<string, string> = {};
      let message: string | null = null;
      if (form !== null) {
        const verdict = validateForm(form, source);
        if (verdict.ok) {
          for (const { definition } of form.fields.values())
            values[definition.name] = canonicalField(definition, verdict.values[definition.name] as Json);
        } else for (const error of verdict.errors) errors[error.field] = error.message;
      }
      // A field that need not be posted must still not contradict its rule where it is.
      for (const name of excepted?.fields.keys() ?? []) {
        const raw = own(source, name);
        const verdict = raw === undefined || excepted === null ? null : validateField(excepted, name, raw);
        if (verdict !== null && !verdict.ok) errors[name] = verdict.error.message;
      }
      message = Object.values(errors)[0] ?? null;
      for (const [name, type] of others) {
        const raw = [name, ...(type.aliases ?? [])].map((each) => own(source, each)).find((each) => each !== undefined);
        // An optional text left empty was not given, as a browser leaves it out.
        const value = declared(type, type.optional === true && raw === '' ? null : raw);
        if (value === undefined)
          errors[name] = raw === undefined || raw === null ? messages.missingValue : messages.invalidValue;
        else if (value !== null) values[name] = value;
      }
      return Object.keys(errors).length === 0 ? { ok: true, values } : { ok: false, errors, message };
    },
    normal(name, value) {
      if (typeof value !== 'string') return value;
      const field = form?.fields.get(name)?.definition;
      if (field?.type === 'tel' || field?.mask !== undefined) return value.replace(/\D/g, '');
      const type = intake.accepts[name]?.type;
      return field?.type === 'email' || field?.pii === 'email' || type === 'uuid'
        ? value.trim().toLowerCase()
        : value.trim();
    },
  };
}

/** A query parameter as the value its type declares; undefined when it cannot be one. */
export function fromQuery(type: ValueType, text: string): unknown {
  if (type.type === 'text' || type.type === 'uuid' || type.type === 'choice') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
