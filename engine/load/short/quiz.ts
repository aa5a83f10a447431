/** The questions and results of a funnel in one file. */
import type { Field, FunnelFile } from '../../../schemas/generated/types.ts';
import { because, copied, textOf } from '../source/origins.ts';
import type { Defaults } from './defaults.ts';
import { hasPoints, mostPoints, pointsText } from './points.ts';
import { fieldsAsked, isUntyped, type PlacedQuestion, writtenQuestions } from './question-screens.ts';
import { isVarying } from './text-variation.ts';

/** A question without a type, whose options are numbers. */
interface PlainQuestion extends PlacedQuestion {
  readonly question: NonNullable<FunnelFile['questions']>[number];
}

export interface Quiz {
  /** The questions without a type. */
  readonly questions: readonly PlainQuestion[];
  /** The answers with points, by name. */
  readonly scored: readonly (readonly [string, Field])[];
  /** The score that the best answers add up to. */
  readonly best: number;
  /** Whether answers have points. */
  readonly isScored: boolean;
  readonly results: NonNullable<FunnelFile['results']>;
  /** Whether the score is the points themselves, and no percentage. */
  readonly isInPoints: boolean;
  /** Whether texts or conditions of the results read the most that can be reached. */
  readonly readsMost: boolean;
}

/** The name of the most that the score can be. */
const mostName = 'maxScore';

/** The values of a quiz that the server computes again. Without points there is no score. */
export const verifiedNames = ({ isScored }: Quiz): readonly string[] => [...(isScored ? ['score'] : []), 'result'];

/** The funnel's quiz; undefined if it has no results. */
export function quizOf(funnel: FunnelFile): Quiz | undefined {
  const { questions, results } = funnel;
  if (questions === undefined || results === undefined) return undefined;
  const scored = Object.entries(fieldsAsked(writtenQuestions(funnel))).filter(
    (each): each is [string, Field] => typeof each[1] !== 'string' && hasPoints(each[1]),
  );
  const plain = writtenQuestions(funnel).filter((each): each is PlainQuestion => isUntyped(each.question));
  const best =
    plain.reduce((sum, { question: { options } }) => sum + Math.max(...options.map(({ value }) => value)), 0) +
    scored.reduce((sum, [, field]) => sum + mostPoints(field), 0);
  const isOwn =
    funnel.computed?.[mostName] !== undefined || fieldsAsked(writtenQuestions(funnel))[mostName] !== undefined;
  const readsMost = !isOwn && JSON.stringify([results, funnel.scoreLabel]).includes(mostName);
  return {
    questions: plain,
    scored,
    best,
    isScored: best !== 0,
    results,
    isInPoints: funnel.score === 'points',
    readsMost,
  };
}

/** The sum of the answers. */
const sumOf = ({ questions, scored }: Quiz, { minor }: Defaults): string =>
  [
    ...(questions.length === 0 ? [] : ['sum(answers)']),
    ...scored.map(([name, field]) => pointsText(name, field, minor)),
  ].join(' + ');

/** The type of the list of answers, by its name; empty without questions that it has answers to. */
function listType({ questions }: Quiz): Readonly<Record<string, unknown>> {
  if (questions.length === 0) return {};
  const allowed = [...new Set(questions.flatMap(({ question: { options } }) => options.map(({ value }) => value)))];
  return {
    answers: because(['questions'], {
      type: 'list',
      of: 'number',
      allowed: allowed.sort((one, other) => one - other),
      length: questions.length,
    }),
  };
}

/** The values that the intake of a quiz accepts in addition to its form. */
export const answersType = (quiz: Quiz): Readonly<Record<string, unknown>> => ({
  ...listType(quiz),
  ...(quiz.isScored
    ? { score: quiz.isInPoints ? because(['score'], { type: 'number' }) : { type: 'number', min: 0, max: 100 } }
    : {}),
  result: because(['results'], { type: 'choice', of: Object.keys(quiz.results) }),
});

