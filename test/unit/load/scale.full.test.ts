import { expect, test } from 'vitest';
import { loadAnew } from './fixtures.ts';
import { funnels } from './many-funnels.ts';

const mostGrowth = 1.6;

/** The processor time of one load, in ms per funnel. */
function perFunnel(count: number): number {
  const files = funnels(count);
  const before = process.cpuUsage();
  const { site, problems } = loadAnew(files);
  const { user, system } = process.cpuUsage(before);
  expect(problems).toEqual([]);
  expect(Object.keys(site?.flows ?? {})).toHaveLength(count);
  return (user + system) / 1000 / count;
}

test('load time grows linearly from 60 to 240 funnels', { timeout: 300_000 }, () => {
  perFunnel(30);
  // The minimum of several runs, because other work on the machine makes some of them longer.
  let few = Math.min(perFunnel(60), perFunnel(60), perFunnel(60));
  let many = perFunnel(240);
  for (let more = 0; more < 2 && many / few >= mostGrowth; more += 1) {
    few = Math.min(few, perFunnel(60));
    many = Math.min(many, perFunnel(240));
  }
  console.log(`${few.toFixed(2)} ms a funnel of 60, ${many.toFixed(2)} ms of 240`);
  expect(many / few).toBeLessThan(mostGrowth);
});
