import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { authorErrors } from '../../../engine/errors/catalogue.ts';
import { expressionErrors as expressionProblems } from '../../../engine/expressions/problems.ts';
import { base, codesOf, invalidCodes, load, loadInvalid } from './fixtures.ts';

/** What `npm run generate` has written: read what changes in it. */
const explanations = JSON.parse(
  readFileSync(new URL('../../../schemas/generated/mistakes.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const codes = [...Object.keys(authorErrors), ...Object.keys(expressionProblems)];
/** Where else the fixtures of some codes raise them. */
const others: Readonly<Record<string, readonly string[]>> = {
  'call-refused': ['quiz.flow.yaml:69:11'],
  'item-misfit': ['story.page.yaml:5:9'],
  'item-shape': ['stories.collection.yaml:4:10'],
  'link-host-undeclared': ['quiz.flow.yaml:81:21', 'quiz.flow.yaml:95:24'],
};
/** Files without a text to show. */
const without: ReadonlySet<string> = new Set(['site-missing', 'asset-unused']);
const severityOf = (code: string) => (authorErrors as Record<string, { severity?: string }>)[code]?.severity ?? 'error';

test('the base site of the fixtures has no problems', () => {
  const { site, problems } = load(base);
  expect(problems).toEqual([]);
  expect(site).not.toBeNull();
});

test('every code has a fixture, and every fixture a code', () => {
  expect([...invalidCodes].sort()).toEqual([...codes].sort());
});

describe('each fixture raises only its own code', () => {
  test.each(invalidCodes)('%s', async (code) => {
    const { site, problems } = await loadInvalid(code);
    expect(codesOf(problems)).toEqual([code]);
    expect(site === null).toBe(severityOf(code) === 'error');
    for (const problem of problems) {
      expect(problem.severity).toBe(severityOf(code));
      expect(problem.line).toBeGreaterThanOrEqual(1);
      expect(problem.message).toMatch(/[.…)]$|\w$/);
      expect(problem.message).not.toMatch(/undefined|\[object|NaN/);
      // An unexpected character does not show what the author meant.
      if (code !== 'expression-unexpected') expect(problem.hint).toMatch(/\S/);
      expect(problem.hint ?? '').not.toMatch(/undefined|\[object|NaN/);
      if (!without.has(code)) expect(problem.frame).toContain('^');
    }
    const { title: _, correction: __, ...explained } = explanations[code] ?? {};
    const [first] = problems;
    expect(first).toMatchObject(explained);
    expect(problems.slice(1).map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual(others[code] ?? []);
  });
});

test('the guide lists every code with its title', () => {
  const guide = readFileSync(new URL('../../../engine/errors/README.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| `([a-z-]+)` +\| (error|warning|note) +\| (.+?) +\|$/gm)].map(
    ([, code, severity, title]) => [code, severity, title],
  );
  const wanted = Object.entries(authorErrors).map(([code, { title }]) => [code, severityOf(code), title]);
  expect(rows).toEqual(wanted);
});
