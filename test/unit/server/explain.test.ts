import { expect, test } from 'vitest';
import { authorErrors } from '../../../engine/errors/catalogue.ts';
import { expressionErrors } from '../../../engine/expressions/problems.ts';
import { explanations } from '../../../server/cli/explanations.ts';
import { sarifOf } from '../../../server/cli/sarif.ts';
import { runFunnel } from '../../harness/funnel-command.ts';

const codes = [...Object.keys(authorErrors), ...Object.keys(expressionErrors)];

test('every code is explained with its place', () => {
  expect(Object.keys(explanations())).toEqual(codes);
  for (const [code, { file, frame, message }] of Object.entries(explanations())) {
    expect(message, code).toMatch(/\S/);
    if (code !== 'site-missing')
      expect([file, frame], code).toEqual([expect.stringMatching(/\S/), expect.stringContaining('^')]);
  }
  // Only mistakes in files that the base site lacks, and long ones, have no correction.
  expect(Object.values(explanations()).filter(({ correction }) => correction !== undefined).length).toBeGreaterThan(
    100,
  );
});

test('the command prints what the check says, where, and the lines without the mistake', async () => {
  const { code, out } = await runFunnel(['explain', 'consent-prechecked']);
  const { message, hint, frame, correction = '' } = explanations()['consent-prechecked'] ?? {};
  expect(code).toBe(0);
  for (const part of [message, hint, frame, correction.split('\n')[1]]) expect(out).toContain(part);
  expect(out).toContain('# accept consent-prechecked: the reason');
  expect((await runFunnel(['explain', 'step-unknown'])).out).not.toContain('# accept');
});

test('it lists all codes, and suggests one for a misspelt one', async () => {
  expect((await runFunnel(['explain'])).out.trim().split('\n')).toHaveLength(codes.length);
  expect(await runFunnel(['explain', 'step-unknwon'])).toMatchObject({
    code: 1,
    err: 'There is no code step-unknwon. Did you mean step-unknown?',
  });
});

test('a SARIF log carries the explanation of each rule in it', () => {
  const problem = {
    severity: 'error',
    code: 'step-unknown',
    message: 'x',
    file: 'a',
    line: 1,
    column: 1,
    frame: '',
  } as const;
  const { runs } = sarifOf([problem], [], '/site') as { runs: { tool: { driver: { rules: unknown[] } } }[] };
  expect(runs[0]?.tool.driver.rules).toMatchObject([
    {
      id: 'step-unknown',
      shortDescription: { text: 'An unknown step' },
      help: { text: expect.not.stringContaining('```'), markdown: expect.stringContaining('```') },
    },
  ]);
});
