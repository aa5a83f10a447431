/** Finds what belongs to a person: by an e-mail address, a telephone number or a subject, and by what these lead to. */
import { hash } from 'node:crypto';
import type { SiteDefinition } from '../../engine/definition.ts';
import { digitsOf, localDigits } from '../../engine/fields/masks/masks.ts';
import type { Mask } from '../../schemas/generated/types.ts';
import type { Json, SequencedRecord, StoredRecord } from '../store/types.ts';

/** What the definitions say about values. */
export interface PersonalRules {
  /** How the site lays out numbers. */
  readonly masks: readonly Mask[];
  /** The names that some intake marks as a telephone number. */
  readonly phones: ReadonlySet<string>;
  /** The names that some intake marks as personal. */
  readonly personal: ReadonlySet<string>;
}

/** @param site null when the definitions cannot be loaded: telephone numbers are then compared by all their digits */
export function personalRulesOf(site: SiteDefinition | null): PersonalRules {
  const inputs = Object.values(site?.intakes ?? {}).flatMap(({ input }) => Object.entries(input));
  const personal = inputs.filter(([, { pii }]) => pii !== undefined);
  return {
    masks: Object.values(site?.site.masks ?? {}),
    phones: new Set(personal.flatMap(([name, { pii }]) => (pii === 'phone' ? [name] : []))),
    personal: new Set(personal.map(([name]) => name)),
  };
}

