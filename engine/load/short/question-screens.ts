/**
 * Questions with a type: each is a screen with a form of its own, so that rules, conditions and traces are those of forms.
 * A form with all of their fields is what an intake accepts.
 */
import type { AskedQuestion, Field, FunnelFile, Statement } from '../../../schemas/generated/types.ts';
import { because, copied, textOf } from '../source/origins.ts';
import type { DataPath } from '../source/source.ts';
import { isWrittenOut } from './field-parts.ts';
import type { FieldWord } from './fields.ts';
import { firstName, type PlacedAsked, withJumps } from './jumps.ts';
import { type PlacedField, placedFields } from './requirement.ts';
import type { InRound } from './rounds.ts';
import { constantField, varyingTexts } from './text-variation.ts';

/** Whether the answer to a question is stored by name: it has a type, or several fields. */
export const isTyped = (question: object): question is InRound =>
  'type' in question || 'fields' in question || 'name' in question;

/** Whether an item of a list of questions only shows something. */
export const isStatement = (item: object): item is Statement => 'statement' in item;

/** Whether it is a question without a type. */
export const isUntyped = (item: object): boolean => !isTyped(item) && !isStatement(item);

/**
 * Writes a field out as the fields of a form, by name.
 * @param when its condition, with an origin of its own; undefined if it has none
 * @param isTitled whether a heading above it is its label
 */
export type WriteField = (
  name: string,
  field: Field | FieldWord,
  path: DataPath,
  when: unknown,
  isTitled: boolean,
) => readonly (readonly [name: string, field: unknown])[];

/** The screen of a question. */
export interface AskedScreen {
  /** The id of its form. */
  readonly form: string;
  /** Names its steps. */
  readonly word: string;
  readonly question: InRound;
  readonly path: DataPath;
  /** The fields as the screen asks them. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Texts of the fields that repeat answers. */
  readonly texts: ReturnType<typeof varyingTexts>;
  /** The same fields, each with the condition of the question. */
  readonly conditional: Readonly<Record<string, unknown>>;
}

/** A question with the place where it is written. */
export interface PlacedQuestion {
  readonly question: object;
  readonly path: DataPath;
}

/** The questions of a funnel, with their places. Those without a type have an id. */
export function writtenQuestions({ questions = [] }: FunnelFile): readonly PlacedQuestion[] {
  let count = 0;
  return questions.map((question, index) => {
    const path: DataPath = ['questions', index];
    if (!isUntyped(question) || 'forEach' in question) return { question, path };
    count += 1;
    return { question: { id: `q${count}`, ...question }, path };
  });
}

/** The questions that have a type. */
export const typedAmong = (questions: readonly PlacedQuestion[]): readonly PlacedAsked[] =>
  questions.flatMap(({ question, path }) => (isTyped(question) ? [{ question, path }] : []));

/** A screen that only shows something, with the place where it is written. */
export interface PlacedStatement {
  readonly statement: Statement;
  readonly path: DataPath;
}

/** What a step with questions shows, one after another: a row of questions without a type, one with a type, or a statement. */
export type Stop = { readonly plain: readonly PlacedQuestion[] } | { readonly screen: AskedScreen } | PlacedStatement;

/** The questions with a type and the statements, each with the conditions under which nothing skips it. */
const withoutPlain = (questions: readonly PlacedQuestion[]): readonly PlacedAsked[] =>
  withJumps(
    questions.flatMap(({ question, path }) => (isUntyped(question) ? [] : [{ question: question as InRound, path }])),
  );

/** The stops of a list of questions. @param screens those of its questions with a type */
export function stopsOf(questions: readonly PlacedQuestion[], screens: readonly AskedScreen[]): readonly Stop[] {
  const stops: Stop[] = [];
  const others = withoutPlain(questions)[Symbol.iterator]();
  const asked = screens[Symbol.iterator]();
  let row: PlacedQuestion[] | null = null;
  for (const placed of questions) {
    if (isUntyped(placed.question)) {
      if (row === null) {
        row = [];
        stops.push({ plain: row });
      }
      row.push(placed);
      continue;
    }
    row = null;
    const { question, path } = others.next().value as PlacedAsked;
    stops.push(isStatement(question) ? { statement: question, path } : { screen: asked.next().value as AskedScreen });
  }
  return stops;
}

