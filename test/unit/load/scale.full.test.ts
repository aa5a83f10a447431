import { expect, test } from 'vitest';
import { loadForAxes } from '../../../engine/load/load-axes.ts';
import { FlowMaker } from '../../harness/random-flow.ts';
import { flowSiteOf } from '../../harness/random-flow-site.ts';
import { seeded } from '../../harness/random-form.ts';
import { loadAnew, loadOptions } from './fixtures.ts';
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

const distinctFlows = 20;
/** SCALE_FLOWS=1000 compares a site of that many random flows with one of a tenth of them. */
const mostFlows = Number(process.env['SCALE_FLOWS'] ?? 160);

/** The processor time of the check of random flows, in ms per flow. The same flows occur again under other names. */
function checkPerFlow(count: number): number {
  const files = flowSiteOf(
    Array.from({ length: count }, (_, index) => new FlowMaker(seeded(index % distinctFlows), `flow-${index}`).make()),
  );
  const before = process.cpuUsage();
  const { problems } = loadForAxes(files, { ...loadOptions(new Set()), notes: { code: [] } });
  const { user, system } = process.cpuUsage(before);
  expect(problems).toEqual([]);
  return (user + system) / 1000 / count;
}

test('the time of a check grows linearly with the number of flows', { timeout: 60_000 + mostFlows * 1_500 }, () => {
  const fewFlows = mostFlows / (mostFlows >= 1000 ? 10 : 4);
  checkPerFlow(distinctFlows);
  let few = checkPerFlow(fewFlows);
  let many = checkPerFlow(mostFlows);
  for (let more = 0; more < 2 && many / few >= mostGrowth; more += 1) {
    few = Math.min(few, checkPerFlow(fewFlows));
    many = Math.min(many, checkPerFlow(mostFlows));
  }
  console.log(`${few.toFixed(1)} ms a flow of ${fewFlows}, ${many.toFixed(1)} ms of ${mostFlows}`);
  expect(many / few).toBeLessThan(mostGrowth);
});
