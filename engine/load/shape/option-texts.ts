/** Numbers as values and labels of options. */
import { isScalar } from 'yaml';
import type { DataPath, Source } from '../source/source.ts';

/** The keys of an option whose numbers are texts. */
const keys = ['value', 'label'] as const;

type Entries = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A file with the numbers among the values and labels of its fields' options as the texts that are written, so that
 * `01` keeps its zero. The options of questions without a type stay numbers, which are added up.
 */
export function withOptionTexts(source: Source): Source {
  if (!['form', 'flow', 'funnel'].includes(source.kind)) return source;
  const data = withTexts(source.data, [], source);
  return data === source.data ? source : source.with(data as Entries);
}

/** The same value if nothing in it changes. */
function withTexts(value: unknown, path: DataPath, source: Source): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item, index) => withTexts(item, [...path, index], source));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value)) return value;
  const isField = typeof value['type'] === 'string' && Array.isArray(value['options']);
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const at = [...path, key];
    return [key, isField && key === 'options' ? optionsAs(item as unknown[], at, source) : withTexts(item, at, source)];
  });
  return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value;
}

function optionsAs(options: readonly unknown[], path: DataPath, source: Source): readonly unknown[] {
  const texts = options.map((option, index) => {
    if (!isRecord(option)) return option;
    const numbers = keys.filter((key) => typeof option[key] === 'number');
    if (numbers.length === 0) return option;
    const written = numbers.map((key) => [key, textAt([...path, index, key], option[key], source)]);
    return { ...option, ...Object.fromEntries(written) };
  });
  return texts.some((option, index) => option !== options[index]) ? texts : options;
}

/** The number as it is written. One of an alias has no place of its own. */
function textAt(path: DataPath, value: unknown, { document }: Source): string {
  const node = document.getIn(path, true);
  return (isScalar(node) ? node.source : undefined) ?? String(value);
}
