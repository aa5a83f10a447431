/**
 * Names that contain names. A group that repeats, a round of questions, a matrix, an address and others are stored under
 * several names, each made from the name of the field: `partners_1_name`, `products_shop_grade`, `stay_end`.
 */
import { countName, entryName } from '../fields/repeat/entries.ts';
import { usualParts } from '../load/short/groups.ts';
import { roundWord } from '../load/short/rounds.ts';
import { isObject } from '../values/is-object.ts';
import { type NameKey, nameKey } from './name.ts';

/** A name within another one. Places are in UTF-16 units. */
export interface NamePart {
  readonly key: NameKey;
  readonly offset: number;
  readonly length: number;
}

/** A field as an author writes it, as far as names are concerned. Nothing is checked yet. */
interface WrittenField {
  readonly type?: unknown;
  readonly fields?: unknown;
  readonly rows?: unknown;
  readonly parts?: unknown;
  readonly max?: unknown;
  readonly options?: unknown;
}

/** Rounds of questions. */
interface WrittenRounds {
  readonly forEach: string;
  readonly questions: readonly unknown[];
}

/** The names below the fields of a form. */
export interface NestedNames {
  /** Every name that contains names, with its parts. */
  readonly made: ReadonlyMap<string, readonly NamePart[]>;
  /** The names of the fields of a group, or of the answers of a round, by what they belong to. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
}

/** More entries are a mistake. */
const mostEntries = 20;

const keysOf = (value: unknown): readonly string[] => (isObject(value) ? Object.keys(value) : []);
const recordsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter((each): each is Record<string, unknown> => isObject(each)) : [];

/** The names of the answers to a question with a type. */
export const answersOf = ({ name, fields }: Readonly<Record<string, unknown>>): readonly string[] =>
  typeof name === 'string' ? [name] : keysOf(fields);

export const isWrittenRounds = (item: unknown): item is WrittenRounds =>
  isObject(item) &&
  typeof (item as Partial<WrittenRounds>).forEach === 'string' &&
  Array.isArray((item as Partial<WrittenRounds>).questions);

class Nesting {
  readonly made = new Map<string, NamePart[]>();
  readonly members = new Map<string, Set<string>>();
  private readonly form: string;

  constructor(form: string) {
    this.form = form;
  }

  /** @param member the name at the end, which belongs to the one at the beginning */
  add(name: string, owner: string, member?: string): void {
    const parts = [{ key: nameKey('field', this.form, owner), offset: 0, length: owner.length }];
    if (member !== undefined) {
      const offset = name.length - member.length;
      parts.push({ key: nameKey('field', this.form, owner, member), offset, length: member.length });
    }
    this.made.set(name, parts);
  }

  belongs(owner: string, member: string): void {
    this.members.set(owner, (this.members.get(owner) ?? new Set()).add(member));
  }
}

/**
 * The names that the fields of a form are stored under besides their own.
 * @param fields by name, as they are written @param rounds the rounds of questions of the same set
 */
export function nestedNames(
  form: string,
  fields: Readonly<Record<string, unknown>>,
  rounds: readonly WrittenRounds[] = [],
): NestedNames {
  const nested = new Nesting(form);
  for (const [name, value] of Object.entries(fields)) {
    if (!isObject(value)) continue;
    const field = value as WrittenField;
    if (field.type === 'repeat') {
      nested.add(countName(name), name);
      const most = Math.min(Number(field.max) || 0, mostEntries);
      for (const member of keysOf(field.fields)) {
        nested.belongs(name, member);
        for (let index = 0; index < most; index += 1) nested.add(entryName(name, index, member), name, member);
      }
    } else if (field.type === 'matrix') for (const row of keysOf(field.rows)) nested.add(`${name}_${row}`, name);
    else if (field.type === 'date-range') nested.add(`${name}_end`, name);
    else if (field.type === 'tel') nested.add(`${name}_country`, name);
    else if (field.type === 'address' || field.type === 'contact')
      for (const part of field.parts === undefined ? usualParts[field.type] : keysOf(field.parts))
        nested.add(`${name}_${part}`, name);
    if (recordsIn(field.options).some(({ write }) => write !== undefined)) nested.add(`${name}_other`, name);
  }
  for (const { forEach, questions } of rounds) {
    const { options } = (fields[forEach] ?? {}) as WrittenField;
    for (const member of recordsIn(questions).flatMap(answersOf)) {
      nested.belongs(forEach, member);
      for (const { value } of recordsIn(options))
        nested.add(`${forEach}_${roundWord(String(value))}_${member}`, forEach, member);
    }
  }
  return nested;
}
