/** Validates a request and picks the values that its intake declares. Nothing in a request is trusted. */

import type { Code } from '../../schemas/compiled.ts';
import type { IntakeDefinition, SiteDefinition, ValueType } from '../definition.ts';
import { toPayload } from '../fields/field.ts';
import { digitsOf, localDigits } from '../fields/masks/masks.ts';
import { namesIn } from '../flow/scope.ts';
import { hiddenFields } from '../forms/conditions.ts';
import { groupCountedBy, withLists, withoutLists } from '../forms/entries.ts';
import {
  type CompiledForm,
  compileForm,
  type FieldDefinition,
  type FormDefinition,
  type FormMessages,
  type Json,
  validateField,
  validateForm,
} from '../forms/index.ts';
import type { MessageCatalogue } from '../messages/keys.ts';
import { withCountries } from '../rules/phone/countries.ts';
import { type PhoneDefinition, readPhone } from '../rules/phone/phone.ts';
import { fits } from '../values/value-type.ts';

export type Values = Readonly<Record<string, Json>>;
export type IntakeVerdict =
  | {
      readonly ok: true;
      readonly values: Values;
      /** The same values as the flow has them: the fields of each entry of a group that repeats. */
      readonly sent: Values;
    }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>>; readonly message: string | null };

export interface IntakeRules {
  /** Validates a request's values. Undeclared names are dropped. */
  accept(given: unknown): IntakeVerdict;
  /**
   * A value in the form in which two submissions are compared: without insignificant white space, case and punctuation,
   * and a telephone number without its country's prefix.
   */
  normal(name: string, value: Json): Json;
  /** The person's e-mail address in its normal form; null where none was given. */
  person(values: Values): string | null;
}

const ownProperty = (given: object, name: string): unknown =>
  Object.hasOwn(given, name) ? (given as Readonly<Record<string, unknown>>)[name] : undefined;

/** A value reduced to what its type declares, copied into new objects; undefined when it does not fit. */
function pickDeclared(type: ValueType, raw: unknown): Json | undefined {
  const value = (raw ?? null) as Json;
  if (!fits(type, value)) return undefined;
  if (type.type !== 'record' || value === null) return isStorable(value) ? value : undefined;
  const record: Record<string, Json> = {};
  for (const [name, field] of Object.entries(type.fields ?? {})) {
    const part = pickDeclared(field, ownProperty(value as object, name));
    if (part === undefined) return undefined;
    record[name] = part;
  }
  return record;
}

/** Not every database can store half a surrogate pair or U+0000. */
const isStorable = (value: Json): boolean =>
  typeof value === 'string'
    ? !/[\p{Surrogate}\0]/u.test(value)
    : typeof value !== 'object' || value === null || Object.entries(value).flat().every(isStorable);

/** The fields of a submission, split into those that must be posted and those that may be left out. */
interface Fields {
  readonly posted: CompiledForm;
  readonly optional: CompiledForm;
  /** The lists that conditions read beside the fields. */
  readonly lists: readonly string[];
}

/** The names of the lists that the conditions of a form read beside its fields. */
function listsReadBy({ definition, fields }: CompiledForm, { input }: IntakeDefinition): readonly string[] {
  const read = new Set(definition.fields.flatMap(({ when = null }) => namesIn(when)));
  return [...read].filter((name) => !fields.has(name) && Object.hasOwn(input, name));
}

/**
 * A form whose conditions contain the lists that they read beside its fields, such as the answers to questions without a
 * type.
 */
function withGiven(
  form: CompiledForm,
  lists: readonly string[],
  { input }: IntakeDefinition,
  source: object,
): CompiledForm {
  if (lists.length === 0) return form;
  const { definition } = form;
  const given = new Map(
    lists.map((name) => [name, pickDeclared(input[name] as ValueType, ownProperty(source, name)) ?? null]),
  );
  // A condition over a list that does not fit has no value; the list itself is refused.
  const isKnown = [...given.values()].every((value) => value !== null);
  const fields = definition.fields.map((field) =>
    field.when === undefined || !namesIn(field.when).some((name) => given.has(name))
      ? field
      : { ...field, when: isKnown ? withConstants(field.when, given) : false },
  );
  return { ...form, definition: { ...definition, fields } };
}

