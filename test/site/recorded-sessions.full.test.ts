/** Sessions recorded at random replay without a difference; `npm run bench -- recorded` takes 2,000 of them. */
import { expect, test } from 'vitest';
import { replayRecorded } from '../bench/recorded.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { loadFunnels } from '../harness/load-site.ts';

test('recorded sessions of every flow replay as they were, and contain nothing that was typed', async () => {
  const site = await loadFunnels();
  const { flows, traces, exposed, onEdited } = await replayRecorded(
    80,
    copyFunnels([['diagnostico/diagnostico.flow.yaml', 'delay: 600ms', 'delay: 900ms']]),
  );
  expect(traces.length).toBeGreaterThanOrEqual(80);
  expect(Object.keys(flows)).toEqual(Object.keys(site.flows));
  const sums = Object.values(flows);
  for (const { traces: count, steps } of sums) expect(Math.min(count - 5, steps - count)).toBeGreaterThanOrEqual(0);
  const sumOf = (key: 'steps' | 'calls'): number => sums.reduce((sum, each) => sum + each[key], 0);
  expect([sumOf('steps') > 400, sumOf('calls') > 40]).toEqual([true, true]);
  expect(traces.filter(({ result, strayedAt }) => result !== 'same' || strayedAt !== null)).toEqual([]);
  expect(exposed).toEqual([]);
  // An edit of behaviour is found in the sessions that meet it.
  expect(new Set(onEdited.map(({ flow }) => flow))).toEqual(new Set(['diagnostico']));
});
