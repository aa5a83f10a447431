/**
 * Removes personal data from everything that a trace records, before the shadow session receives it. A value is
 * recorded only if the definition declares it free of personal data: a number, a choice, a list of those, a text marked
 * `anonymous`, or one of the author's own strings. Any other value is redacted: its shape stays, its content is replaced.
 */
import type { Json } from '../../schemas/compiled.ts';
import type { ValueType } from '../definition.ts';
import { kindOf, optionsOf } from '../fields/field.ts';
import { attributionParameters } from '../flow/attribution.ts';
import type { SessionInput } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { redactPersonal } from '../forms/redact-pii.ts';
import type { FieldDefinition } from '../forms/types.ts';
import type { SessionEvent } from '../session/session.ts';
import { fits, uuidPattern } from '../values/value-type.ts';
import { authorStrings } from './author-strings.ts';

/** The type of each declared name; null for a personal value. */
type TypeTable = ReadonlyMap<string, ValueType | null>;

export interface Redaction {
  /** The redacted input of a session. */
  input(input: SessionInput): SessionInput;
  /** The redacted form of an event. */
  event(event: SessionEvent): SessionEvent;
  /** Whether values of a name that have its type are recorded as they are. */
  keeps(name: string): boolean;
  /** Whether a string is one of the author's. */
  isAuthored(text: string): boolean;
}

const text: ValueType = { type: 'text' };

/**
 * Whether a value of `src` or `utm_*` has the form of a source's name, such as `instagram_bio` or `launch-2026`: words in small
 * letters, joined by `_` or `-`, and no number as long as that of a telephone. Names of people have capitals, spaces or dots.
 */
export const isSourceName = (value: string): boolean =>
  /^[a-z0-9]{1,24}(?:[_-][a-z0-9]{1,24}){0,5}$/.test(value) &&
  !/\d{5}/.test(value) &&
  value.replace(/\D/g, '').length < 8;

const namesSource: ReadonlySet<string> = new Set(attributionParameters);

function typeOfField(field: FieldDefinition): ValueType | null {
  if (field.pii !== undefined) return null;
  const kind = kindOf(field);
  // One of the values that its author offers.
  if ('look' in field && field.look === 'slider') return { type: 'text', anonymous: true };
  if (kind === 'flag') return { type: 'boolean' };
  const of = optionsOf(field)?.map(({ value }) => value);
  return of === undefined ? text : { type: kind === 'list' ? 'list' : 'choice', of };
}

/** The declared types of a flow: its forms' fields, its `data`, and the values its calls accept. */
function declaredBy({ flow, forms }: CompiledFlow): TypeTable {
  const declared = new Map<string, ValueType | null>();
  const declare = (name: string, type: ValueType | null): void => {
    const personal = type === null || type.pii !== undefined;
    // A name that is personal in one place is personal everywhere.
    if (personal) declared.set(name, null);
    else if (!declared.has(name)) declared.set(name, type);
    for (const [member, part] of Object.entries(type?.fields ?? {})) declare(member, personal ? null : part);
    for (const alias of type?.aliases ?? []) declare(alias, type === null ? null : { ...type, aliases: [] });
  };
  for (const field of forms.flatMap((form) => form.fields))
    for (const name of [field.name, ...(field.aliases ?? [])]) declare(name, typeOfField(field));
  for (const [name, type] of Object.entries(flow.data ?? {})) declare(name, type);
  for (const { input } of Object.values(flow.calls))
    for (const [name, type] of Object.entries(input)) declare(name, type);
  return declared;
}

/** The type of a list's items. The items of a field of type `choices` are its options. */
const itemOf = (type: ValueType): ValueType =>
  Array.isArray(type.of)
    ? { type: 'choice', of: type.of }
    : { ...type, type: (type.of as ValueType['type'] | undefined) ?? 'text', optional: false };

const isKept = (type: ValueType | null): boolean =>
  type !== null &&
  (['number', 'boolean', 'choice'].includes(type.type) ||
    (type.type === 'text' && type.anonymous === true) ||
    (type.type === 'list' && isKept(itemOf(type))));

/** A number with every digit replaced by 9. */
function redactNumber(value: number): number {
  const redacted = Number(String(value).replace(/[0-9]/g, '9'));
  return Number.isFinite(redacted) ? redacted : 9;
}

/** What a flow declares, and the strings of its author. A replay of many traces needs them for each. */
interface FlowStrings {
  readonly declared: TypeTable;
  readonly authored: ReadonlySet<string>;
}

const known = new WeakMap<CompiledFlow, FlowStrings>();

