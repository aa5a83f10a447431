/** The checks find what growth teams get wrong, at the line that is wrong. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuthorProblem } from '../../engine/errors/problem.ts';
import { loadForAxes } from '../../engine/load/load-axes.ts';
import { createSiteLoader } from '../../engine/load/load-site.ts';
import { growthOf } from '../../server/definitions/pattern-growth.ts';
import { readDefinitionFiles } from '../../server/definitions/read.ts';
import { fingerprint } from '../../server/disk/fingerprint.ts';
import { projectRoot } from '../harness/site-server.ts';
import { type SeededFault, seededFaults } from './seeded-faults.ts';

const { files, assets } = await readDefinitionFiles(join(projectRoot, 'funnels'));
const loader = createSiteLoader();
/** As of a fixed moment after the workshop, so that no result depends on the day of the test. */
const options = { hash: fingerprint, assets, growthOf, now: Date.parse('2026-11-24T12:00:00Z') };

/** Makes a mistake in the site. Returns what is reported, and where it should be. */
function make({ file, before, after, at, mistake }: SeededFault): { problems: AuthorProblem[]; place: string } {
  const source = files.find(({ path }) => path === file)?.text ?? '';
  if (!source.includes(before)) throw new RangeError(`${mistake}: ${file} has no ${before}`);
  const marked = source.replace(before, () => after);
  const text = marked.replace('»', '');
  const start = at === undefined ? marked.indexOf('»') : text.indexOf(`\n${at}`) + 1;
  if (start < 1) throw new RangeError(`${mistake}: no place is marked`);
  const edited = files.map((known) => (known.path === file ? { path: file, text } : known));
  const { problems } = loadForAxes(edited, options, loader);
  return { problems, place: `${file}:${text.slice(0, start).split('\n').length}` };
}

const placeOf = ({ file, line }: AuthorProblem): string => `${file}:${line}`;

test('the site has no problem', () => {
  expect(loadForAxes(files, options, loader).problems).toEqual([]);
});

test('there are 40 kinds of mistakes', () => {
  expect(new Set(seededFaults.map(({ mistake }) => mistake)).size).toBe(40);
});

test.for(seededFaults)('$mistake', (fault) => {
  const { problems, place } = make(fault);
  expect(problems.map((problem) => `${problem.code} ${placeOf(problem)}`)).toContain(`${fault.code} ${place}`);
});
