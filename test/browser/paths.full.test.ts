/** The walks of every flow, taken in Chromium: the site is where the machine is after each move, by every transition. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { exampleUuid } from '../../engine/intakes/example-records.ts';
import { doorsTo } from '../../engine/walks/doors.ts';
import { browserWalks } from '../../engine/walks/in-browser.ts';
import { transitionsIn } from '../../engine/walks/transition-coverage.ts';
import { walkWords } from '../../engine/walks/words.ts';
import { walkPage } from '../../tools/walk-page.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { compiledFlow, loadFunnels } from '../harness/load-site.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = await loadFunnels();
// These walks store the result of a visitor who is unknown to other tests.
const visits = visitSite({ alone: true });

/** The result that some walks open by its address. */
beforeAll(async () => {
  const timestamp = new Date().toISOString();
  const bodies = {
    start: {
      uid: exampleUuid,
      nome: 'Maria Clara Souza',
      email: 'maria@exemplo.com.br',
      wa: '(11) 98765-4321',
      timestamp,
    },
    finish: {
      uid: exampleUuid,
      answers: [10, 10, 10, 0],
      score: 75,
      level: 'VISIVEL',
      focusPillar: 'AUTORIDADE',
      timestamp,
    },
  };
  for (const [name, body] of Object.entries(bodies)) {
    const { status } = await fetch(`${visits.server.url}/api/diagnostico/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    });
    expect(status, name).toBe(200);
  }
});

const flows = Object.keys(site.flows).map((id) => {
  const compiled = compiledFlow(site, id);
  const doors = doorsTo(site, id);
  return { id, compiled, doors, walks: browserWalks(compiled, { doors, hasData: true }) };
});

/** The number of transitions that the walks take. */
let taken = 0;

describe.each(flows)('$id', ({ compiled, doors, walks }) => {
  test('has walks by every transition', () => {
    const { all, left } = transitionsIn(compiled, walks);
    expect(left.map((transition) => transition.id)).toEqual([]);
    taken += all.length;
  });

  test.each(walks.map((walk, index) => [index + 1, walk.steps.length, walk] as const))(
    'walk %i of %i moves',
    { timeout: 120_000 },
    async (_number, _moves, walk) => {
      const { page } = await visits.visit('/robots.txt');
      expect(await walkPage(page, visits.server.url, compiled, walk, undefined, doors)).toBeNull();
    },
  );
});

test('the transitions of all flows were compared', () => expect(taken).toBeGreaterThanOrEqual(130));

test('a step that leads elsewhere on the site is found', async () => {
  const before = 'Volte para o início.\n    fallback: { toast: Erro, to: inicio }';
  const edited = await loadFunnels(
    copyFunnels([['diagnostico/diagnostico.flow.yaml', before, before.replace('inicio', 'quiz')]]),
  );
  const flow = compiledFlow(edited, 'diagnostico');
  const walk = browserWalks(flow).find(({ steps }) => walkWords(flow.flow, steps).includes('without answers → quiz'));
  if (walk === undefined) throw new Error('No walk opens the form without answers.');
  const { page } = await visits.visit('/robots.txt');
  expect(await walkPage(page, visits.server.url, flow, walk, 500)).toMatch(
    /^move 1, open \/identificacao without answers: the machine is at quiz\.perfil, the page at inicio(\.ready)?$/,
  );
});

describe('a form with a field that its condition hides', () => {
  const folder = copyFunnels([
    [
      'guia/guia.form.yaml',
      'consent:\n',
      "  outro:\n    type: text\n    label: Outro\n    when: name == 'Ninguém'\n    required: Diga qual.\nconsent:\n",
    ],
  ]);
  const edited = visitSite({ funnels: folder });

  test('is sent by the walk', { timeout: 120_000 }, async () => {
    const flow = compiledFlow(await loadFunnels(folder), 'guia');
    const walk = browserWalks(flow).find(({ steps }) => steps.some(({ screen }) => screen === 'enviado'));
    if (walk === undefined) throw new Error('No walk sends the form.');
    const { page } = await edited.visit('/robots.txt');
    expect(await walkPage(page, edited.server.url, flow, walk)).toBeNull();
  });
});
