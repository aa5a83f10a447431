/** Replaces fields of a site's own types by fields of built-in types. */
import type { Field } from '../../../schemas/generated/types.ts';
import type { FieldFile } from '../../../schemas/words/words.js';
import type { Memo } from '../../memo/memo.ts';
import type { Words } from '../../words/words.ts';
import { because, copied, separate } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';

/** Replaces fields of the site's own types in forms, and in funnels in one file. */
export function writeOwnFields(sources: readonly Source[], words: Words, memo: Memo): Source[] {
  if (Object.keys(words.fields).length + words.unread.fields.length === 0) return [...sources];
  return sources.map((source) => memo.once('own fields', source, [words], () => withOwnFields(source, words)));
}

/** One file with its fields of own types replaced. */
export function withOwnFields(source: Source, { fields, unread }: Words): Source {
  const written = source.data['fields'];
  if ((source.kind !== 'form' && source.kind !== 'funnel') || typeof written !== 'object' || written === null)
    return source;
  let isChanged = false;
  const all = Object.entries(written as Readonly<Record<string, Field | string>>).map(([name, field]) => {
    if (typeof field === 'string') return [name, field];
    const type: string = field.type;
    const path = ['fields', name];
    // A type whose file is mistaken, which is reported there.
    const word = Object.hasOwn(fields, type) ? fields[type] : unread.fields.includes(type) ? unknownField : undefined;
    if (word === undefined) return [name, field];
    isChanged = true;
    return [name, ownField(word, field, path)];
  });
  if (!isChanged) return source;
  const { data, origins } = separate(copied([], { ...source.data, fields: Object.fromEntries(all) }));
  return source.made(source.kind, data as Record<string, unknown>, origins);
}

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