/** Code with constants in place of names. */
function withConstants(code: Code, constants: ReadonlyMap<string, Json>): Code {
  if (!Array.isArray(code) || code[0] === '#') return code;
  const [operation, ...operands] = code as readonly [string, ...Json[]];
  const value = operation === '$' ? constants.get(String(operands[0])) : undefined;
  if (value !== undefined) return ['#', value];
  return [operation, ...operands.map((part) => withConstants(part as Code, constants))];
}

/** What the definitions say about a value: the field that it is entered in, or its type. */
interface Meaning {
  readonly field: FieldDefinition | undefined;
  readonly type: ValueType['type'] | undefined;
  readonly pii: ValueType['pii'];
}

const isEmail = ({ field, pii }: Meaning): boolean => field?.type === 'email' || pii === 'email';

/** The subject of values in its normal form; null where its value is empty, which is nobody's. @param name of the value that it is in */
export function subjectIn(rules: Pick<IntakeRules, 'normal'>, name: string, values: Values): string | null {
  const value = rules.normal(name, values[name] ?? null);
  return value === null || value === '' || typeof value === 'object' ? null : String(value);
}

/** Prepares the validation of an intake; built once per definition. */
export function prepareAcceptance(
  site: SiteDefinition,
  intake: IntakeDefinition,
  texts: FormMessages,
  messages: MessageCatalogue,
): IntakeRules {
  const prepared = prepareFields(site, intake, texts);
  const phoneMask = site.site.phoneMask === undefined ? undefined : site.site.masks?.[site.site.phoneMask];
  const all = [...prepared.values()];
  const fieldOf = (name: string): FieldDefinition | undefined =>
    all.map(({ posted }) => posted.fields.get(name)?.definition).find((field) => field !== undefined);
  const [writer = null] = writersFor(site, intake);
  /** What a value is. A subject is compared as in the intake that stores what it finds. */
  const meaningOf = (name: string): Meaning => {
    let [field, declared] = [fieldOf(name), intake.input[name]];
    if (field === undefined && writer !== null && name === intake.lookupBy) {
      const subject = String(writer.lookupBy);
      const fields = formsOfIntake(site, writer).flatMap((form) => form.fields);
      [field, declared] = [fields.find((each) => each.name === subject), writer.input[subject]];
    }
    return { field, type: declared?.type, pii: field?.pii ?? declared?.pii };
  };
  const groups = new Set(
    all.flatMap(({ posted }) => posted.definition.fields.flatMap((field) => groupCountedBy(field) ?? [])),
  );
  const otherValues = Object.entries(intake.input).filter(
    ([name]) => fieldOf(name) === undefined && !groups.has(name) && !intake.omit.includes(name),
  );

  const normal = (name: string, value: Json): Json => {
    if (typeof value !== 'string') return value;
    const meaning = meaningOf(name);
    const { field, pii, type } = meaning;
    const phone = field?.rules.find((rule): rule is PhoneDefinition => rule.rule === 'phone');
    if (phone !== undefined) return digitsOf(readPhone(value, phone, {})?.number ?? value);
    const isPhone = field?.type === 'tel' || pii === 'phone';
    const mask = field?.mask ?? (isPhone ? phoneMask : undefined);
    const digits = isPhone || mask !== undefined ? digitsOf(value) : '';
    // Words in place of a number differ, although neither has digits.
    if (digits !== '') return mask === undefined ? digits : localDigits(mask, digits);
    const text = value.trim();
    return isEmail(meaning) || type === 'uuid' ? text.toLowerCase() : text;
  };

  return {
    accept(given) {
      let source = given as Record<string, unknown>;
      const values: Record<string, Json> = {};
      let lists: Record<string, Json> | null = null;
      const errors: Record<string, string> = {};
      let message: string | null = null;
      // The step decides which fields apply. An invalid step fails the check of its own type below.
      const step = intake.formsByStep === null ? '' : ownProperty(source, intake.formsByStep.by);
      const fields = typeof step === 'object' ? undefined : prepared.get(String(step));
      if (fields !== undefined) {
        source = withoutLists(fields.posted.definition.fields, source);
        const posted = withGiven(fields.posted, fields.lists, intake, source);
        const { definition: form } = posted;
        source = withCountries(form.fields, source);
        const verdict = validateForm(posted, source);
        if (verdict.ok) {
          const hidden = hiddenFields(form.fields, verdict.values);
          for (const { definition } of posted.fields.values()) {
            if (hidden.has(definition.name)) continue;
            const sent = toPayload(definition, verdict.values[definition.name] as Json);
            // A number that was not given.
            if (sent !== null) values[definition.name] = sent;
          }
          if (groups.size > 0) lists = withLists(form.fields, values);
        } else for (const error of verdict.errors) errors[error.field] = error.message;
        // A field that may be left out must still satisfy its rules when it is posted.
        for (const name of fields.optional.fields.keys()) {
          const raw = ownProperty(source, name);
          const single = raw === undefined ? null : validateField(fields.optional, name, raw);
          if (single !== null && !single.ok) errors[name] = single.error.message;
        }
      }
      message = Object.values(errors)[0] ?? null;
      for (const [name, type] of otherValues) {
        const raw = [name, ...(type.aliases ?? [])]
          .map((each) => ownProperty(source, each))
          .find((each) => each !== undefined);
        // An empty optional text counts as absent, because browsers leave it out.
        const value = pickDeclared(type, type.optional === true && raw === '' ? null : raw);
        if (value === undefined)
          errors[name] = raw === undefined || raw === null ? messages.missingValue : messages.invalidValue;
        else if (value !== null) values[name] = value;
      }
      if (Object.keys(errors).length > 0) return { ok: false, errors, message };
      if (lists === null) return { ok: true, values, sent: values };
      const others = otherValues.flatMap(([name]) => (Object.hasOwn(values, name) ? [[name, values[name]]] : []));
      return { ok: true, values: { ...lists, ...(Object.fromEntries(others) as Values) }, sent: values };
    },
    normal,
    person(values) {
      const emails = Object.keys(values).filter((name) => isEmail(meaningOf(name)));
      return emails.map((name) => String(normal(name, values[name] as Json))).find((email) => email !== '') ?? null;
    },
  };
}

