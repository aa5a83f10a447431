import { expect, test } from 'vitest';
import { load } from './fixtures.ts';
import { funnels } from './many-funnels.ts';

/** The processor time of one load, in ms per funnel. */
function perFunnel(count: number): number {
  const files = funnels(count);
  const before = process.cpuUsage();
  const { site, problems } = load(files);
  const { user, system } = process.cpuUsage(before);
  expect(problems).toEqual([]);
  expect(Object.keys(site?.flows ?? {})).toHaveLength(count);
  return (user + system) / 1000 / count;
}

test('load time grows linearly from 100 to 400 funnels', { timeout: 300_000 }, () => {
  perFunnel(50);
  // Alternating runs, and the minimum of each: other load affects both alike.
  const runs = [0, 1, 2].map(() => [perFunnel(100), perFunnel(400)] as const);
  const few = Math.min(...runs.map(([each]) => each));
  const many = Math.min(...runs.map(([, each]) => each));
  console.log(`${few.toFixed(2)} ms a funnel of 100, ${many.toFixed(2)} ms of 400`);
  expect(many / few).toBeLessThan(1.6);
});
