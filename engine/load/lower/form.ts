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
import { submittedAs } from '../../fields/authoring.ts';
import { authoring } from '../../fields/generated/authoring.ts';
import type { FieldWords, MoneyWords, OwnProperties } from '../../fields/kinds/authoring.ts';
import { messagesFor } from '../../messages/catalogue.ts';
import { ruleOf } from '../../rules/authoring.ts';
import { ruleAuthoring } from '../../rules/generated/authoring.ts';
import { moneyFormat } from '../../values/money.ts';
import { plainSigns, writeNumber } from '../../values/written-number.ts';
import type { Words } from '../../words/words.ts';
import type { Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';
import { conditionTypes, numbersAmong, valueTypes } from './field-scope.ts';
import { moreOf } from './more.ts';
import { defineOwnRule } from './own-rule.ts';
import { compileCode, compileConstant, compileMarkup, type LoweringContext } from './values.ts';

/** Compiles the text at a path of the file. */
type CompileText = (text: unknown, path: DataPath) => string;
/** Compiles the condition at a path of the file. */
type CompileCondition = (when: unknown, path: DataPath) => { readonly when?: Code };
/** Compiles the label of a field at a path of the file. */
type CompileLabel = (type: Field['type'], label: unknown, path: DataPath) => Text;

/** Compiles what a computed field evaluates, at a path of the file; undefined if it is mistaken. */
type CompileValue = (value: unknown, path: DataPath) => OwnProperties['value'];

interface Compilers {
  readonly text: CompileText;
  readonly labelOf: CompileLabel;
  readonly conditionOf: CompileCondition;
  readonly computedOf: CompileValue;
  readonly ownWords: Words;
}

const none: ReadonlySet<string> = new Set();

/** Creates a form's definition: compiles its texts and defines its fields and rules. */
export function lowerForm(draft: Draft, source: Source<FormFile>, options: Constants): FormDefinition {
  const defined: FieldDefinition[] = [];
  const around: LoweringContext = {
    ...{ draft, source, options, anchors: () => none, plainTexts: true },
    types: (path) =>
      path.at(-1) === 'when' ? conditionTypes(defined) : path.at(-1) === 'value' ? valueTypes(defined) : {},
    expected: (path) => (path.at(-1) === 'value' ? undefined : { kind: 'bool' }),
  };
  const text: CompileText = (written, path) => compileConstant(String(written), path, around);
  // Only a checkbox has words beside it that can be a link: pressing another label moves the focus to its field.
  const labelOf: CompileLabel = (type, label, path) =>
    type === 'checkbox' ? compileMarkup(String(label), path, around) : text(label, path);
  const { form, showErrors = 'all', errorTitle, fields, consent } = source.data;
  const site = draft.site.data;
  const words: FieldWords = {
    locale: site.locale,
    texts: messagesFor(site),
    numbers: options.signs ?? plainSigns,
    money: moneyWords(site.locale, site.currency),
  };
  const conditionOf: CompileCondition = (when, path) =>
    when === undefined ? {} : { when: compileCode(when, path, around)?.code ?? null };
  const computedOf: CompileValue = (value, path) => {
    const compiled = compileCode(value, path, around);
    if (compiled === undefined) return undefined;
    const { type, code, reads } = compiled;
    const isNumber = type.kind === 'number';
    if (!isNumber && type.kind !== 'string' && type.kind !== 'enum')
      draft.report.add('field-options', source, source.place(path), {
        reason: "A computed field is a number or a text. Write an expression such as `a + b`, or `a ? 'one' : 'two'`.",
      });
    return { code, isNumber, reads: numbersAmong(defined, reads) };
  };
  let question: unknown;
  for (const [name, written] of Object.entries(fields)) {
    const begins = written.question !== question;
    question = written.question;
    const compilers = { text, labelOf, conditionOf, computedOf, ownWords: draft.words };
    const field = defineField(name, written, site.masks ?? {}, words, compilers, begins);
    if (field !== null) defined.push(field);
  }
  const more = moreOf(defined, draft.words);
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

function moneyWords(locale: string, currency: string): MoneyWords {
  const { before = '', after = '', unit = 100 } = moneyFormat(locale, currency) ?? {};
  return { before, after, decimals: Math.round(Math.log10(unit)) };
}

function defineField(
  name: string,
  field: Field,
  masks: Readonly<Record<string, Mask>>,
  words: FieldWords,
  { text, labelOf, conditionOf, computedOf, ownWords }: Compilers,
  /** Whether the field above is no row of the same matrix. */
  begins: boolean,
): FieldDefinition | null {
  const { type, label, placeholder, hint, mask = '', options, ends, rules = [], submitAs: _, when, ...others } = field;
  const { min, max, decimals, step, unit, from, to, icon, countries, country, callingCodes, ...more } = others;
  const { visible, value, rows, several, question, points: _points, parts, ...shared } = more;
  const path = ['fields', name];
  const laidOut = masks[mask];
  const kind = authoring[type];
  const sent = submittedAs(field);
  const { unit: _unit, value: _value, question: _question, ...plainly } = others;
  const computed = value === undefined ? undefined : computedOf(value, [...path, 'value']);
  const own = {
    ...plainly,
    options: options?.map(({ label: shown, badge, points: _own, ...option }, index) => ({
      ...option,
      label: text(shown, [...path, 'options', index, 'label']),
      ...(badge === undefined ? {} : { badge: text(badge, [...path, 'options', index, 'badge']) }),
    })),
    ends: ends?.map((end, index) => text(end, [...path, 'ends', index])),
    ...(unit === undefined ? {} : { unit: text(unit, [...path, 'unit']) }),
    ...(computed === undefined ? {} : { value: computed }),
    ...(question === undefined ? {} : { matrix: { question: text(question, [...path, 'question']), begins } }),
  };
  const written = rules.flatMap((rule, index) => {
    const message = text(rule.message, [...path, 'rules', index, 'message']);
    const base = { message, ...conditionOf(rule.when, [...path, 'rules', index, 'when']) };
    const word = ruleOf(rule.rule);
    return (word === 'own' ? defineOwnRule(base, rule, ownWords) : ruleAuthoring[word].define(base, rule)) ?? [];
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
  return kind.define(base, own, words);
}
