/** From what somebody sent to the values an intake keeps. Nothing about a request is believed. */
import type { IntakeDefinition, SiteDefinition, ValueType } from '../../engine/definition.ts';
import { toPayload } from '../../engine/fields/field.ts';
import {
  type CompiledForm,
  compileForm,
  type FieldDefinition,
  type FormMessages,
  type Json,
  validateField,
  validateForm,
} from '../../engine/forms/index.ts';
import type { MessageCatalogue } from '../../engine/messages/keys.ts';
import { fits } from '../../engine/values/value-type.ts';

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

/** The fields of a submission, and those that need not be posted. */
interface Fields {
  readonly posted: CompiledForm;
  readonly excepted: CompiledForm;
}

/** Prepares what an intake accepts; built once per definition. */
export function prepareAcceptance(
  site: SiteDefinition,
  intake: IntakeDefinition,
  texts: FormMessages,
  messages: MessageCatalogue,
): Acceptance {
  const prepared = prepareFields(site, intake, texts);
  const all = [...prepared.values()];
  const fieldOf = (name: string): FieldDefinition | undefined =>
    all.map(({ posted }) => posted.fields.get(name)?.definition).find((field) => field !== undefined);
  const others = Object.entries(intake.accepts).filter(
    ([name]) => fieldOf(name) === undefined && !intake.except.includes(name),
  );

  return {
    accept(given) {
      const source = given as Record<string, unknown>;
      const values: Record<string, Json> = {};
      const errors: Record<string, string> = {};
      let message: string | null = null;
      // The step decides which fields apply. A value that names no step fails its own type below.
      const step = intake.forms === null ? '' : own(source, intake.forms.by);
      const fields = typeof step === 'object' ? undefined : prepared.get(String(step));
      if (fields !== undefined) {
        const verdict = validateForm(fields.posted, source);
        if (verdict.ok) {
          for (const { definition } of fields.posted.fields.values())
            values[definition.name] = toPayload(definition, verdict.values[definition.name] as Json);
        } else for (const error of verdict.errors) errors[error.field] = error.message;
        // A field that need not be posted must still not contradict its rule where it is.
        for (const name of fields.excepted.fields.keys()) {
          const raw = own(source, name);
          const single = raw === undefined ? null : validateField(fields.excepted, name, raw);
          if (single !== null && !single.ok) errors[name] = single.error.message;
        }
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
      const field = fieldOf(name);
      if (field?.type === 'tel' || field?.mask !== undefined) return value.replace(/\D/g, '');
      const type = intake.accepts[name]?.type;
      return field?.type === 'email' || field?.pii === 'email' || type === 'uuid'
        ? value.trim().toLowerCase()
        : value.trim();
    },
  };
}

/** The fields of an intake by the value that tells its steps apart; under an empty text when there are no steps. */
function prepareFields(site: SiteDefinition, intake: IntakeDefinition, texts: FormMessages): Map<string, Fields> {
  const { except, forms } = intake;
  const prepare = (id: string, fields: readonly FieldDefinition[]): Fields => {
    const compile = (some: readonly FieldDefinition[]) => compileForm({ id, errors: 'all', fields: some }, texts);
    return {
      posted: compile(fields.filter((field) => !except.includes(field.name))),
      excepted: compile(fields.filter((field) => except.includes(field.name))),
    };
  };
  if (forms === null) {
    const form = intake.form === null ? undefined : site.forms[intake.form];
    return new Map(form === undefined ? [] : [['', prepare(form.id, form.fields)]]);
  }
  const fieldsOf = (ids: readonly string[]) => ids.flatMap((id) => site.forms[id]?.fields ?? []);
  const always = fieldsOf(Object.values(forms.is).flat()).filter((field) => forms.always.includes(field.name));
  return new Map(
    Object.entries(forms.is).map(([value, ids]) => {
      const byName = new Map([...fieldsOf(ids), ...always].reverse().map((field) => [field.name, field]));
      return [value, prepare(intake.id, [...byName.values()].reverse())];
    }),
  );
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
