/** The walks of every flow, taken in Chromium: the site is where the machine is after each move, by every transition. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { watchFlow } from '../../engine/flow/transitions.ts';
import type { Session } from '../../engine/session/session.ts';
import { doorsTo } from '../../engine/walks/doors.ts';
import { exampleUuid } from '../../engine/walks/examples.ts';
import { browserWalks } from '../../engine/walks/in-browser.ts';
import { findFlowPaths } from '../../engine/walks/paths.ts';
import { takeMove } from '../../engine/walks/take.ts';
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

/**
 * What no walk takes in a browser. The tests below take a reload with data and a link within a page; the others need a visit of which
 * the browser lost a part, or an edit of the flow, and are taken on the machine only (`test/site/paths.test.ts`).
 */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  diagnostico: [
    'history quiz',
    'history resultado',
    'history obrigado',
    'start resultado with its data',
    'start obrigado with its data',
    'quiz.autoridade NEXT 1',
  ],
  guia: ['start enviado'],
};

const flows = Object.keys(site.flows).map((id) => {
  const compiled = compiledFlow(site, id);
  const doors = doorsTo(site, id);
  return { id, compiled, doors, walks: browserWalks(compiled, { doors, hasData: true }) };
});

describe.each(flows)('$id', ({ id, compiled, doors, walks }) => {
  test('has walks by every transition', () => {
    const watched = watchFlow(compiledFlow(site, id));
    const taken = new Set<string>();
    for (const { steps } of walks) {
      let session: Session | null = null;
      for (const { move } of steps) {
        const step = takeMove(watched, session, move);
        session = step.session;
        for (const each of step.transitions) taken.add(each.id);
      }
    }
    const left = findFlowPaths(compiled).goals.flatMap(({ goal, status }) => {
      if (goal.kind !== 'transition' || status !== 'reached' || taken.has(goal.transition.id)) return [];
      const { screen, from, loaded } = goal.transition.guard?.params ?? {};
      if (screen === undefined) return [goal.transition.id];
      return [`${from ?? 'start'} ${screen}${loaded === undefined ? '' : ' with its data'}`];
    });
    expect(left).toEqual(elsewhere[id] ?? []);
  });

  test.each(walks.map((walk, index) => [index + 1, walk.steps.length, walk] as const))(
    'walk %i of %i moves',
    { timeout: 120_000 },
    async (_number, _moves, walk) => {
      const { page } = await visits.visit('/politicas-de-privacidade');
      expect(await walkPage(page, visits.server.url, compiled, walk, undefined, doors)).toBeNull();
    },
  );
});

describe('what no walk takes', () => {
  test('a page whose data was fetched is shown again after a reload', async () => {
    const { page } = await visits.visit(`/resultado?uid=${exampleUuid}`);
    const island = page.locator('[data-island]:not([data-instance])');
    const shown = async () => (await island.getAttribute('data-state')) ?? (await island.getAttribute('data-screen'));
    const at = (step: string) => expect.poll(() => shown().catch(() => '')).toMatch(new RegExp(`^${step}(\\.ready)?$`));
    const entry = (screen: string) => expect.poll(() => page.evaluate(() => history.state?.screen)).toBe(screen);
    await page.locator('[data-send=talk]').first().click();
    await at('obrigado');
    await entry('obrigado');
    await page.reload();
    await at('obrigado');
    await page.goBack();
    await at('resultado');
    await page.reload();
    await at('resultado');
  });

  test('a link within the page of a question leads nowhere else', async () => {
    const { page } = await visits.visit('/quiz');
    const state = () => page.locator('[data-island]:not([data-instance])').getAttribute('data-state');
    await page.locator('[data-question] label').first().click();
    await expect.poll(state).toBe('quiz.perfil');
    await page.evaluate(() => location.assign('#main'));
    await expect.poll(() => new URL(page.url()).hash).toBe('#main');
    await page.locator('[data-question] [type=submit]').click();
    await expect.poll(state).toBe('quiz.frequencia');
  });
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
