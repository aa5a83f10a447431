/** The questions of a flow, and the words by which its author calls them. */
import type { FlowFile, Step } from '../../../schemas/generated/types.ts';
import { askedItems } from '../../steps/ask/items.ts';
import type { AnnotatedValue } from '../link/draft.ts';
import { isSameNoun } from './text-counts.ts';

/** Questions that texts count together. */
export interface QuestionSet {
  readonly id: string;
  readonly count: number;
  /** Whether all of them are asked, or a branch may leave some out. */
  readonly isWhole: boolean;
  /** How many of them each step asks. */
  readonly steps: ReadonlyMap<string, number>;
  /** In small letters. */
  readonly nouns: ReadonlySet<string>;
}

/** The word before the position of a question: `Question {{ step }} of {{ steps }}`, `Question 1 of 3`. */
const positions = /(\p{L}{3,})\s+(?:\{\{\s*step\s*\}\}|\d+\s+\p{L}+\s+\d)/gu;

const looks: ReadonlySet<unknown> = new Set(['titled', 'question']);

/** Whether a form is drawn as a question. */
const isQuestion = ({ form, show = [] }: Step): boolean =>
  form !== undefined && show.some((block) => block.type === 'form' && looks.has((block as { look?: unknown }).look));

/**
 * The questions of a flow. The author's own words say what counts as a question: the id of the set, and the word before
 * the position. Beside questions with a type, all questions of the flow are one set.
 * @param texts of the flow
 */
export function questionSets({ questions = {}, steps }: FlowFile, texts: readonly AnnotatedValue[]): QuestionSet[] {
  const setOf = (id: string, asked: readonly (readonly [string, number])[], ids: readonly string[]): QuestionSet => {
    const own = texts.filter(({ path }) => path[0] === 'steps' && asked.some(([step]) => step === path[1]));
    const words = own.flatMap(({ value }) => [...String(value).matchAll(positions)].map(([, word = '']) => word));
    const count = asked.reduce((sum, [, each]) => sum + each, 0);
    return {
      id,
      count,
      isWhole: true,
      steps: new Map(asked),
      nouns: new Set([...ids, ...words].map((word) => word.toLowerCase())),
    };
  };
  const entries = Object.entries(steps);
  const typed = entries.filter(([, step]) => isQuestion(step));
  const ids = Object.keys(questions);
  if (typed.length > 0) {
    // Rounds of the same questions have one position.
    const prefixes = typed.flatMap(([, { titlePrefix }]) => titlePrefix ?? []);
    if (new Set(prefixes).size < prefixes.length) return [];
    const asked = entries.map(([id, step]) => [id, isQuestion(step) ? 1 : askedItems(step, questions).length] as const);
    const isWhole = !entries.some(([, { branch }]) => branch !== undefined);
    return [
      {
        ...setOf(
          'the flow',
          asked.filter(([, count]) => count > 0),
          ids,
        ),
        isWhole,
      },
    ];
  }
  return ids.map((id) => {
    const asked = entries.flatMap(([step, each]) =>
      each.ask === id ? [[step, askedItems(each, questions).length] as const] : [],
    );
    return { ...setOf(id, asked, [id]), count: questions[id]?.items.length ?? 0 };
  });
}

/** The set that a word counts; undefined for none, or several. */
export function setCountedBy(word: string, sets: readonly QuestionSet[]): QuestionSet | undefined {
  const [set, another] = sets.filter(({ nouns }) => [...nouns].some((noun) => isSameNoun(noun, word)));
  return another === undefined ? set : undefined;
}
