/** Results of a funnel in one file by points, in place of a percentage. */
import { expect, test } from 'vitest';
import { expandFunnel } from '../../../engine/load/expand-funnel.ts';
import { findFlowPaths } from '../../../engine/walks/paths.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { baseWith, load } from './fixtures.ts';

const funnel = (score: string, from = 12) => ({
  'level.funnel.yaml': `funnel: level
title: Level
${score}scoreLabel: Points
questions:
  - { question: How often?, options: [{ value: -2, label: Never }, { value: 8, label: Daily }] }
  - { name: team, question: A team?, type: yes-no, required: true, points: 7 }
  - { name: grade, question: Which grade?, type: scale, required: true, points: 2 }
fields: { mail: email }
results:
  high: { from: ${from}, title: High, text: The text }
  low: { title: Low, text: The text }
`,
});
const points = 'score: points\n';
const problemsOf = (files: Readonly<Record<string, string>>) =>
  load(baseWith(files)).problems.map(
    ({ code, message, hint, line, column }) => `${line}:${column} ${code}: ${message} → ${hint}`,
  );

test('the score is the sum of the points, and the limits are points', () => {
  const { site, problems } = load(baseWith(funnel(points)));
  expect(problems).toEqual([]);
  const { goals, missed, errors } = findFlowPaths(compiledFlow(site as never, 'level'));
  expect(goals.filter(({ status }) => status !== 'reached').map(({ goal }) => goal.id)).toEqual([]);
  expect([missed, errors]).toEqual([[], []]);
  const { files } = expandFunnel(baseWith(funnel(points)), 'level');
  const flow = files.find(({ path }) => path === 'level.flow.yaml')?.text.replace(/\s+/g, ' ') ?? '';
  expect(flow).toContain("sum(answers) + (default(team, '') == 'yes' ? 7 : 0) + default(grade, 0) * 2");
  expect(flow).toContain('high: ">= 12"');
  expect(flow).toContain('Points: {{ score }}');
  const long = load([...baseWith({}), ...files]);
  expect(long.problems).toEqual([]);
  expect(long.site?.flows['level']).toEqual(site?.flows['level']);
});

test('a limit may be more than 100 points or below 0, and a percentage not', () => {
  expect(problemsOf(funnel(points, 120)).filter((problem) => !problem.includes('band-'))).toEqual([]);
  expect(problemsOf(funnel(points, -1))).toEqual([]);
  expect(problemsOf(funnel('', 12))).toEqual([]);
  for (const [from, column] of [
    [120, 17],
    [-1, 17],
  ] as const)
    expect(problemsOf(funnel('', from))).toEqual([
      `10:${column} funnel-shape: The score is a percentage, so no result begins at ${from}. → Write a number from 0 to 100, or score: points beside results: for limits in points.`,
    ]);
});

test('it has no effect without results, and no other unit', () => {
  expect(
    problemsOf({ 'few.funnel.yaml': 'funnel: few\ntitle: Few\nscore: points\nfields: { mail: email }\n' }),
  ).toEqual(['3:1 funnel-shape: score: has no effect without results:. → Add results: or remove score:.']);
  expect(problemsOf(funnel('score: stars\n'))[0]).toMatch(/^3:8 shape-not-one-of/);
});
