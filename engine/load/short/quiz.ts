/** The questions and results of a funnel in one file. */
import type { FunnelFile } from '../../../schemas/generated/types.ts';
import { because, copied } from '../source/origins.ts';

export interface Quiz {
  readonly questions: NonNullable<FunnelFile['questions']>;
  readonly results: NonNullable<FunnelFile['results']>;
}

/** The funnel's quiz; undefined if it has only a form. */
export const quizOf = ({ questions, results }: FunnelFile): Quiz | undefined =>
  questions === undefined || results === undefined ? undefined : { questions, results };

/** The score that the best answers add up to. */
const bestOf = ({ questions }: Quiz): number =>
  questions.reduce((sum, { options }) => sum + Math.max(...options.map(({ value }) => value)), 0);

/** The type of the list of answers. */
function listType({ questions }: Quiz): unknown {
  const allowed = [...new Set(questions.flatMap(({ options }) => options.map(({ value }) => value)))];
  return because(['questions'], {
    type: 'list',
    of: 'number',
    allowed: allowed.sort((one, other) => one - other),
    length: questions.length,
  });
}

/** The values that the intake of a quiz accepts in addition to its form. */
export const answersType = (quiz: Quiz): Readonly<Record<string, unknown>> => ({
  answers: listType(quiz),
  score: { type: 'number', min: 0, max: 100 },
  result: because(['results'], { type: 'choice', of: Object.keys(quiz.results) }),
});

/** What the flow of a quiz stores, computes and asks. */
export function quizValues(quiz: Quiz): Readonly<Record<string, unknown>> {
  const results = Object.entries(quiz.results);
  const ranges = results.map(([name, { from }]) => [
    name,
    because(
      from === undefined ? ['results', name] : ['results', name, 'from'],
      from === undefined ? 'otherwise' : `>= ${from}`,
    ),
  ]);
  const table = results.map(([name, { title, text }]) => [
    name,
    { title: copied(['results', name, 'title'], title), text: copied(['results', name, 'text'], text) },
  ]);
  const items = quiz.questions.map((question, index) =>
    copied(['questions', index], { id: `q${index + 1}`, ...question }),
  );
  return {
    data: { answers: listType(quiz) },
    computed: {
      score: because(['questions'], { value: `percent(sum(answers), ${bestOf(quiz)})` }),
      result: because(['results'], { classify: 'score', ranges: Object.fromEntries(ranges) }),
    },
    texts: { results: because(['results'], Object.fromEntries(table)) },
    questions: { questions: because(['questions'], { saveAs: 'answers', items }) },
  };
}

/** The blocks of the result. */
export function resultBlocks({ results }: Quiz, label: unknown): unknown[] {
  const limits = Object.values(results).flatMap(({ from }) => from ?? []);
  const score = {
    type: 'score',
    value: 'score',
    label,
    goodFrom: limits[0] ?? 100,
    fairFrom: limits[1] ?? limits[0] ?? 100,
    title: '{{ texts.results[result].title }}',
    text: '{{ texts.results[result].text }}',
  };
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
  return [because(['results'], score), ...actions];
}