const sha256 = (text: string): string => hash('sha256', text);
/** Whether a text is an e-mail address and nothing else. */
export const isAddress = (text: string): boolean => emailPattern.test(text);
/** Not the address of a page that contains one. */
const emailPattern = /^(?!\w+:|\/)[^\s@?#&]+@[^\s@/?#&:]+$/;
const phonePattern = /^[+(]?\d[\d\s().+-]*$/;
const hashPattern = /^[0-9a-f]{64}$/;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const minDigits = 6;

/**
 * The forms in which a value is compared: lower case without surrounding space, and the digits of a number with and
 * without its country's prefix. They include the normal form by which intakes compare values (`IntakeRules.normal`).
 */
export function comparedForms(text: string, { masks }: Pick<PersonalRules, 'masks'>): string[] {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') return [];
  if (!phonePattern.test(trimmed)) return [trimmed];
  const digits = digitsOf(trimmed);
  if (digits.length < minDigits) return [trimmed];
  return [...new Set([trimmed, digits, ...masks.map((mask) => localDigits(mask, digits))])];
}

/** The forms of a value, and the unsalted hashes under which advertising platforms get it. */
function sharedFormsOf(text: string, rules: PersonalRules): string[] {
  const forms = comparedForms(text, rules);
  const prefixes = rules.masks.flatMap((mask) => mask.prefixes ?? []);
  const numbers = forms.filter((form) => /^\d{6,}$/.test(form));
  const dialled = numbers.flatMap((number) =>
    prefixes.flatMap((prefix) => [`${prefix}${number}`, `+${prefix}${number}`]),
  );
  return [...forms, ...[...forms, ...dialled].map(sha256)];
}

/** Every text within a value. */
export function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsIn(part);
}

/** The forms of everything that a record can be found by. */
function* formsIn({ subject, data }: StoredRecord, rules: PersonalRules): Generator<string> {
  if (subject !== null) yield* comparedForms(subject, rules);
  for (const text of textsIn(data as Json)) yield* comparedForms(text, rules);
}

/** The e-mail addresses within other texts of a record, such as the address of a page, as they are and decoded. */
function* mentionedIn({ data, meta }: Pick<StoredRecord, 'data' | 'meta'>): Generator<string> {
  for (const text of textsIn([data, meta] as unknown as Json)) {
    if (!/@|%40/.test(text) || emailPattern.test(text)) continue;
    let decoded = text;
    try {
      decoded = decodeURIComponent(text);
    } catch {
      // It is no part of an address.
    }
    for (const [address] of `${text} ${decoded}`.matchAll(/[^\s/?&=#:;,<>()"']+@[^\s/?&=#:;,<>()"']+/g)) yield address;
  }
}

/** The person that an operator names. */
export interface PersonQuery {
  /** Whether a form is one of the person's. */
  matches(form: string): boolean;
}

/** A person by an identifier. */
export function personBy(identifier: string, rules: PersonalRules): PersonQuery {
  const forms = new Set(sharedFormsOf(identifier, rules));
  return { matches: (form) => forms.has(form) };
}

/** The forms that are hashed for the audit. */
export const auditedForms = (identifier: string, rules: PersonalRules): string[] => sharedFormsOf(identifier, rules);

/** What belongs to a person. */
export interface FoundPerson {
  readonly records: readonly StoredRecord[];
  /** The ids of the person's visits. */
  readonly visits: ReadonlySet<string>;
  /**
   * Records that share a visit, an e-mail address or a telephone number with the person, and have an address or a number
   * that none of the person's own records has.
   */
  readonly others: readonly StoredRecord[];
  /** The highest `seq` that was read. */
  readonly lastSeq: number;
}

/** The e-mail addresses and telephone numbers of a record, in comparable form. */
function identitiesOf({ data }: StoredRecord, rules: PersonalRules): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    if (emailPattern.test(value.trim())) return comparedForms(value, rules);
    return rules.phones.has(name) ? comparedForms(value, rules).slice(-1) : [];
  });
}

/** The id of the visit in which a record was submitted; null for a form posted without script. */
export function visitOfRecord({ meta }: Pick<StoredRecord, 'meta'>): string | null {
  const { visitId } = meta;
  return typeof visitId === 'string' ? visitId : null;
}

/** The ids of the browser that submitted a record: of its source, and of its choices of consent. */
function browserIdsOf({ meta }: StoredRecord): string[] {
  const { attribution, consentId } = meta;
  const { visitor } = (attribution ?? {}) as { readonly visitor?: unknown };
  return [visitor, consentId].filter((id) => typeof id === 'string').map((id) => id.toLowerCase());
}

/** What leads from a record to others: its visit, its random ids, and the hashes of its identities. */
function linksOf(record: StoredRecord, rules: PersonalRules): string[] {
  const visit = visitOfRecord(record);
  const ids = [record.subject ?? '', ...Object.values(record.data)].filter(
    (value): value is string => typeof value === 'string' && uuidPattern.test(value.toLowerCase()),
  );
  const hashes = identitiesOf(record, rules).flatMap((identity) =>
    sharedFormsOf(identity, rules).filter((form) => hashPattern.test(form)),
  );
  return [
    ...(visit === null ? [] : [`visit ${visit}`]),
    ...ids.map((id) => id.toLowerCase()),
    ...browserIdsOf(record),
    ...hashes,
  ];
}

function isLinked(record: StoredRecord, links: ReadonlySet<string>): boolean {
  const visit = visitOfRecord(record);
  if (visit !== null && links.has(`visit ${visit}`)) return true;
  if (record.subject !== null && links.has(record.subject.toLowerCase())) return true;
  if (browserIdsOf(record).some((id) => links.has(id))) return true;
  for (const text of textsIn(record.data as Json)) if (links.has(text.toLowerCase())) return true;
  return false;
}

const maxPasses = 5;

/**
 * Reads every record, and again while the person's records lead to further ones. A linked record with an e-mail address
 * or a telephone number that none of the person's own records has is somebody else's: a visit may be shared.
 * @param known further ids that lead to records of the person
 */
export async function findPerson(
  records: () => AsyncIterable<SequencedRecord>,
  query: PersonQuery,
  rules: PersonalRules,
  known: readonly string[] = [],
): Promise<FoundPerson> {
  const found = new Map<string, StoredRecord>();
  const links = new Set<string>(known.flatMap((id) => [id.toLowerCase(), `visit ${id}`]));
  const identities = new Set<string>();
  let others = new Map<string, StoredRecord>();
  let lastSeq = 0;
  const add = (record: StoredRecord): void => {
    found.set(record.id, record);
    for (const link of linksOf(record, rules)) links.add(link);
  };
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const [before, linksBefore] = [found.size, links.size];
    others = new Map();
    for await (const { seq, record } of records()) {
      lastSeq = Math.max(lastSeq, seq);
      if (found.has(record.id)) continue;
      if ([...formsIn(record, rules)].some((form) => query.matches(form))) {
        for (const identity of identitiesOf(record, rules)) identities.add(identity);
        add(record);
      } else if (
        (links.size > 0 && isLinked(record, links)) ||
        [...mentionedIn(record)].some((address) =>
          comparedForms(address, rules).some((form) => query.matches(form) || identities.has(form)),
        )
      ) {
        if (identitiesOf(record, rules).every((identity) => identities.has(identity))) add(record);
        else others.set(record.id, record);
      } else if (identitiesOf(record, rules).some((identity) => identities.has(identity)))
        others.set(record.id, record);
    }
    if (found.size === 0 || (found.size === before && links.size === linksBefore)) break;
  }
  const visits = new Set([...found.values()].flatMap((record) => visitOfRecord(record) ?? []));
  return { records: [...found.values()], visits, others: [...others.values()], lastSeq };
}

/** The texts to search the disk for: personal values, and what identifies the person's rows. */
export function personalTexts(records: readonly StoredRecord[], rules: PersonalRules): Set<string> {
  const texts = new Set<string>();
  for (const record of records) {
    for (const id of browserIdsOf(record)) texts.add(id);
    if (record.subject !== null) texts.add(record.subject);
    for (const [name, value] of Object.entries(record.data)) {
      const isPersonal = rules.personal.has(name);
      for (const text of textsIn(value)) {
        const identifies =
          emailPattern.test(text.trim()) || uuidPattern.test(text.toLowerCase()) || hashPattern.test(text);
        if (isPersonal || identifies) texts.add(text);
      }
    }
    for (const address of mentionedIn(record)) texts.add(address);
    for (const identity of identitiesOf(record, rules))
      for (const form of comparedForms(identity, rules)) texts.add(form);
  }
  return texts;
}
