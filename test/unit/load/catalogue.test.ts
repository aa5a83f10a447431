import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { authorErrors } from '../../../engine/errors/catalogue.ts';
import { expressionErrors as expressionProblems } from '../../../engine/expressions/problems.ts';
import { base, codesOf, invalidCodes, invalidSite, invalidWords, load } from './fixtures.ts';

const codes = [...Object.keys(authorErrors), ...Object.keys(expressionProblems)];
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
    const { site, problems } = load(invalidSite(code), undefined, await invalidWords(code));
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
      if (code !== 'site-missing') expect(problem.frame).toContain('^');
    }
  });
});

test('the guide lists every code with its title', () => {
  const guide = readFileSync(new URL('../../../engine/errors/README.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| `([a-z-]+)` +\| (error|warning) +\| (.+?) +\|$/gm)].map(
    ([, code, severity, title]) => [code, severity, title],
  );
  const wanted = Object.entries(authorErrors).map(([code, { title }]) => [code, severityOf(code), title]);
  expect(rows).toEqual(wanted);
});