function knownBy(compiled: CompiledFlow): FlowStrings {
  const found = known.get(compiled);
  if (found !== undefined) return found;
  const made = { declared: declaredBy(compiled), authored: authorStrings(compiled.flow, compiled.forms) };
  known.set(compiled, made);
  return made;
}

const replacement = /^0{8}-0000-4000-8000-[0-9a-f]{12}$/;

/**
 * Creates the redaction of one trace. Equal UUIDs become equal replacements, numbered in order of appearance.
 * @param keepsSource whether a value of `src` or `utm_*` is recorded as it is
 */
export function createRedaction(
  compiled: CompiledFlow,
  keepsSource: (value: string) => boolean = isSourceName,
): Redaction {
  const { flow } = compiled;
  const { declared, authored } = knownBy(compiled);
  const uuids = new Map<string, string>();

  /** A UUID is a key to the data stored under it, so it is replaced. A replacement stays: a server masks what a browser has masked. */
  function standIn(uuid: string): string {
    const key = uuid.toLowerCase();
    if (replacement.test(key)) return key;
    const known = uuids.get(key);
    if (known !== undefined) return known;
    const next = `00000000-0000-4000-8000-${(uuids.size + 1).toString(16).padStart(12, '0')}`;
    uuids.set(key, next);
    return next;
  }

  function redactText(value: string, type: ValueType | null): string {
    if (type === null) return redactPersonal('text', value);
    if (type.type === 'text' && type.anonymous === true) return value;
    if (type.type === 'choice' && fits(type, value)) return value;
    if (uuidPattern.test(value)) return standIn(value);
    return authored.has(value) ? value : redactPersonal('text', value);
  }

  function redact(value: Json, type: ValueType | null): Json {
    if (typeof value === 'string') return redactText(value, type);
    if (typeof value === 'number') return type?.type === 'number' && fits(type, value) ? value : redactNumber(value);
    if (Array.isArray(value)) {
      const item = type === null ? null : type.type === 'list' ? itemOf(type) : text;
      return value.map((each: Json) => redact(each, item));
    }
    if (typeof value !== 'object' || value === null) return value;
    // Every member of a personal value is personal.
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        authored.has(name) ? name : redactPersonal('text', name),
        redact(part, type === null ? null : typeOf(name)),
      ]),
    );
  }

  const typeOf = (name: string): ValueType | null => {
    const type = declared.get(name);
    return type === undefined ? text : type;
  };

  const named = (values: Readonly<Record<string, Json>>): Record<string, Json> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        authored.has(name) ? [[name, redact(value, typeOf(name))]] : [],
      ),
    );

  /** Redacts a parameter of the address. An invalid one stays invalid. */
  function redactCarried(name: string, value: string): string {
    const type = typeOf(name);
    const declared = flow.data?.[name] ?? text;
    if (value === '') return value;
    if (declared.type === 'text') return redactText(value, type);
    if (declared.type === 'uuid' || declared.type === 'choice')
      return fits(declared, value) ? redactText(value, type) : '?';
    try {
      const read = JSON.parse(value) as Json;
      return value.length <= 2000 && read !== null && fits(declared, read) ? JSON.stringify(redact(read, type)) : '?';
    } catch {
      return '?';
    }
  }

  // No step reads the other parameters.
  const carried = new Set(Object.values(flow.steps).flatMap(({ query }) => Object.keys(query ?? {})));

  return {
    input: (input) => ({
      ...input,
      query: Object.fromEntries(
        Object.entries(input.query).flatMap(([name, value]) =>
          carried.has(name) ? [[name, redactCarried(name, value)]] : [],
        ),
      ),
      visit: Object.fromEntries(
        Object.entries(input.visit).map(([name, value]) => [
          name,
          value !== null && namesSource.has(name) && keepsSource(value) ? value : redact(value as Json, text),
        ]),
      ) as SessionInput['visit'],
      ids: Object.fromEntries(Object.entries(input.ids).map(([name, id]) => [name, standIn(id)])),
      saved: named(input.saved),
    }),
    keeps: (name) => isKept(typeOf(name)),
    isAuthored: (text) => authored.has(text),
    event: (event) => {
      switch (event.type) {
        case 'INPUT':
          return { ...event, value: redact(event.value, typeOf(event.field)) } as typeof event;
        case 'SUBMIT':
          return { ...event, values: named(event.values as Readonly<Record<string, Json>>) } as typeof event;
        case 'DONE':
          return { ...event, output: redact(event.output, text) };
        case 'FAILED': {
          const { message, status } = event.error;
          return { ...event, error: { message: message === null ? null : redactText(message, text), status } };
        }
        default:
          return event;
      }
    },
  };
}