/**
 * The intakes that store what an intake finds by its subject: under `records` of a look-up, or of `require`. Those that
 * call the subject by the same name come first.
 */
export function writersFor(
  { intakes }: Pick<SiteDefinition, 'intakes'>,
  { method, records, require, lookupBy }: IntakeDefinition,
): readonly IntakeDefinition[] {
  const found = method === 'GET' ? records : require?.records;
  return Object.values(intakes)
    .filter((other) => other.method === 'POST' && other.records === found && other.lookupBy !== null)
    .sort((one, other) => Number(other.lookupBy === lookupBy) - Number(one.lookupBy === lookupBy));
}

/** The forms that an intake accepts. */
export const formsOfIntake = (
  { forms: all }: Pick<SiteDefinition, 'forms'>,
  { forms, formsByStep }: IntakeDefinition,
): readonly FormDefinition[] =>
  [forms, Object.values(formsByStep?.cases ?? {}).flat()].flat().flatMap((id) => all[id] ?? []);

/** The fields of an intake by the value that names the step; under an empty text when there are no steps. */
function prepareFields(site: SiteDefinition, intake: IntakeDefinition, texts: FormMessages): Map<string, Fields> {
  const { omit, forms, formsByStep: steps } = intake;
  const prepare = (id: string, fields: readonly FieldDefinition[]): Fields => {
    const compile = (some: readonly FieldDefinition[]) =>
      compileForm({ id, showErrors: 'all', fields: some }, texts, site.extensions?.rules);
    const posted = compile(fields.filter((field) => !omit.includes(field.name)));
    return {
      posted,
      lists: listsReadBy(posted, intake),
      optional: compile(fields.filter((field) => omit.includes(field.name))),
    };
  };
  const fieldsOf = (ids: readonly string[]) => ids.flatMap((id) => site.forms[id]?.fields ?? []);
  if (steps === null) {
    const [first] = forms;
    return new Map(first === undefined ? [] : [['', prepare(first, fieldsOf(forms))]]);
  }
  const always = fieldsOf(Object.values(steps.cases).flat()).filter((field) => steps.always.includes(field.name));
  return new Map(
    Object.entries(steps.cases).map(([value, ids]) => {
      const byName = new Map([...fieldsOf(ids), ...always].reverse().map((field) => [field.name, field]));
      return [value, prepare(intake.id, [...byName.values()].reverse())];
    }),
  );
}

/** A query parameter as a value of its declared type; undefined when it is not one. */
export function fromQuery(type: ValueType, text: string): unknown {
  if (type.type === 'text' || type.type === 'uuid' || type.type === 'choice') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
