import { describe, expect, test } from 'vitest';
import { compileTable } from '../../engine/session/compile-table.ts';
import { startSession } from '../../engine/session/session.ts';
import { startAt } from '../harness/engine-driver.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { type TableWalk, walkTable } from '../harness/table-walk.ts';

const site = await loadFunnels();
const steps = Object.values(site.flows).flatMap((flow) => Object.keys(flow.steps).map((step) => [flow.flow, step]));

describe('a transition table is like the machine in every visit', () => {
  const walks = new Map<string, TableWalk>();

  test.each(steps as [string, string][])('%s from %s', (flow, step) => {
    const { session } = startSession(compiledFlow(site, flow), startAt({ screen: step }));
    const table = compileTable(session);
    if (table !== null) walks.set(`${flow} ${step}`, walkTable(session, table));
  });

  test('and the questions of the diagnostic have one', () => {
    // Four states, four answers of four values each, with and without an error; then the form with every set of answers.
    expect(walks.get('diagnostico quiz')?.visits).toBeGreaterThan(4 * 4 ** 4 * 2 + 3 ** 4);
    expect(walks.get('diagnostico quiz')?.taken).toBeGreaterThan(10_000);
    // Its start, and the wait after the press, with every set of answers.
    expect(walks.get('diagnostico inicio')?.visits).toBeGreaterThan(6 * 4 ** 4);
  });
});