/** Whether the texts of the results are not the same for everybody. */
const repeatsAnswers = ({ results }: Quiz): boolean =>
  Object.values(results).some(({ title, text }) => isVarying(title) || isVarying(text));

/** The name of the first result whose limit and condition hold. */
function resultOf(results: readonly [string, Quiz['results'][string]][]): unknown {
  if (results.every(([, { when }]) => when === undefined)) {
    const ranges = results.map(([name, { from }]) => [
      name,
      because(
        from === undefined ? ['results', name] : ['results', name, 'from'],
        from === undefined ? 'otherwise' : `>= ${from}`,
      ),
    ]);
    return because(['results'], { classify: 'score', ranges: Object.fromEntries(ranges) });
  }
  const lowest = results.map(([name, { from, when }]) => {
    const parts = [...(from === undefined ? [] : [`score >= ${from}`]), ...(when === undefined ? [] : [`(${when})`])];
    const at = when === undefined ? ['results', name] : ['results', name, 'when'];
    return [name, because(at, parts.length === 0 ? '0' : `${parts.join(' && ')} ? 0 : 1`)];
  });
  return because(['results'], { lowest: Object.fromEntries(lowest) });
}

/** What the flow of a quiz stores, computes and asks. */
export function quizValues(quiz: Quiz, defaults: Defaults): Readonly<Record<string, unknown>> {
  const results = Object.entries(quiz.results);
  const table = results.map(([name, { title, text }]) => [
    name,
    { title: copied(['results', name, 'title'], title), text: copied(['results', name, 'text'], text) },
  ]);
  return {
    data: listType(quiz),
    computed: {
      ...(quiz.isScored
        ? {
            score: because(['questions'], {
              value: quiz.isInPoints ? sumOf(quiz, defaults) : `percent(${sumOf(quiz, defaults)}, ${quiz.best})`,
            }),
          }
        : {}),
      ...(quiz.readsMost
        ? { [mostName]: because(['questions'], { value: `${quiz.isInPoints ? quiz.best : 100}` }) }
        : {}),
      result: resultOf(results),
    },
    ...(repeatsAnswers(quiz) ? {} : { texts: { results: because(['results'], Object.fromEntries(table)) } }),
  };
}

/** The blocks of the result. */
export function resultBlocks(quiz: Quiz, label: unknown): unknown[] {
  const { results } = quiz;
  const shown = repeatsAnswers(quiz)
    ? Object.entries(results).map(([name, { title, text }]) => {
        const at = ['results', name];
        const block = resultBlock(quiz, label, copied([...at, 'title'], title), copied([...at, 'text'], text));
        return because(at, { ...block, when: `result == '${name}'` });
      })
    : [
        because(
          ['results'],
          resultBlock(quiz, label, '{{ texts.results[result].title }}', '{{ texts.results[result].text }}'),
        ),
      ];
  const actions = Object.entries(results).flatMap(([name, { actions: buttons }]) =>
    buttons === undefined
      ? []
      : [
          because(['results', name, 'actions'], {
            type: 'actions',
            when: `result == '${name}'`,
            align: 'center',
            actions: copied(['results', name, 'actions'], buttons),
          }),
        ],
  );
  return [...shown, ...actions];
}

/** A gauge shows percentages; points, and a result without a score, are read. */
function resultBlock({ results, isInPoints, isScored }: Quiz, label: unknown, title: unknown, text: unknown): object {
  const limits = Object.values(results).flatMap(({ from }) => from ?? []);
  if (isInPoints || !isScored) {
    const eyebrow = isScored ? `${textOf(label)}: {{ score }}` : undefined;
    return { type: 'hero', align: 'center', eyebrow, title, lead: text };
  }
  return {
    type: 'score',
    value: 'score',
    label,
    goodFrom: limits[0] ?? 100,
    fairFrom: limits[1] ?? limits[0] ?? 100,
    title,
    text,
  };
}
