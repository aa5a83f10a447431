/**
 * The shortest walks of random flows as scenarios: each reaches what it claims.
 * `WITNESSES=5000 npx vitest run unit/scenarios/random-witnesses` runs as many; `WITNESS_SEED` chooses others.
 */
import { expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import type { Claim } from '../../../engine/errors/problem.ts';
import { loadForAxes } from '../../../engine/load/load-axes.ts';
import { witnessFinder } from '../../../server/cli/witnesses.ts';
import { claimedCases } from '../../harness/claimed-cases.ts';
import { flowMistakes, mistakenFlowSite } from '../../harness/flow-mistakes.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { seeded } from '../../harness/random-form.ts';
import { witnessSite } from '../../harness/random-witnesses.ts';
import { meets, replayCase } from '../../harness/replayed-case.ts';
import { load, loadOptions } from '../load/fixtures.ts';

const wanted = Number(process.env['WITNESSES'] ?? 400);
const seed = Number(process.env['WITNESS_SEED'] ?? 5200);

test(`${wanted} shortest walks of random flows reach what they claim`, { timeout: 60 * 60_000 }, () => {
  const counts = { sites: 0, screen: 0, transition: 0, outcome: 0, witness: 0 };
  let ran = 0;
  for (; ran < wanted; counts.sites += 1) {
    const random = seeded(seed + counts.sites);
    const { files, flows } = witnessSite(random, counts.sites);
    const { site, problems } = load(files);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    for (const flow of flows) {
      const { cases, missed } = claimedCases(site as SiteDefinition, flow, random);
      expect(missed, `${flow} of ${counts.sites}`).toEqual([]);
      const compiled = compiledFlow(site as SiteDefinition, flow);
      for (const { kind, given, isReached } of cases) {
        const { steps, moments } = replayCase(site as SiteDefinition, compiled, given);
        const about = `${flow} of ${counts.sites}: ${JSON.stringify(given)}`;
        expect(
          steps.flatMap(({ failures }) => failures),
          about,
        ).toEqual([]);
        expect(isReached(moments), about).toBe(true);
        counts[kind] += 1;
        ran += 1;
      }
    }
  }
  console.log(JSON.stringify(counts));
});

/** Mistakes of which a problem says what visitors meet. */
const claimed = [
  'branches that overlap',
  'a field that is asked twice',
  'a number of questions that is wrong',
  'a time that is too short',
];

test.each(claimed)('%s: visits meet what the problems say', { timeout: 60 * 60_000 }, (name) => {
  const plant = flowMistakes[name] as (typeof flowMistakes)[string];
  const counts = { problems: 0, shown: 0 };
  const unshown: string[] = [];
  for (let number = 0; counts.problems < wanted / 80; number += 1) {
    const made = mistakenFlowSite(plant, seeded(seed + number));
    if (made === null) continue;
    const { site, problems } = loadForAxes(made.files, { ...loadOptions(new Set()), notes: { code: [] } });
    const witness = witnessFinder(site);
    for (const problem of problems) {
      const claim = problem.claim as Claim;
      if (problem.claim === undefined || site === null) continue;
      const about = `${number}: ${problem.code} ${problem.message} ${JSON.stringify(claim)}`;
      counts.problems += 1;
      const shown = witness(problem);
      if (shown === null || shown.case === null) {
        unshown.push(about);
        continue;
      }
      const compiled = compiledFlow(site, claim.flow);
      const { steps, moments } = replayCase(site, compiled, shown.case);
      expect(
        steps.flatMap(({ failures }) => failures),
        about,
      ).toEqual([]);
      expect(meets(compiled, moments, claim), about).toBe(true);
      counts.shown += 1;
    }
  }
  console.log(name, JSON.stringify(counts), unshown.join('\n'));
  expect(unshown).toEqual([]);
});
