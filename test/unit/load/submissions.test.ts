/** What visitors of a flow are led to send is sent to the site's own intakes before it is served. */
import { describe, expect, test } from 'vitest';
import { createSiteLoader } from '../../../engine/load/load-site.ts';
import { base, baseEdited, baseWith, load, loadOptions } from './fixtures.ts';

/** The base site with passages exchanged. */
function edited(edits: readonly (readonly [path: string, from: string, to: string])[]) {
  const files: Record<string, string> = {};
  for (const [path, from, to] of edits) {
    const text = files[path] ?? base.find((file) => file.path === path)?.text ?? '';
    if (!text.includes(from)) throw new RangeError(`${path} has no ${from}`);
    files[path] = text.replace(from, () => to);
  }
  return baseWith(files);
}

/** The refusals of a site, by the line of the flow's call and the line of the intake. */
const refusals = (files: ReturnType<typeof edited>) =>
  load(files).problems.flatMap(({ code, file, line, message }) =>
    code === 'call-refused' ? [`${file}:${line} ${message.replace(/ A visit that meets it.*/, '')}`] : [],
  );

describe('a submission that no visitor can correct', () => {
  test('a list that has grown', () => {
    const third = `      - id: third
        question: The third?
        options: [{ value: 0, label: 'No' }, { value: 10, label: 'Yes' }]
steps:
`;
    expect(
      refusals(
        edited([
          ['quiz.flow.yaml', 'length: 2', 'length: 3'],
          ['quiz.flow.yaml', 'percent(sum(answers), 20)', 'percent(sum(answers), 30)'],
          ['quiz.flow.yaml', 'steps:\n', third],
        ]),
      ),
    ).toEqual([
      'quiz.api.yaml:9 /api/leads refuses what visitors of the flow quiz send. It takes 2 values as answers, and gets 3 values.',
      'quiz.flow.yaml:72 /api/leads refuses what this flow sends, and no visitor can correct it. It takes 2 values as answers, and gets 3 values.',
    ]);
  });

  test('an option that the intake does not know', () => {
    const [found] = refusals(
      edited([
        [
          'quiz.api.yaml',
          'answers: { type: list, of: number, length: 2 }',
          'answers: { type: list, of: number, length: 2, allowed: [0, 10] }',
        ],
        [
          'quiz.flow.yaml',
          "{ value: 10, label: 'Yes' }",
          "{ value: 5, label: 'Partly' }\n          - { value: 10, label: 'Yes' }",
        ],
      ]),
    );
    expect(found).toContain('It takes 2 values (0, 10) as answers, and gets [5,10].');
  });

  test('a value that the server computes otherwise', () => {
    expect(refusals(baseEdited('quiz.flow.yaml', 'with: { score: score }', 'with: { score: score + 1 }'))[1]).toContain(
      'It answers “The score is wrong.”',
    );
  });

  test('a text that may be longer than the intake takes', () => {
    const [found] = refusals(
      edited([
        [
          'quiz.api.yaml',
          'score: { type: number }',
          'score: { type: number }\n      nick: { type: text, maxLength: 10 }',
        ],
        ['quiz.flow.yaml', 'with: { score: score }', 'with: { score: score, nick: "\'a nick that is long\'" }'],
      ]),
    );
    expect(found).toContain('It takes a text of at most 10 characters as nick, and gets a text of 19 characters.');
  });

  test('what is posted in the background', () => {
    const found = refusals(
      edited([
        [
          'quiz.api.yaml',
          'input: { uid: { type: uuid } }\n    require',
          'input: { uid: { type: uuid }, why: { type: text } }\n    require',
        ],
        [
          'quiz.flow.yaml',
          'post: { path: /api/clicks }',
          'post: { path: /api/clicks, with: { why: "\'\'", uid: "\'no uuid\'" } }',
        ],
      ]),
    );
    expect(found.map((line) => line.split(' ')[0])).toEqual(['quiz.api.yaml:27', 'quiz.flow.yaml:95']);
  });
});

test('what a server has tried, or trusts at its start, is not tried again; an edit is', () => {
  const files = baseEdited('quiz.api.yaml', 'length: 2 }', 'length: 3 }');
  const loader = createSiteLoader();
  expect(loader.load(files, { ...loadOptions(), submissions: 'trust' }).site).not.toBeNull();
  expect(loader.load(files, { ...loadOptions(), submissions: 'try' }).site).not.toBeNull();
  const other = baseEdited('quiz.api.yaml', 'length: 2 }', 'length: 4 }');
  expect(loader.load(other, { ...loadOptions(), submissions: 'try' }).site).toBeNull();
});
