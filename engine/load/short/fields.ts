/** Fields in few words: `required: true` in any form; `email: email` in a funnel of one file. */
import type { Field, Rule } from '../../../schemas/generated/types.ts';
import { leastChosen } from '../../fields/choices/authoring.ts';
import { authoring } from '../../fields/generated/authoring.ts';
import type { MessageCatalogue } from '../../messages/keys.ts';
import { because, copied } from '../source/origins.ts';
import type { DataPath } from '../source/source.ts';
import type { Defaults } from './defaults.ts';
import { withEntries } from './entries.ts';
import { usualFor } from './field-defaults.ts';
import { writtenOut } from './field-parts.ts';

/** A field in place of a record. */
export type FieldWord = 'name' | 'email' | 'tel';

/** Whether the visitor chooses its value. */
const isChosen = (type: Field['type']): boolean => authoring[type].control === 'choice';

const requiringRule = ({ type, min }: Field, texts: MessageCatalogue): Rule => {
  if (type === 'checkbox') return { rule: 'accepted', message: texts.fieldAccept };
  if (type === 'ranking') return { rule: 'required', message: texts.fieldRanking };
  if (type === 'signature') return { rule: 'required', message: texts.fieldSignature };
  if (type === 'choices') return leastChosen(texts, min);
  return { rule: 'required', message: isChosen(type) ? texts.fieldChoose : texts.fieldRequired };
};

const isTyped = ({ type }: Field): boolean => authoring[type]?.typed === true;

/**
 * A field with a rule in place of the word `required`.
 * @param more - rules of the engine, after the author's own
 */
export function writtenField(field: Field, path: DataPath, texts: MessageCatalogue, more: readonly unknown[] = []) {
  const { required = false, rules = [], ...others } = field;
  const rule = requiringRule(field, texts);
  const message = typeof required === 'string' ? copied([...path, 'required'], required) : rule.message;
  const all = [
    ...(required === false ? [] : [because([...path, 'required'], { ...rule, message })]),
    ...rules.map((each, index) => copied([...path, 'rules', index], each)),
    ...more,
  ];
  // Rules that are stated to be none are an answer to the question which the field has.
  const isListed = field.rules !== undefined || all.length > 0 || (field.required === false && isTyped(field));
  return copied(path, { ...others, rules: isListed ? all : undefined });
}

/**
 * A field of a form as the fields that it is written out as, each with a rule in place of the word `required`.
 * @param isTitled whether a heading above them is their label
 */
export const writtenFields = (
  name: string,
  written: Field,
  path: DataPath,
  defaults: Defaults,
  isTitled = false,
): readonly (readonly [name: string, field: unknown])[] =>
  writtenOut(name, written, path, defaults, isTitled).map(({ name: own, field, rules }) => [
    own,
    writtenField(
      withEntries(field, path, (inner, each, at) => writtenFields(inner, each, at, defaults)),
      path,
      defaults.texts,
      rules,
    ),
  ]);

/**
 * A field of a funnel in one file as the fields of its form, with the defaults of their type.
 * @param isTitled whether a heading above them is their label
 */
export function shortFields(
  name: string,
  written: Field | FieldWord,
  path: DataPath,
  defaults: Defaults,
  isTitled = false,
): [string, unknown][] {
  const record = typeof written === 'string' ? fieldOfWord(written, defaults.texts) : written;
  return writtenOut(name, record, path, defaults, isTitled).map(({ name: own, field, rules }): [string, unknown] => {
    const usual = usualFor(field, defaults, rules.length > 0);
    const all = [...usual.rules, ...rules];
    const whole = withEntries({ ...field, ...usual.keys, ...field }, path, (inner, each, at) =>
      shortFields(inner, each, at, defaults),
    );
    return [own, writtenField(whole, path, defaults.texts, all)];
  });
}

/** The field that a word abbreviates. */
export const fieldOfWord = (word: FieldWord, texts: MessageCatalogue): Field => {
  const words = {
    name: { type: 'text', label: texts.labelName, autocomplete: 'name', maxLength: 120 },
    email: { type: 'email', label: texts.labelEmail },
    tel: { type: 'tel', label: texts.labelPhone },
  } as const;
  return { ...words[word], required: true };
};
