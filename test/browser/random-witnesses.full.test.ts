/**
 * The shortest walks of random flows in Chromium: each shows what it claims.
 * `BROWSER_WITNESSES=100 npx vitest run browser/random-witnesses` runs as many; `WITNESS_SEED` chooses others.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { ScenarioCase } from '../../schemas/generated/types.ts';
import { runScenarios } from '../../tools/scenario-runs.ts';
import { claimedCases } from '../harness/claimed-cases.ts';
import { loadFunnels } from '../harness/load-site.ts';
import { patience } from '../harness/patience.ts';
import { pick, seeded } from '../harness/random-form.ts';
import { witnessSite } from '../harness/random-witnesses.ts';
import { returnChromium, shareChromium } from '../harness/shared-chromium.ts';

const wanted = Number(process.env['BROWSER_WITNESSES'] ?? 6);
const seed = Number(process.env['WITNESS_SEED'] ?? 6100);
/** The most cases of one flow: a site has a server of its own. */
const casesOfFlow = 6;

test(`${wanted} shortest walks of random flows end in Chromium as they claim`, { timeout: 3_600_000 }, async () => {
  const browser = await shareChromium('shell');
  const counts = { sites: 0, screen: 0, transition: 0, outcome: 0, witness: 0 };
  const failed: unknown[] = [];
  let ran = 0;
  for (; ran < wanted; counts.sites += 1) {
    const number = seed + counts.sites;
    const random = seeded(number);
    const { files, flows } = witnessSite(random, number);
    const folder = mkdtempSync(join(tmpdir(), 'witnesses-'));
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const site = await loadFunnels(folder);
    const chosen = flows.flatMap((flow) => {
      const { cases } = claimedCases(site, flow, random);
      return Array.from({ length: Math.min(casesOfFlow, cases.length) }, () => ({ flow, ...pick(random, cases) }));
    });
    const some = chosen.slice(0, wanted - ran);
    const scenarios = Object.fromEntries(
      some.map(({ flow, given }, index) => [
        `${index}`,
        { scenario: `${index}`, flow, cases: [given] as [ScenarioCase] },
      ]),
    );
    const done = await runScenarios(browser, folder, { ...site, scenarios }, Object.keys(scenarios), patience);
    for (const { scenario, given, steps, notRun } of done) {
      const failures = steps.flatMap((each) => each.failures);
      if (failures.length > 0 || notRun !== null || steps.some(({ handled }) => !handled))
        failed.push({ number, flow: some[Number(scenario)]?.flow, given, failures, notRun });
      counts[(some[Number(scenario)] as (typeof some)[number]).kind] += 1;
      ran += 1;
    }
    rmSync(folder, { recursive: true, force: true });
  }
  await returnChromium(browser);
  console.log(JSON.stringify(counts));
  expect(failed.map((each) => JSON.stringify(each))).toEqual([]);
});
