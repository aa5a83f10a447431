/**
 * Jumps of questions (`next`) as conditions of the questions that they skip. Screens, the form of all answers, traces and
 * walks therefore know conditions only.
 */
import type { AskedQuestion } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import { because, textOf } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';
import type { InRound } from './rounds.ts';

/** A question with a type, with the place where it is written. */
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

/** The questions with the conditions under which no earlier question skips them. */
export function withJumps(questions: readonly PlacedAsked[]): readonly PlacedAsked[] {
  const asked = [...questions];
  asked.forEach(({ question, path }, index) => {
    const { next = [], when: shown } = asked[index]?.question ?? question;
    const isShown = shown === undefined ? [] : [textOf(shown)];
    next.forEach(({ when = 'true', to }, way) => {
      // The first way whose condition holds is taken.
      const before = next.slice(0, way).map((other) => `!(${String(other.when ?? 'true')})`);
      const taken = all([...isShown, ...before, String(when)]);
      for (let skipped = index + 1; skipped < targetOf(to, questions); skipped += 1) {
        const { question: other, path: place } = asked[skipped] as PlacedAsked;
        const own = other.when;
        const from = own === undefined ? [...path, 'next', way, 'when'] : [...place, 'when'];
        // Back may pass it within its round, too.
        const isWithin = other.round !== undefined && other.round.of === question.round?.of;
        const text = all([...(own === undefined ? [] : [textOf(own)]), `!(${taken})`]);
        asked[skipped] = {
          path: place,
          question: {
            ...other,
            ...(isWithin ? { round: { ...other.round, conditional: true } } : {}),
            when: because(from, text) as NonNullable<AskedQuestion['when']>,
          },
        };
      }
    });
  });
  return asked.map(({ question: { next: _, ...question }, path }) => ({ question, path }));
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
