/**
 * Jumps of questions (`next`) as conditions of the questions that they skip. Screens, the form of all answers, traces and
 * walks therefore know conditions only.
 */
import type { AskedQuestion } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import { because, textOf } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';
import type { InRound } from './rounds.ts';

/** A question with a type, or a statement, which has its `when` only, with the place where it is written. */
export interface PlacedAsked {
  readonly question: InRound;
  readonly path: DataPath;
}

/** Where a jump leads that skips all further questions. */
const end = 'end';

/** The name of a question: that of its answer, or of the first of its fields. */
export const firstName = ({ name, fields = {} }: AskedQuestion): string => name ?? Object.keys(fields)[0] ?? '';

/** The index of the question that a jump leads to; -1 for an unknown name. */
const targetOf = (to: string, questions: readonly PlacedAsked[]): number =>
  to === end ? questions.length : questions.findIndex(({ question }) => firstName(question) === to);

const all = (parts: readonly string[]): string => parts.map((part) => `(${part})`).join(' && ');

/** A condition that holds where another one does not, also where that one is unknown for lack of an answer. */
const unless = (condition: string): string => `!default(${condition}, false)`;

/** A way of a question that skips others. */
interface Way {
  readonly from: number;
  /** Its place among the ways of the question. */
  readonly way: number;
  /** Its own condition, without that of its question. */
  readonly taken: readonly string[];
}

/** The questions with the conditions under which no earlier question skips them. */
export function withJumps(questions: readonly PlacedAsked[]): readonly PlacedAsked[] {
  const conditions = questions.map(({ question: { when } }) => (when === undefined ? [] : [textOf(when)]));
  /** The ways that skip each question. */
  const skips: readonly Way[][] = questions.map(() => []);
  /** When a way is not taken, for a question that is asked only if these other ways are not taken either. */
  const passed = ({ from, taken }: Way, others: ReadonlySet<Way>): string => {
    // A condition that the question has anyway is not repeated: otherwise it would double with every jump.
    const before = (skips[from] as Way[]).filter((way) => !others.has(way));
    const known = new Set([...others, ...before]);
    return unless(all([...(conditions[from] as string[]), ...before.map((way) => passed(way, known)), ...taken]));
  };
  return questions.map(({ question, path }, index) => {
    const { next = [], when: own, ...asked } = question;
    const skipping = skips[index] as Way[];
    const known = new Set(skipping);
    const parts = [...(conditions[index] as string[]), ...skipping.map((way) => passed(way, known))];
    next.forEach(({ when = 'true', to }, way) => {
      // The first way whose condition holds is taken.
      const before = next.slice(0, way).map((other) => unless(String(other.when ?? 'true')));
      const jump: Way = { from: index, way, taken: [...before, String(when)] };
      for (let skipped = index + 1; skipped < targetOf(to, questions); skipped += 1) skips[skipped]?.push(jump);
    });
    if (skipping.length === 0) return { path, question: { ...asked, ...(own === undefined ? {} : { when: own }) } };
    const { from, way } = skipping[0] as Way;
    const place =
      own === undefined ? [...(questions[from] as PlacedAsked).path, 'next', way, 'when'] : [...path, 'when'];
    // Back may pass it within its round, too.
    const isWithin = skipping.some((each) => questions[each.from]?.question.round?.of === asked.round?.of);
    const round = asked.round !== undefined && isWithin ? { round: { ...asked.round, conditional: true } } : {};
    const when = because(place, all(parts)) as NonNullable<AskedQuestion['when']>;
    return { path, question: { ...asked, ...round, when } };
  });
}

/**
 * Reports jumps that lead to no question below.
 * @param sends whether the last question sends the answers, so that none jumps over it
 */
export function checkJumps(source: Source, questions: readonly PlacedAsked[], sends: boolean, report: Report): void {
  questions.forEach(({ question: { next = [] }, path }, index) => {
    const below = questions.slice(index + 1).map(({ question }) => firstName(question));
    const mistake = (place: DataPath, reason: string, fix: string) =>
      report.add('question-shape', source, source.place([...path, 'next', ...place]), { reason, fix });
    next.forEach(({ when, to }, way) => {
      const last = below.at(-1) ?? '';
      if (to === end && sends)
        mistake(
          [way, 'to'],
          'The last question sends all answers, so it is asked in any case.',
          last === '' ? 'Remove next:.' : `Write to: ${last}.`,
        );
      else if (to !== end && !below.includes(to))
        mistake(
          [way, 'to'],
          `No question below is called ${to}.`,
          below.length === 0 ? 'Remove next:.' : `Write the name of a question below, such as ${last}, or end.`,
        );
      if (when === undefined && way < next.length - 1)
        mistake(
          [way, 'to'],
          'The ways after this one are never taken, because it has no when.',
          'Add when:, or move it to the end.',
        );
    });
  });
}
