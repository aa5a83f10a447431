import type { Code, Text } from '../../../schemas/compiled.ts';
import type {
  Field,
  FieldBase,
  FieldDefinition,
  FormDefinition,
  FormFile,
  Mask,
} from '../../../schemas/generated/types.ts';
import type { Constants } from '../../expressions/index.ts';
import type { Extensions } from '../../extensions/extensions.ts';
import { submittedAs } from '../../fields/authoring.ts';
import { authoring } from '../../fields/generated/authoring.ts';
import type { FieldWords, OwnProperties } from '../../fields/kinds/authoring.ts';
import { icons } from '../../icons.ts';
import { ruleOf } from '../../rules/authoring.ts';
import { ruleAuthoring } from '../../rules/generated/authoring.ts';
import { type SentNumber, writeNumber } from '../../values/number-text.ts';
import { whereShown } from '../check/where-shown.ts';
import type { Draft } from '../link/draft.ts';
import type { InRow } from '../short/field-expansion.ts';
import type { DataPath, Source } from '../source/source.ts';
import { fieldWords } from '../types/field-words.ts';
import { defineExtensionRule } from './extension-rule.ts';
import {
  ambiguousIn,
  conditionTypes,
  listTypes,
  numbersAmong,
  optionTypes,
  overAnswers,
  valueTypes,
} from './field-scope.ts';
import { moreOf } from './more.ts';
import { compileCode, compileConstant, compileMarkup, compileWhen, type LoweringContext } from './values.ts';

/** Compiles the text at a path of the file. */
type CompileText = (text: unknown, path: DataPath) => string;
/** Compiles the condition at a path of the file. */
type CompileCondition = (when: unknown, path: DataPath) => { readonly when?: Code };
/** Compiles the condition of an option at a path of the file; also returns the fields that it reads. */
type CompileOffer = (
  when: unknown,
  path: DataPath,
) => { readonly when: Code; readonly reads: readonly FieldDefinition[] } | undefined;
/** Compiles the label of a field at a path of the file. */
type CompileLabel = (type: Field['type'], label: unknown, path: DataPath) => Text;

/** Compiles what a computed field evaluates, at a path of the file; undefined if it is mistaken. */
/** @param unit that of the field */
type CompileValue = (value: unknown, path: DataPath, unit: unknown) => OwnProperties['value'];

interface Compilers {
  readonly text: CompileText;
  readonly labelOf: CompileLabel;
  readonly conditionOf: CompileCondition;
  readonly offerOf: CompileOffer;
  readonly computedOf: CompileValue;
  readonly extensions: Extensions;
}

const none: ReadonlySet<string> = new Set();

