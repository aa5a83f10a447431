/** Numbers in texts, with what they count: `4 questions`, `{{ facts.quiz.minutes }} minutes`. */
import type { Json } from '../../../schemas/compiled.ts';
import type { AnnotatedValue, Draft } from '../link/draft.ts';
import type { DataPath } from '../source/source.ts';

/** A number in a text, and the word after it. */
interface TextCount {
  readonly path: DataPath;
  /** Where in the text. */
  readonly at: { readonly offset: number; readonly length: number };
  readonly number: number;
  readonly word: string;
  /** The fact that gives the number. */
  readonly fact: string | undefined;
}

/** A number, or a fact, and the word after it. */
const counting = /(?<![\p{L}\d.,:/-])(?:(\d{1,3})|\{\{\s*facts((?:\.\w+)+)\s*\}\})\s+(\p{L}{3,})/gu;

/** What texts count. */
export function countsIn({ site }: Draft, texts: readonly AnnotatedValue[]): readonly TextCount[] {
  const { facts = {} } = site.data;
  return texts.flatMap(({ value, path }) =>
    [...String(value).matchAll(counting)].flatMap(({ 0: text, 1: digits, 2: fact, 3: word = '', index }) => {
      const number = fact === undefined ? Number(digits) : valueAt(facts as Json, fact.slice(1).split('.'));
      const at = { offset: index, length: text.length };
      return typeof number === 'number'
        ? [{ path, at, number, word, fact: fact === undefined ? undefined : `facts${fact}` }]
        : [];
    }),
  );
}

const longestEnding = 3;

/** Whether two words are one, but for the ending of a plural. @param noun in small letters */
export function isSameNoun(noun: string, word: string): boolean {
  const [short = '', long = ''] = [noun, word.toLowerCase()].sort((a, b) => a.length - b.length);
  return long.startsWith(short) && long.length - short.length <= longestEnding;
}

const valueAt = (facts: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((value, key) => (value as Record<string, Json> | undefined)?.[key], facts);
