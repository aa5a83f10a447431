/** Labels and hints that repeat answers: the block of a form shows them, and the form keeps a text that is the same for everybody. */
import type { Field } from '../../../schemas/generated/types.ts';
import { because, copied, textOf } from '../source/origins.ts';
import type { DataPath } from '../source/source.ts';
import { isWrittenOut } from './field-parts.ts';
import type { FieldWord } from './fields.ts';

type FieldSource = Field | FieldWord;

const holes = /\{\{.*?\}\}/gs;
const quoted = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;
const names = /(?<![\w.])[A-Za-z_]\w*(?!\s*\(|\w)/g;
const constants: ReadonlySet<string> = new Set(['facts', 'site', 'calendar', 'true', 'false', 'null']);

/** Whether an expression reads more than constants. What follows `|` is a filter. */
function readsAnswers(hole: string): boolean {
  const source = hole
    .slice(2, -2)
    .replace(quoted, '')
    .replace(/(?<!\|)\|\s*\w+/g, ',');
  return [...source.matchAll(names)].some(([name]) => !constants.has(name));
}

/** Whether a text is not the same for everybody. */
export const isVarying = (text: unknown): boolean =>
  [...textOf(text).matchAll(holes)].some(([hole]) => readsAnswers(hole));

/** The text that exports and messages have in place of one that repeats answers. */
const constantPart = (text: unknown): string =>
  textOf(text).replace(holes, (hole) => (readsAnswers(hole) ? '…' : hole));

/** A field with a label and a hint that are the same for everybody. */
export function constantField(field: FieldSource, path: DataPath): FieldSource {
  if (typeof field === 'string') return field;
  const { label, hint } = field;
  const part = isWrittenOut(field) ? constantPart : (text: unknown) => because(path, constantPart(text));
  return {
    ...field,
    ...(isVarying(label) ? { label: part(label) } : {}),
    // The block shows it.
    ...(hint !== undefined && isVarying(hint) ? { hint: part(hint) } : {}),
  } as Field;
}

/** A field with the places of its texts. */
export interface TextPlace {
  readonly name: string;
  readonly field: FieldSource;
  readonly label: DataPath;
  readonly hint: DataPath;
}

/** The labels and hints that the block of a form has for its fields. */
export function varyingTexts(places: readonly TextPlace[]): Readonly<Record<'labels' | 'hints', unknown>> {
  const of = (key: 'label' | 'hint'): unknown => {
    const found = places.flatMap(({ name, field, [key]: path }): [string, unknown][] => {
      const text = typeof field === 'string' || isWrittenOut(field) ? undefined : field[key];
      return text !== undefined && isVarying(text) ? [[name, copied(path, textOf(text))]] : [];
    });
    return found.length === 0 ? undefined : Object.fromEntries(found);
  };
  return { labels: of('label'), hints: of('hint') };
}