/** Creates a form's definition: compiles its texts and defines its fields and rules. */
export function lowerForm(draft: Draft, source: Source<FormFile>, options: Constants): FormDefinition {
  const defined: FieldDefinition[] = [];
  const neverShown = new Set<string>();
  const around: LoweringContext = {
    ...{ draft, source, options, anchors: () => none, plainTexts: true },
    types(path) {
      // The condition of a question.
      if (path.at(-1) === 'when' && path.length === 3) return { ...conditionTypes(defined), ...listTypes(source.data) };
      if (path.at(-1) === 'when') return path.includes('options') ? optionTypes(defined) : conditionTypes(defined);
      return path.at(-1) === 'value' ? valueTypes(defined) : {};
    },
    condition: (code) => overAnswers(code, defined),
    assumptions: (names) => whereShown(defined, names, neverShown, source),
    decided(path, decision) {
      if (decision === 'never' && path.length === 3) neverShown.add(String(path[1]));
    },
    declared: (name) => (Object.hasOwn(source.data.fields, name) ? ['fields', name] : undefined),
  };
  const text: CompileText = (written, path) => compileConstant(String(written), path, around);
  // Only a checkbox has words beside it that can be a link: pressing another label moves the focus to its field.
  const labelOf: CompileLabel = (type, label, path) =>
    type === 'checkbox' ? compileMarkup(String(label), path, around) : text(label, path);
  const { form, showErrors = 'all', errorTitle, fields, consent } = source.data;
  const site = draft.site.data;
  const words = fieldWords(site, options.signs);
  const conditionOf: CompileCondition = (when, path) => {
    if (when === undefined) return {};
    const code = compileWhen(when, path, around)?.code ?? null;
    const name = ambiguousIn(code, defined);
    if (name !== undefined)
      draft.report.add('field-options', source, source.place(path), {
        reason: `${name} is sent in another form than it is typed, so a condition can only read whether it is empty: \`${name} != ''\`.`,
      });
    return { when: code };
  };
  const offerOf: CompileOffer = (when, path) => {
    const compiled = when === undefined ? undefined : compileWhen(when, path, around);
    if (compiled === undefined) return undefined;
    return { when: compiled.code, reads: defined.filter(({ name }) => compiled.reads.includes(name)) };
  };
  const computedOf: CompileValue = (value, path, unit) => {
    const compiled = compileCode(value, path, around);
    if (compiled === undefined) return undefined;
    const { type, code, reads } = compiled;
    const isNumber = type.kind === 'number';
    if (!isNumber && type.kind !== 'string' && type.kind !== 'enum')
      draft.report.add('field-options', source, source.place(path), {
        reason: "A computed field is a number or a text. Write an expression such as `a + b`, or `a ? 'one' : 'two'`.",
      });
    const numbers = numbersAmong(defined, reads);
    const reason = isNumber ? mistakenAmount(String(value), Object.values(numbers), unit) : undefined;
    if (reason !== undefined) draft.report.add('field-options', source, source.place(path), { reason });
    return { code, isNumber, reads: numbers };
  };
  let question: unknown;
  const mistaken = new Set<string>();
  for (const [name, written] of Object.entries(fields)) {
    const begins = written.question !== question;
    question = written.question;
    const { row } = written as InRow;
    const inGroup = row === undefined ? '' : `${row.of}.${row.name}`;
    // A mistake of the first entry is one of all of them.
    if (mistaken.has(inGroup)) continue;
    const { errors } = draft.report;
    const compilers = { text, labelOf, conditionOf, offerOf, computedOf, extensions: draft.extensions };
    const field = defineField(name, written, site.masks ?? {}, words, compilers, begins);
    if (field !== null) defined.push(field);
    if (inGroup !== '' && draft.report.errors > errors) mistaken.add(inGroup);
  }
  const more = moreOf(defined, draft.extensions);
  return {
    id: form,
    showErrors,
    ...(errorTitle === undefined ? {} : { errorTitle: text(errorTitle, ['errorTitle']) }),
    ...(consent === undefined ? {} : { consent: { ...consent, text: text(consent.text, ['consent', 'text']) } }),
    ...(Object.keys(more).length === 0 ? {} : { more }),
    fields: defined,
  };
}

/** Replaces a default that is a number by its text. A typed number is written in the site's language. */
function withInitial<Of extends Pick<Field, 'default'>>(type: Field['type'], field: Of, { numbers }: FieldWords) {
  const { default: value } = field;
  const isTyped = type === 'number' || type === 'currency';
  const text = typeof value !== 'number' ? value : isTyped ? writeNumber(value, numbers) : String(value);
  return (text === undefined ? field : { ...field, default: text }) as Of & Pick<FieldBase, 'default'>;
}

/** Why an expression is no amount in its smallest unit although its field shows one, or the reverse. */
function mistakenAmount(expression: string, reads: readonly SentNumber[], unit: unknown): string | undefined {
  const readsAmount = reads.some(({ minor }) => minor !== undefined);
  const isShare = /[/<>=]|percent/.test(expression);
  if (unit !== 'currency')
    return readsAmount && !isShare
      ? 'This is an amount in its smallest unit, such as cents. Add `unit: currency`, or divide it.'
      : undefined;
  if (readsAmount || /\bfacts\.|\b100\b/.test(expression)) return undefined;
  return 'With `unit: currency` this is an amount in its smallest unit, such as cents, but it is computed of none. Give the fields with money the type currency, read a price of the facts, or multiply by 100.';
}

/** What conditions need to know about the fields that they read, each once. */
const readFields = (fields: readonly FieldDefinition[]): NonNullable<OwnProperties['reads']> =>
  [...new Set(fields)].map(({ name, type, submitAs, number }) => ({
    ...{ name, type },
    ...(submitAs === undefined ? {} : { submitAs }),
    ...(number === undefined ? {} : { number }),
  }));

