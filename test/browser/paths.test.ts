/** The walks of every flow with an address, taken in Chromium: the site is where the machine is after each move. */
import { describe, expect, test } from 'vitest';
import { browserWalks } from '../../engine/walks/in-browser.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { visitSite } from '../harness/site-visits.ts';
import { walkPage } from '../harness/walk-page.ts';

const site = await loadFunnels();
const visits = visitSite();

const flows = Object.keys(site.flows).filter((id) => browserWalks(compiledFlow(site, id)).walks.length > 0);

test('flows with an address have walks', () => expect(flows.length).toBeGreaterThan(4));

describe.each(flows)('%s', (id) => {
  const compiled = compiledFlow(site, id);
  const { walks } = browserWalks(compiled);
  test.each(walks.map((walk, index) => [index + 1, walk.steps.length, walk] as const))(
    'walk %i of %i moves',
    { timeout: 120_000 },
    async (_number, _moves, walk) => {
      const { page } = await visits.visit('/politicas-de-privacidade');
      expect(await walkPage(page, visits.server.url, compiled, walk)).toBeNull();
    },
  );
});
