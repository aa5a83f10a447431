import type { Json } from '../../../schemas/compiled.ts';
import type { FlowFile } from '../../../schemas/generated/types.ts';
import type { AnnotatedValue, Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';

/** How many questions a set has, and the words by which the author calls them. */
interface QuestionCount {
  readonly id: string;
  readonly count: number;
  readonly nouns: ReadonlySet<string>;
}

/** A number, or a fact, and the word after it. */
const counting = /(?<![\p{L}\d.,:/-])(?:(\d{1,3})|\{\{\s*facts((?:\.\w+)+)\s*\}\})\s+(\p{L}{3,})/gu;
/** The word before the number of the present question: `Question {{ step }} of {{ steps }}`. */
const numbered = /(\p{L}{3,})\s+\{\{\s*step\s*\}\}/gu;

/**
 * Checks the number of questions that the texts of a flow name. The author's own words say what counts as a question:
 * the id of the set, and the word before `{{ step }}`.
 */
export function checkCounts(draft: Draft, source: Source<FlowFile>): void {
  const texts = draft.contents(source).annotated.filter(({ kind }) => kind === 'text' || kind === 'prose');
  const sets = setsOf(source.data, texts);
  if (sets.length === 0) return;
  const { facts = {} } = draft.site.data;
  for (const { value, path } of texts) {
    for (const { 0: written, 1: digits, 2: fact, 3: word = '', index } of String(value).matchAll(counting)) {
      const number = fact === undefined ? Number(digits) : valueAt(facts as Json, fact.slice(1).split('.'));
      const [set, another] = sets.filter(({ nouns }) => [...nouns].some((noun) => isSameNoun(noun, word)));
      if (set === undefined || another !== undefined || typeof number !== 'number' || number === set.count) continue;
      draft.report.add('count-differs', source, source.place(path, { offset: index, length: written.length }), {
        written: `${number} ${word}`,
        ...{ set: set.id, count: set.count, fact: fact === undefined ? undefined : `facts${fact}` },
      });
    }
  }
}

function setsOf({ questions = {}, steps }: FlowFile, texts: readonly AnnotatedValue[]): QuestionCount[] {
  return Object.entries(questions).map(([id, { items }]) => {
    const asked = texts.filter(({ path }) => path[0] === 'steps' && steps[String(path[1])]?.ask === id);
    const words = asked.flatMap(({ value }) => [...String(value).matchAll(numbered)].map(([, word = '']) => word));
    return { id, count: items.length, nouns: new Set([id, ...words].map((word) => word.toLowerCase())) };
  });
}

const longestEnding = 3;

/** Whether two words are one, but for the ending of a plural. */
function isSameNoun(noun: string, word: string): boolean {
  const [short = '', long = ''] = [noun, word.toLowerCase()].sort((a, b) => a.length - b.length);
  return long.startsWith(short) && long.length - short.length <= longestEnding;
}

const valueAt = (facts: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((value, key) => (value as Record<string, Json> | undefined)?.[key], facts);
