import type { FunnelFile } from '../../../schemas/generated/types.ts';
import type { Report } from '../../errors/report.ts';
import { dataOf } from '../source/file-data.ts';
import type { Source } from '../source/source.ts';
import type { Defaults } from './defaults.ts';
import { isLead } from './form.ts';
import { checkQuestionOrder } from './question-order.ts';
import { isTyped, isUntyped, placedAnswers, writtenQuestions } from './question-screens.ts';
import { quizOf } from './quiz.ts';
import { checkReadingOrder } from './reading-order.ts';
import { checkRequired, placedFields } from './requirement.ts';

interface Mistake {
  readonly key: string;
  readonly reason: string;
  readonly fix: string;
}

/** Checks that the keys of a funnel fit together. */
export function checkFunnel(source: Source, report: Report, defaults: Defaults): void {
  const funnel = dataOf(source, 'funnel');
  const questions = writtenQuestions(funnel);
  checkQuestionOrder(source, questions, funnel.fields === undefined && isLead(funnel), report);
  const fields = [...placedAnswers(questions), ...placedFields(funnel.fields ?? {}, ['fields'])];
  checkRequired(source, fields, report, defaults);
  for (const { key, reason, fix } of mistakesIn(funnel, source))
    report.add('funnel-shape', source, source.place([key], { key: true }), { reason, fix });
  for (const name of funnel.results === undefined ? [] : ['score', 'result'])
    if (funnel.computed?.[name] !== undefined)
      report.add('funnel-shape', source, source.place(['computed', name], { key: true }), {
        reason: `The ${name} of the results has this name.`,
        fix: 'Give the computed value another name.',
      });
  checkReadingOrder(source, funnel, questions, report);
  const names = Object.keys(funnel.results ?? {});
  names.forEach((name, index) => {
    const isLast = index === names.length - 1;
    const { from, when } = funnel.results?.[name] ?? {};
    if (from !== undefined && funnel.score !== 'points' && (from < 0 || from > 100))
      report.add('funnel-shape', source, source.place(['results', name, 'from']), {
        reason: `The score is a percentage, so no result begins at ${from}.`,
        fix: 'Write a number from 0 to 100, or score: points beside results: for limits in points.',
      });
    if (isLast === (from === undefined && when === undefined)) return;
    const key = from === undefined && when !== undefined ? 'when' : 'from';
    const reason = isLast
      ? `${name} is the last result, so it is for all ${key === 'from' ? 'scores' : 'visitors'} that are left and has no ${key}:.`
      : `Only the last result has no from:, and ${name} is not the last one.`;
    const fix = isLast
      ? `Remove ${key}: here, or add a result for all ${key === 'from' ? 'other scores' : 'others'} below it.`
      : 'Add from: with its lowest score, or when: with its condition.';
    report.add('funnel-shape', source, source.place(['results', name, key], { key: true }), { reason, fix });
  });
}

/** Whether the results of a funnel have limits of the score, or say in which unit it is. */
const readsScore = ({ results = {}, score, scoreLabel }: FunnelFile): boolean =>
  Object.values(results).some(({ from }) => from !== undefined) || score !== undefined || scoreLabel !== undefined;

function mistakesIn(funnel: FunnelFile, source: Source): Mistake[] {
  const { questions = [] } = funnel;
  const has = (key: keyof FunnelFile): boolean => funnel[key] !== undefined;
  if (!has('fields') && !has('questions'))
    return [
      {
        key: 'funnel',
        reason: 'This funnel has neither a form nor questions.',
        fix: 'Add fields: with the fields of its form, such as email: email, or questions: with results:.',
      },
    ];
  const needs = (key: keyof FunnelFile, other: keyof FunnelFile): Mistake[] =>
    has(key) && !has(other) && !source.lacksEntries([other])
      ? [{ key, reason: `${key}: has no effect without ${other}:.`, fix: `Add ${other}: or remove ${key}:.` }]
      : [];
  const excludes = (key: keyof FunnelFile, other: keyof FunnelFile, because: string): Mistake[] =>
    has(key) && has(other)
      ? [{ key, reason: `${key}: and ${other}: do not go together: ${because}.`, fix: `Remove ${key}: or ${other}:.` }]
      : [];
  const ends = 'a quiz ends with its results';
  return [
    ...(questions.some(isUntyped) ? needs('questions', 'results') : []),
    ...(has('results') && has('questions') && quizOf(funnel)?.best === 0 && readsScore(funnel)
      ? [
          {
            key: 'results' as const,
            reason: 'No answer has points, so there is no score for these results.',
            fix: 'Add points: to options, such as { value: often, label: Often, points: 10 }, or write when: in place of from:.',
          },
        ]
      : []),
    ...needs('results', 'questions'),
    ...needs('begin', 'questions'),
    ...needs('advance', 'questions'),
    ...needs('computed', 'questions'),
    ...needs('score', 'results'),
    ...needs('scoreLabel', 'results'),
    ...(questions.some(isTyped)
      ? []
      : (['form', 'consent', 'retention', 'deliver', 'track'] as const).flatMap((key) => needs(key, 'fields'))),
    ...excludes('thanks', 'next', 'a visitor sees one of them'),
    ...excludes('thanks', 'results', ends),
    ...excludes('next', 'results', ends),
  ];
}
