import type { Report } from '../../errors/report.ts';
import type { Source } from '../source/source.ts';
import { checkJumps } from './jumps.ts';
import { isStatement, isTyped, type PlacedQuestion, typedAmong } from './question-screens.ts';

/**
 * Reports questions that cannot be asked as they are written: without a name or a type, or in another order.
 * @param sends whether the last one sends the answers
 */
export function checkQuestionOrder(
  source: Source,
  questions: readonly PlacedQuestion[],
  sends: boolean,
  report: Report,
): void {
  checkJumps(source, typedAmong(questions), sends, report);
  if (questions.length > 0 && questions.every(({ question }) => isStatement(question)))
    report.add(
      'question-shape',
      source,
      source.place([...(questions[0] as PlacedQuestion).path, 'statement'], { key: true }),
      {
        reason: 'Nothing is asked: there are statements only.',
        fix: 'Add a question, or write what they say into blocks:.',
      },
    );
  const names = new Set<string>();
  const first = questions.findIndex(({ question }) => isTyped(question));
  questions.forEach(({ question, path }, index) => {
    const mistake = (key: string, reason: string, fix: string) =>
      report.add('question-shape', source, source.place([...path, key], { key: true }), { reason, fix });
    if (isStatement(question)) {
      if (question.when !== undefined && index === 0)
        mistake(
          'when',
          'Nothing is asked above it that its condition could read.',
          'Remove when:, or move it below a question.',
        );
      if (sends && index === questions.length - 1)
        mistake(
          'statement',
          'The last question sends all answers, so nothing is shown between it and what follows.',
          'Move it above the last question, or write it into thanks: or results:.',
        );
      return;
    }
    if (!isTyped(question)) {
      if (first >= 0 && index > first)
        mistake(
          'question',
          'It has no type, but a question above it has one.',
          'Add name: and type: choice, with texts as values of its options, or move it above them.',
        );
      return;
    }
    const { name, type, fields } = question;
    if (sends && index === questions.length - 1 && question.when !== undefined)
      mistake(
        'when',
        'The last question sends all answers, so it is asked in any case.',
        question.round === undefined
          ? 'Remove when:, or put the question before another one, such as how to reach the visitor.'
          : 'Write another question below the rounds, such as how to reach the visitor.',
      );
    for (const own of name === undefined ? Object.keys(fields ?? {}) : [name]) {
      if (names.has(own))
        mistake(
          name === undefined ? 'fields' : 'name',
          `Two answers are called ${own}.`,
          'Give one of them another name.',
        );
      names.add(own);
    }
    if (question.label !== undefined && type !== 'checkbox')
      mistake('label', 'The question is the label of its control.', 'Remove label:, or write it into hint:.');
    if (fields !== undefined) {
      const stray = Object.keys(question).find(
        (key) => !['question', 'hint', 'when', 'fields', 'next', 'round'].includes(key),
      );
      if (stray !== undefined)
        mistake(stray, `A question with fields: has no ${stray}.`, 'Write it at one of the fields.');
    } else if (type === undefined)
      mistake('name', 'A question with a name needs a type.', 'Add type: choice, text, email or another one.');
    else if (type === 'hidden' || type === 'computed' || type === 'repeat')
      mistake(
        'type',
        type === 'repeat'
          ? 'A group that repeats is one of the fields of a screen.'
          : `A field of type ${type} asks nothing.`,
        'Write it under fields: of a question with others.',
      );
    else if (name === undefined)
      mistake('type', 'A question with a type needs a name for its answer.', 'Add name: team, for example.');
  });
}
