/** Replaces fields of a site's own types by fields of built-in types. */

import type { FieldFile } from '../../../schemas/extensions/extensions.js';
import type { Field } from '../../../schemas/generated/types.ts';
import type { Extensions } from '../../extensions/extensions.ts';
import type { Memo } from '../../memo/memo.ts';
import { because, copied, separate } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';

/** Replaces fields of the site's own types in forms, in funnels in one file, and in questions. */
export function expandExtensionFields(sources: readonly Source[], extensions: Extensions, memo: Memo): Source[] {
  if (Object.keys(extensions.fields).length + extensions.unread.fields.length === 0) return [...sources];
  return memo.each('own fields', sources, [extensions], (source) => withExtensionFields(source, extensions));
}

/** One file with its fields of own types replaced: those of forms, of funnels and of questions. */
export function withExtensionFields(source: Source, extensions: Extensions): Source {
  if (source.kind !== 'form' && source.kind !== 'funnel' && source.kind !== 'flow') return source;
  let isChanged = false;
  const replaced = (field: unknown, path: DataPath, isQuestion = false): unknown => {
    const type = (field as Partial<Field> | null)?.type;
    const extension = typeof type === 'string' ? wordOf(type, extensions) : undefined;
    if (extension === undefined) return field;
    isChanged = true;
    return ownField(isQuestion ? withoutLabel(extension) : extension, field as Field, path);
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

/** The extension of a type of field; that of a text for one whose file is mistaken, which is reported there. */
const wordOf = (type: string, { fields, unread }: Extensions): FieldFile | undefined =>
  Object.hasOwn(fields, type) ? fields[type] : unread.fields.includes(type) ? unknownField : undefined;

/** A type without its usual label: a question is the label of its field. A box has a text of its own beside it. */
const withoutLabel = (extension: FieldFile): FieldFile => {
  const { label: _, ...field } = extension.field;
  return field.type === 'checkbox' ? extension : { ...extension, field };
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
