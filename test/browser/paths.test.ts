/** The walks of every flow with an address, taken in Chromium: the site is where the machine is after each move. */
import { describe, expect, test } from 'vitest';
import { browserWalks } from '../../engine/walks/in-browser.ts';
import { walkWords } from '../../engine/walks/words.ts';
import { walkPage } from '../../tools/walk-page.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = await loadFunnels();
const visits = visitSite();

const flows = Object.keys(site.flows).filter((id) => browserWalks(compiledFlow(site, id)).length > 0);

test('flows with an address have walks', () => expect(flows.length).toBeGreaterThan(4));

describe.each(flows)('%s', (id) => {
  const compiled = compiledFlow(site, id);
  test.each(browserWalks(compiled).map((walk, index) => [index + 1, walk.steps.length, walk] as const))(
    'walk %i of %i moves',
    { timeout: 120_000 },
    async (_number, _moves, walk) => {
      const { page } = await visits.visit('/politicas-de-privacidade');
      expect(await walkPage(page, visits.server.url, compiled, walk)).toBeNull();
    },
  );
});

test('a step that leads elsewhere on the site is found', async () => {
  const before = 'Volte para o início.\n    fallback: { toast: Erro, to: inicio }';
  const edited = await loadFunnels(
    copyFunnels([['diagnostico/diagnostico.flow.yaml', before, before.replace('inicio', 'quiz')]]),
  );
  const flow = compiledFlow(edited, 'diagnostico');
  const walk = browserWalks(flow).find(({ steps }) => walkWords(flow.flow, steps).includes('without answers → quiz'));
  if (walk === undefined) throw new Error('No walk opens the form without answers.');
  const { page } = await visits.visit('/politicas-de-privacidade');
  expect(await walkPage(page, visits.server.url, flow, walk, 500)).toBe(
    'move 1, open /identificacao without answers: the machine is at quiz.perfil, the page at inicio',
  );
});
