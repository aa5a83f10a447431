/** What the check says of the mistakes that authors make: that there is one, where, and what to write instead. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { loadForAxes } from '../../engine/load/load-axes.ts';
import { createSiteLoader } from '../../engine/load/load-site.ts';
import { growthOf } from '../../server/definitions/pattern-growth.ts';
import { readDefinitionFiles } from '../../server/definitions/read.ts';
import { fingerprint } from '../../server/disk/fingerprint.ts';
import { projectRoot } from '../harness/site-server.ts';
import { type AuthoringMistake, authoringMistakes } from './authoring-mistakes.ts';
import { seededFaults } from './seeded-faults.ts';

const { files, assets, code } = await readDefinitionFiles(join(projectRoot, 'funnels'));
const loader = createSiteLoader();
const options = { hash: fingerprint, assets, growthOf, notes: { code }, now: Date.parse('2026-11-24T12:00:00Z') };

/** What is reported of a mistake, and at its line. */
function reported({ mistake, file, before, after, reportedAt }: AuthoringMistake) {
  const source = files.find(({ path }) => path === file)?.text ?? '';
  if (!source.includes(before)) throw new RangeError(`${mistake}: ${file} has no ${before}`);
  const marked = source.replace(before, () => after);
  const text = marked.replace('»', '');
  const place = after.includes('»') ? marked.indexOf('»') : source.indexOf(before);
  const line = text.slice(0, place).split('\n').length;
  const edited = files.map((known) => (known.path === file ? { path: file, text } : known));
  const { problems } = loadForAxes(edited, options, loader);
  // A key that is missing is reported at its record, which begins above.
  const isThere = (problem: AuthorProblem) =>
    problem.file === reportedAt ||
    (problem.file === file && (after === '' ? problem.line <= line : problem.line === line));
  return { problems, there: problems.filter(isThere) };
}

test('of 108 mistakes at least 98 % are found, 97 % at their line, and 95 % with the correction', () => {
  // The tests of the seeded faults demand each of them at its line.
  const all = seededFaults.length + authoringMistakes.length;
  expect(all).toBe(108);
  const missed = { found: [] as string[], line: [] as string[], fix: [] as string[] };
  for (const each of authoringMistakes) {
    const { problems, there } = reported(each);
    if (problems.length === 0) missed.found.push(each.mistake);
    if (there.length === 0)
      missed.line.push(`${each.mistake}: ${problems.map(({ line, code }) => `${line} ${code}`).join(', ')}`);
    if (!there.some(({ message, hint = '' }) => each.fix.test(`${message} ${hint}`)))
      missed.fix.push(`${each.mistake}: ${there.map(({ message, hint }) => `${message} → ${hint}`).join(' | ')}`);
  }
  const share = (missing: readonly string[]): number => 1 - missing.length / all;
  console.log(
    `of ${all} mistakes ${missed.found.length} are not found, ${missed.line.length} not at their line, ${missed.fix.length} not with the correction\n${[...missed.found, ...missed.line, ...missed.fix].join('\n')}`,
  );
  expect(share(missed.found)).toBeGreaterThanOrEqual(0.98);
  expect(share(missed.line)).toBeGreaterThanOrEqual(0.97);
  expect(share(missed.fix)).toBeGreaterThanOrEqual(0.95);
});

test('the site itself has no problem and no note', () => {
  expect(loadForAxes(files, options, loader).problems).toEqual([]);
});
