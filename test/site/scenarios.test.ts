/** The scenarios of the site: each flow has some, and all visits end as they expect. */
import { describe, expect, test } from 'vitest';
import { runSiteCase } from '../../server/cli/scenario-case.ts';
import { loadFunnels } from '../harness/load-site.ts';

const site = await loadFunnels();

test('every flow has a scenario', () => {
  const flows = Object.values(site.scenarios).map(({ flow }) => flow);
  expect([...new Set(flows)].sort()).toEqual(Object.keys(site.flows).sort());
});

test('a redirect to a host that is not allowed is not followed', () => {
  const steps = [
    { fill: { name: 'Ana Souza', email: 'ana@example.com', phone: '11987654321' } },
    { do: 'submit' as const },
    { wait: 1000, expect: { leaves: 'https://pay.example/vip' } },
  ];
  const replies = { '/api/leads': [{ body: { redirectUrl: 'https://pay.example/vip' } }] };
  const ran = runSiteCase(site, 'inscricao', { name: '', with: { planType: 'vip' }, replies, steps } as never);
  expect(ran.flatMap(({ failures }) => failures)).toEqual([
    { what: 'leaves', expected: 'https://pay.example/vip', found: '/workshop' },
  ]);
});

describe.each(Object.entries(site.scenarios))('%s', (_, { flow, cases }) => {
  test.each(cases.map((each) => [each.name, each] as const))('%s', (_name, given) => {
    expect(
      runSiteCase(site, flow, given).flatMap(({ failures }, step) => failures.map((each) => ({ step, ...each }))),
    ).toEqual([]);
  });
});
