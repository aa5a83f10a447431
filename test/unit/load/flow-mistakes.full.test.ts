/**
 * The check finds mistakes that are planted in random flows, at their lines and with a reason. MISTAKES=50 plants that
 * many of each kind; MISTAKES_FROM is the first seed.
 */
import { expect, test } from 'vitest';
import type { AuthorProblem } from '../../../engine/errors/problem.ts';
import { loadForAxes } from '../../../engine/load/load-axes.ts';
import { flowMistakes, type MistakenFlowSite, mistakenFlowSite } from '../../harness/flow-mistakes.ts';
import { seeded } from '../../harness/random-form.ts';
import { loadOptions } from './fixtures.ts';

const count = Number(process.env['MISTAKES'] ?? 10);
const first = Number(process.env['MISTAKES_FROM'] ?? 1);
const mostSeeds = 100;
const leastShare = 0.98;

/** What the planted mistakes are reported as. */
const expectedCodes = [
  ...['answers-unread', 'band-overlap', 'band-unanswered', 'band-unreachable', 'branch-never', 'branch-overlap'],
  ...['condition-always', 'condition-never', 'count-differs', 'count-skipped', 'field-asked-twice', 'field-unposted'],
  ...['lowest-never', 'score-maximum', 'step-cycle', 'step-dead-end', 'step-endless-loop', 'step-never'],
  ...['step-unreachable', 'time-short'],
];

const foundCodes = new Set<string>();
const missed: string[] = [];
let planted = 0;

/** Whether a problem is about a mistake, and gives the reason. */
function isFound({ places, codes, says }: MistakenFlowSite, problem: AuthorProblem): boolean {
  const isThere = places.includes(`${problem.file}:${problem.line}`) && codes.includes(problem.code);
  return isThere && says.every((each) => each.split('|').some((text) => problem.message.includes(text)));
}

test.each(Object.entries(flowMistakes))('%s is found', { timeout: 60_000 + count * 6_000 }, (name, plant) => {
  let made = 0;
  for (let seed = first; made < count && seed < first + mostSeeds * count; seed += 1) {
    const site = mistakenFlowSite(plant, seeded(seed));
    if (site === null) continue;
    made += 1;
    planted += 1;
    const { problems } = loadForAxes(site.files, { ...loadOptions(new Set()), notes: { code: [] } });
    const found = problems.find((problem) => isFound(site, problem));
    if (found !== undefined) {
      foundCodes.add(found.code);
      continue;
    }
    const said = problems.map(({ file, line, code, message }) => `  ${file}:${line} ${code}: ${message}`);
    missed.push(
      [`${name}, seed ${seed}: ${site.codes} at ${site.places} with ${site.says.join(', ')}`, ...said].join('\n'),
    );
  }
  expect(made).toBe(count);
});

test('almost all mistakes are found', () => {
  if (missed.length > 0) console.log(missed.join('\n'));
  console.log(`${planted - missed.length} of ${planted} mistakes are found.`);
  expect([...foundCodes].sort()).toEqual(expectedCodes);
  expect(planted - missed.length).toBeGreaterThanOrEqual(planted * leastShare);
});
