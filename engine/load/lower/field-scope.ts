/** What expressions of a form can read: the fields above. */
import type { Code } from '../../../schemas/compiled.ts';
import type { FieldDefinition, FormFile } from '../../../schemas/generated/types.ts';
import type { Type, Types } from '../../expressions/index.ts';
import { domainOfField } from '../../fields/domain-of-field.ts';
import { kindOf } from '../../fields/field.ts';
import type { ValueKind } from '../../fields/kinds/kind.ts';
import type { SentNumber } from '../../values/number-text.ts';
import { plainSigns } from '../../values/number-text.ts';
import { optional } from '../../values/pick.ts';
import { unanswered, withAccepted } from '../types/value-types.ts';

/** What a field with options or a checkbox is in expressions; undefined for one that a visitor types. */
function chosenType(field: FieldDefinition): Type | undefined {
  if (field.type === 'checkbox') return { kind: 'bool' };
  if (field.type !== 'choice' && field.type !== 'choices') return undefined;
  if (field.submitAs === 'number') return withAccepted(unanswered, domainOfField(field));
  const values = field.options.map(({ value }) => value);
  return field.type === 'choices'
    ? withAccepted({ kind: 'list', of: { kind: 'enum', values } }, domainOfField(field))
    : { kind: 'enum', values: [...values, ''] };
}

/** Whether the text that is sent can differ from the one that is typed: by a mask, or in the form of a rule. */
const isRewritten = ({ mask, submitAs, rules }: FieldDefinition): boolean =>
  mask !== undefined || submitAs === 'digits' || rules.some(({ rule }) => rule === 'phone');

/** What a field is in a condition; undefined for one that no condition can read. */
function conditionType(field: FieldDefinition): Type | undefined {
  const chosen = chosenType(field);
  if (chosen !== undefined || field.rules.some(({ rule }) => rule === 'computed')) return chosen;
  return withAccepted(field.submitAs === 'number' ? unanswered : { kind: 'string' }, domainOfField(field));
}

const typesBy = (above: readonly FieldDefinition[], typeOf: (field: FieldDefinition) => Type | undefined): Types =>
  Object.fromEntries(
    above.flatMap((field): [string, Type][] => {
      const type = typeOf(field);
      return type === undefined ? [] : [[field.name, type]];
    }),
  );

/**
 * What the conditions of a field can read: the fields above it. A trace contains other letters and digits than a visitor
 * types, of which conditions say the same (`engine/trace/verdicts.ts`).
 */
export const conditionTypes = (above: readonly FieldDefinition[]): Types => typesBy(above, conditionType);

/** What the conditions of fields read beside them: lists of numbers, such as the answers to questions without a type. */
export const listTypes = ({ lists = {} }: FormFile): Types =>
  Object.fromEntries(
    Object.entries(lists).map(([name, length]): [string, Type] => [
      name,
      { kind: 'list', of: { kind: 'number' }, length },
    ]),
  );

/** What the conditions of options can read: fields above that are chosen and not personal. */
export const optionTypes = (above: readonly FieldDefinition[]): Types =>
  typesBy(above, (field) => (field.pii === undefined ? chosenType(field) : undefined));

/**
 * The field that a condition reads otherwise than by comparing it with an empty text, though its text is sent in another
 * form than it is typed; undefined if there is none. Browser and server would disagree on such a condition.
 */
export function ambiguousIn(code: Code, above: readonly FieldDefinition[]): string | undefined {
  if (!Array.isArray(code) || code[0] === '#') return undefined;
  const [operation, ...operands] = code as readonly [string, ...Code[]];
  if (operation === '$') {
    const field = above.find(({ name }) => name === operands[0]);
    return field !== undefined && isRewritten(field) ? field.name : undefined;
  }
  if ((operation === '==' || operation === '!=') && operands.includes('')) return undefined;
  for (const operand of operands) {
    const name = ambiguousIn(operand, above);
    if (name !== undefined) return name;
  }
  return undefined;
}

/**
 * A condition over answers: texts are read without the white space around them, which a visitor can still remove, and a
 * field that is compared with null is compared with no answer.
 */
export function overAnswers(code: Code, above: readonly FieldDefinition[]): Code {
  const read = (part: Code): Code => {
    if (!Array.isArray(part) || part[0] === '#') return part;
    if (part[0] !== '$') return [part[0], ...(part.slice(1) as Code[]).map(read)] as Code;
    const field = above.find(({ name }) => name === part[1]);
    return field !== undefined && conditionType(field)?.kind === 'string' ? (['trim', part] as Code) : part;
  };
  return read(
    withEmptyAnswer(code, (name) => {
      const field = above.find((each) => each.name === name);
      return field === undefined || field.submitAs === 'number' ? undefined : noAnswer[kindOf(field)];
    }),
  );
}

/** A value without an answer, as a constant; undefined for a box that is not ticked. */
const noAnswer: Readonly<Record<ValueKind, Code | undefined>> = { text: '', list: ['#', []], flag: undefined };

/** A condition in which a value that is compared with null is compared with its value without an answer. */
export function withEmptyAnswer(code: Code, emptyOf: (name: string) => Code | undefined): Code {
  if (!Array.isArray(code) || code[0] === '#' || code[0] === '$') return code;
  const [operation, ...operands] = code as readonly [string, ...Code[]];
  const read = operands.find((operand) => Array.isArray(operand) && operand[0] === '$') as Code[] | undefined;
  const isTest = (operation === '==' || operation === '!=') && operands.includes(null);
  const empty = isTest && read !== undefined ? emptyOf(String(read[1])) : undefined;
  if (empty !== undefined) return [operation, read, empty] as unknown as Code;
  return [operation, ...operands.map((operand) => withEmptyAnswer(operand, emptyOf))] as Code;
}

/** How the number that a visitor gives is written; undefined for a field that is no number, or a computed one. */
const numberOf = ({ submitAs, number, rules }: FieldDefinition): SentNumber | undefined =>
  submitAs === 'number' && rules.every(({ rule }) => rule !== 'computed') ? (number ?? plainSigns) : undefined;

/** What a computed field can read: options, checkboxes and numbers that are not personal. */
export function valueTypes(above: readonly FieldDefinition[]): Types {
  const numbers = above.filter((field) => field.pii === undefined && numberOf(field) !== undefined);
  return {
    ...optionTypes(above),
    ...Object.fromEntries(numbers.map(({ name }) => [name, { kind: 'number' } as const])),
  };
}

/** The numbers among the names that an expression reads, with the way in which they are written. */
export const numbersAmong = (
  above: readonly FieldDefinition[],
  reads: readonly string[],
): Readonly<Record<string, SentNumber>> =>
  Object.fromEntries(
    above.flatMap((field) => {
      const number = reads.includes(field.name) ? numberOf(field) : undefined;
      if (number === undefined) return [];
      const { group, point } = number;
      return [[field.name, { group, point, ...optional(number, 'sign', 'minor') }]];
    }),
  );