/** The field of a question that asks one thing. */
function fieldOf(question: InRound, path: DataPath): Field {
  const {
    name: _,
    question: title,
    label,
    fields: _fields,
    when: _when,
    next: _next,
    round: _round,
    ...field
  } = question;
  // A field that is written out as several makes their labels from this one.
  const isWhole = label !== undefined || isWrittenOut({ ...field, label: title } as Field);
  return { ...field, label: isWhole ? (label ?? title) : copied([...path, 'question'], title) } as Field;
}

function conditionOf(field: Field | FieldWord, path: DataPath, question: AskedQuestion, at: DataPath): unknown {
  const own = typeof field === 'string' ? undefined : field.when;
  const { when } = question;
  if (when === undefined) return own === undefined ? undefined : copied([...path, 'when'], own);
  if (own === undefined) return copied([...at, 'when'], when);
  return because([...at, 'when'], `(${textOf(when)}) && (${own})`);
}

/** The screens of the questions that have a type. @param form the id of the form that contains all of their fields */
export function screensOfQuestions(
  questions: readonly PlacedQuestion[],
  form: string,
  write: WriteField,
): readonly AskedScreen[] {
  const taken = new Set<string>();
  const typed = withoutPlain(questions).filter(({ question }) => isTyped(question));
  return typed.map(({ question, path }): AskedScreen => {
    const short = firstName(question).toLowerCase().replaceAll('_', '-');
    let word = short;
    for (let count = 2; taken.has(word); count += 1) word = `${short}-${count}`;
    taken.add(word);
    const written = question.fields ?? { [firstName(question)]: fieldOf(question, path) };
    const under = (name: string): DataPath => (question.fields === undefined ? path : [...path, 'fields', name]);
    const fieldsBy = (asked: AskedQuestion, isTitled: boolean): Readonly<Record<string, unknown>> =>
      Object.fromEntries(
        Object.entries(written).flatMap(([name, field]) =>
          write(
            name,
            constantField(field, under(name)),
            under(name),
            conditionOf(field, under(name), asked, path),
            isTitled,
          ),
        ),
      );
    const { when: _, ...always } = question;
    // The heading of the screen asks for the parts of one field. A record of all answers has no headings.
    const fields = fieldsBy(always, question.fields === undefined);
    const texts = varyingTexts(
      Object.entries(written).map(([name, field]) => {
        const at = under(name);
        const isOwn = question.fields !== undefined || question.label !== undefined;
        return { name, field, label: [...at, isOwn ? 'label' : 'question'], hint: [...at, 'hint'] };
      }),
    );
    return { form: `${form}-${word}`, word, question, path, fields, texts, conditional: fieldsBy(question, false) };
  });
}

/** The fields of questions with a type, as they are written. The place of the only field of a question is the question. */
export const placedAnswers = (questions: readonly PlacedQuestion[]): readonly PlacedField[] =>
  questions.flatMap(({ question, path }) => {
    if (!isTyped(question)) return [];
    if (question.fields !== undefined) return placedFields(question.fields, [...path, 'fields']);
    return [{ name: firstName(question), field: fieldOf(question, path), path }];
  });

/** The same fields by name. */
export const fieldsAsked = (questions: readonly PlacedQuestion[]): Readonly<Record<string, Field | FieldWord>> =>
  Object.fromEntries(placedAnswers(questions).map(({ name, field }) => [name, field]));

/** The forms of the screens. */
export const formsOfScreens = (screens: readonly AskedScreen[]): readonly unknown[] =>
  screens.map(({ form, fields, path }) => because(path, { form, fields }));
