/**
 * The shortest walks of random flows as scenarios: each reaches what it claims.
 * `WITNESSES=5000 npx vitest run unit/scenarios/random-witnesses` runs as many; `WITNESS_SEED` chooses others.
 */
import { expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { claimedCases } from '../../harness/claimed-cases.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { seeded } from '../../harness/random-form.ts';
import { witnessSite } from '../../harness/random-witnesses.ts';
import { replayCase } from '../../harness/replayed-case.ts';
import { load } from '../load/fixtures.ts';

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
