/** The shortest walks of every flow, as scenarios that lead to what they claim. */
import { expect, test } from 'vitest';
import { createIntakeAnswers } from '../../engine/intakes/answers.ts';
import { findFlowPaths } from '../../engine/walks/paths.ts';
import { runSiteCase } from '../../server/cli/scenario-case.ts';
import { casesOf } from '../../server/cli/walk-scenarios.ts';
import { compiledFlow } from '../../server/definitions/flow-machine.ts';
import { redirectOf } from '../../server/intakes/redirect.ts';
import { loadFunnels } from '../harness/load-site.ts';

const site = await loadFunnels();

test.each(Object.values(site.flows))('$flow', (flow) => {
  const compiled = compiledFlow(site, flow);
  const paths = findFlowPaths(compiled, createIntakeAnswers(site, redirectOf, true));
  const cases = casesOf({ compiled, paths });
  const reached = paths.goals.filter(({ goal, shortest }) => shortest !== null && goal.kind === 'screen').length;
  expect(cases.length).toBeGreaterThanOrEqual(reached);
  for (const each of cases) {
    const steps = runSiteCase(site, flow.flow, each);
    expect(steps.at(-1)?.failures, each.name).toEqual([]);
  }
});
