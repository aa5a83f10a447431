/** The scenarios of the site: each flow has some, and all visits end as they expect. */
import { describe, expect, test } from 'vitest';
import { runCase } from '../../engine/scenarios/run.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';

const site = await loadFunnels();

test('every flow has a scenario', () => {
  const flows = Object.values(site.scenarios).map(({ flow }) => flow);
  expect([...new Set(flows)].sort()).toEqual(Object.keys(site.flows).sort());
});

describe.each(Object.entries(site.scenarios))('%s', (_, { flow, cases }) => {
  const compiled = compiledFlow(site, flow);
  test.each(cases.map((each) => [each.name, each] as const))('%s', (_name, given) => {
    expect(
      runCase(compiled, given).flatMap(({ failures }, step) => failures.map((each) => ({ step, ...each }))),
    ).toEqual([]);
  });
});