function defineField(
  name: string,
  field: InRow,
  masks: Readonly<Record<string, Mask>>,
  words: FieldWords,
  { text, labelOf, conditionOf, offerOf, computedOf, extensions }: Compilers,
  /** Whether the field above is no row of the same matrix. */
  begins: boolean,
): FieldDefinition | null {
  const { type, label, placeholder, hint, mask = '', options, ends, rules = [], submitAs: _, when, ...others } = field;
  const { min, max, decimals, step, unit, from, to, icon, countries, country, callingCodes, ...more } = others;
  const { visible, value, rows, several, question, points: _points, parts, ...rest } = more;
  const { item, add, remove, fields: _fields, row, ...shared } = rest;
  const path = ['fields', name];
  const laidOut = masks[mask];
  const kind = authoring[type];
  const sent = submittedAs(field);
  const { unit: _unit, value: _value, question: _question, ...unworded } = others;
  const { item: _item, add: _add, remove: _remove, ...plainly } = unworded;
  const computed = value === undefined ? undefined : computedOf(value, [...path, 'value'], unit);
  const offers = options?.map((option, index) => offerOf(option.when, [...path, 'options', index, 'when']));
  const reads = offers?.flatMap((offer) => offer?.reads ?? []) ?? [];
  const own = {
    ...plainly,
    options: options?.map(({ label: shown, badge, icon: drawn, when: _when, points: _own, ...option }, index) => ({
      ...option,
      ...(offers?.[index] === undefined ? {} : { when: offers[index].when }),
      label: text(shown, [...path, 'options', index, 'label']),
      ...(drawn === undefined ? {} : { icon: icons[drawn] }),
      ...(badge === undefined ? {} : { badge: text(badge, [...path, 'options', index, 'badge']) }),
    })),
    ...(offers?.every((offer) => offer === undefined) === false ? { reads: readFields(reads) } : {}),
    ends: ends?.map((end, index) => text(end, [...path, 'ends', index])),
    ...(unit === undefined ? {} : { unit: text(unit, [...path, 'unit']) }),
    ...writtenWords({ item, add, remove }, text, path),
    ...(computed === undefined ? {} : { value: computed }),
    ...(question === undefined ? {} : { matrix: { question: text(question, [...path, 'question']), begins } }),
  };
  const written = rules.flatMap((rule, index) => {
    const message = text(rule.message, [...path, 'rules', index, 'message']);
    const base = { message, ...conditionOf(rule.when, [...path, 'rules', index, 'when']) };
    const word = ruleOf(rule.rule);
    return (
      (word === 'extension' ? defineExtensionRule(base, rule, extensions) : ruleAuthoring[word].define(base, rule)) ??
      []
    );
  });
  const implied = (kind.rules?.(own, words) ?? []).filter(({ rule }) => written.every((each) => each.rule !== rule));
  const base: FieldBase = {
    name,
    label: labelOf(type, label, [...path, 'label']),
    ...(placeholder === undefined ? {} : { placeholder: text(placeholder, [...path, 'placeholder']) }),
    ...(hint === undefined ? {} : { hint: text(hint, [...path, 'hint']) }),
    ...withInitial(type, shared, words),
    ...conditionOf(when, [...path, 'when']),
    ...(sent === undefined ? {} : { submitAs: sent }),
    ...(laidOut === undefined ? {} : { mask: laidOut }),
    rules: [...written, ...implied],
  };
  const defined = kind.define(base, own, words);
  if (defined === null || row === undefined) return defined;
  const { conditional: _conditional, ...place } = row;
  // The view of the group draws it. In a row, every type has a look that it has nowhere else.
  const { look } = defined as { readonly look?: string };
  return {
    ...defined,
    look: 'repeated',
    row: { ...place, ...(look === undefined ? {} : { look }) },
  } as unknown as FieldDefinition;
}

/** The words of a group that repeats. */
const writtenWords = (
  words: Readonly<Record<'item' | 'add' | 'remove', unknown>>,
  text: CompileText,
  path: DataPath,
): Pick<OwnProperties, 'item' | 'add' | 'remove'> =>
  Object.fromEntries(
    Object.entries(words).flatMap(([key, word]) => (word === undefined ? [] : [[key, text(word, [...path, key])]])),
  );
