/** Replaces fields of a site's own types by fields of built-in types. */
import type { Field } from '../../../schemas/generated/types.ts';
import type { FieldFile } from '../../../schemas/words/words.js';
import type { Memo } from '../../memo/memo.ts';
import type { Words } from '../../words/words.ts';
import { because, copied, separate } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';

/** Replaces fields of the site's own types in forms, in funnels in one file, and in questions. */
export function writeOwnFields(sources: readonly Source[], words: Words, memo: Memo): Source[] {
  if (Object.keys(words.fields).length + words.unread.fields.length === 0) return [...sources];
  return memo.each('own fields', sources, [words], (source) => withOwnFields(source, words));
}

/** One file with its fields of own types replaced: those of forms, of funnels and of questions. */
export function withOwnFields(source: Source, words: Words): Source {
  if (source.kind !== 'form' && source.kind !== 'funnel' && source.kind !== 'flow') return source;
  let isChanged = false;
  const replaced = (field: unknown, path: DataPath, isQuestion = false): unknown => {
    const type = (field as Partial<Field> | null)?.type;
    const word = typeof type === 'string' ? wordOf(type, words) : undefined;
    if (word === undefined) return field;
    isChanged = true;
    return ownField(isQuestion ? withoutLabel(word) : word, field as Field, path);
  };
  const allOf = (fields: unknown, path: DataPath): unknown =>
    isRecord(fields)
      ? Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, replaced(field, [...path, name])]))
      : fields;
  const asked = (items: unknown, path: DataPath): unknown =>
    Array.isArray(items)
      ? items.map((item: unknown, index) => {
          const at = [...path, index];
          if (!isRecord(item)) return item;
          return item['fields'] === undefined
            ? replaced(item, at, true)
            : { ...item, fields: allOf(item['fields'], [...at, 'fields']) };
        })
      : items;
  const { fields, questions } = source.data as Readonly<Record<string, unknown>>;
  const sets = isRecord(questions)
    ? Object.fromEntries(
        Object.entries(questions).map(([id, set]) => [
          id,
          isRecord(set) ? { ...set, items: asked(set['items'], ['questions', id, 'items']) } : set,
        ]),
      )
    : asked(questions, ['questions']);
  const written = { ...source.data, fields: allOf(fields, ['fields']), questions: sets };
  if (!isChanged) return source;
  const { data, origins } = separate(copied([], written));
  return source.made(source.kind, data as Record<string, unknown>, origins);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The word of a type of the site's own; that of a text for one whose file is mistaken, which is reported there. */
const wordOf = (type: string, { fields, unread }: Words): FieldFile | undefined =>
  Object.hasOwn(fields, type) ? fields[type] : unread.fields.includes(type) ? unknownField : undefined;

/** A type without its usual label: a question is the label of its field. A box has words of its own beside it. */
const withoutLabel = (word: FieldFile): FieldFile => {
  const { label: _, ...field } = word.field;
  return field.type === 'checkbox' ? word : { ...word, field };
};

const unknownField: FieldFile = { description: '', field: { type: 'text' } };

function ownField({ field: usual }: FieldFile, written: Field, path: DataPath): unknown {
  const made = (value: unknown): unknown => because([...path, 'type'], value);
  const { rules: usualRules = [] } = usual;
  const { rules = [] } = written;
  // A rule of the definition replaces the one of the same name.
  const others = usualRules.filter((rule) => rules.every((each) => each.rule !== rule.rule));
  const all = [...rules.map((rule, index) => copied([...path, 'rules', index], rule)), ...others.map(made)];
  return copied(path, {
    ...Object.fromEntries(Object.entries(usual).map(([key, value]) => [key, made(value)])),
    ...Object.fromEntries(Object.entries(written).map(([key, value]) => [key, copied([...path, key], value)])),
    type: made(usual.type),
    rules: all.length === 0 ? undefined : all,
  });
}
